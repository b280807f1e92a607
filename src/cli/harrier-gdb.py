# gdb with Harrier: the steps of a schedule, the actors and their mailboxes, and references by name.
#
#     harrier replay --gdb SCHEDULE PROGRAM          loads this file by itself
#     gdb -x harrier-gdb.py --args PROGRAM ARGS      does the same in any other session or script: then `harrier replay SCHEDULE`
#
# Before each step the engine calls harrier_before_step(step, view); the view is text (src/explore/view.h). A breakpoint there reads it, so no
# debug information of Harrier itself is needed, and nothing is called in the program.
import os
import re
import shlex

import gdb

HERE = os.path.dirname(os.path.realpath(__file__))


class View:
    """What the engine tells before a step."""

    def __init__(self, text):
        self.actors, self.pending, self.step = [], [], None
        for line in text.splitlines():
            word = line.split("\t")
            if word[0] == "step":
                self.number, self.handler, self.resumes_at = int(word[1]), int(word[2], 16), int(word[3], 16)
                self.step = Message(word[4:])
            elif word[0] == "actor":
                self.actors.append(Actor(word[1:]))
            elif word[0] == "pending":
                self.pending.append(Message(word[1:]))

    def actor(self, name):
        return next((a for a in self.actors if a.name == name), None)


class Actor:
    def __init__(self, word):
        self.ref, self.name, self.type, self.status = int(word[0], 16), word[1], word[2], word[3]
        self.copy, self.address, self.size = int(word[4], 16), int(word[5], 16), int(word[6])


class Message:
    def __init__(self, word):
        self.to, self.type, self.sender, self.n, self.kind = word[0], word[1], word[2], int(word[3]), word[4]
        self.address, self.size = int(word[5], 16), int(word[6])

    def content(self):
        value = pointer("struct " + self.type, self.address if self.size != 0 else 0)
        return str(value.dereference()) if value is not None else ""

    def __str__(self):
        kind = self.kind + " " if self.kind in ("timer", "reply") else ""
        content = self.content()
        return f"{kind}{self.type}{' ' + content if content else ''}"


def pointer(type_name, address):
    """A C pointer to an address, or None if there is nothing, or no such type."""
    try:
        return gdb.Value(address).cast(gdb.lookup_type(type_name).pointer()) if address != 0 else None
    except gdb.error:
        return None


class Following:
    """The execution: the view of its present step, and the step that somebody wants to stop at."""

    view, wanted, breakpoint = None, None, None


following = Following()


class BeforeStep(gdb.Breakpoint):
    """Reads the view before each step, and stops only where somebody wants to. The two arguments are in $rdi and $rsi."""

    def __init__(self):
        super().__init__("harrier_before_step", internal=True)
        self.silent = True

    def stop(self):
        now = following.view = View(gdb.parse_and_eval("(char *)$rsi").string())
        receiver = now.actor(now.step.to)
        for name, value in (
            ("hr_step", now.number),
            ("hr_message", pointer("struct " + now.step.type, now.step.address)),
            ("hr_self", pointer("struct " + receiver.type, receiver.address) if receiver else None),
            ("hr_before", pointer("struct " + receiver.type, receiver.copy) if receiver else None),
        ):
            gdb.set_convenience_variable(name, value)
        return following.wanted == now.number


def on_new_library(event):
    """The engine comes when the program is started; live programs do without."""
    if os.path.basename(event.new_objfile.filename or "").startswith("libharrier-check") and following.breakpoint is None:
        following.breakpoint = BeforeStep()


gdb.events.new_objfile.connect(on_new_library)


def view():
    if following.view is None or gdb.selected_inferior().pid == 0:
        raise gdb.GdbError("no step yet: 'harrier replay SCHEDULE' runs to one")
    return following.view


class ReferencePrinter:
    """An hr_ref by the name of its actor, as reports have it."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        ref = int(self.value.cast(gdb.lookup_type("unsigned long")))
        known = following.view.actors if following.view is not None else []
        name = next((a.name for a in known if a.ref == ref), None)
        return name if name is not None else f"hr_ref {ref:#x}"


class ReceivedPrinter:
    """An hr_received as the message that it stands for."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        named = re.search(r"<hr_type_(\w+)>", self.value["type"].format_string(symbols=True))
        if named is None:
            return f"hr_received of type {self.value['type']}"
        content = pointer("struct " + named[1], int(self.value["data"]))
        try:
            text = str(content.dereference()) if content is not None and content.type.target().sizeof != 0 else ""
        except gdb.MemoryError:
            text = ""
        return f"{named[1]}{' ' + text if text else ''} from {ReferencePrinter(self.value['sender']).to_string()}"


def find_printer(value):
    kind = value.type.unqualified()
    if kind.name == "hr_ref":
        return ReferencePrinter(value)
    return ReceivedPrinter(value) if kind.name in ("hr_received", "struct hr_received") else None


gdb.pretty_printers.append(find_printer)


def place_of_step():
    """Goes on to the code of the step, where the handler's own variables are."""
    current = view()
    if current.resumes_at != 0:
        gdb.Breakpoint(f"*{current.resumes_at:#x}", temporary=True)
    elif current.handler != 0:
        block = gdb.block_for_pc(current.handler)
        function = block.function if block is not None else None
        if function is not None:  # its beginning, behind what sets up its parameters
            gdb.Breakpoint(source=function.symtab.filename, function=function.name, temporary=True)
        else:
            gdb.Breakpoint(f"*{current.handler:#x}", temporary=True)
    else:
        return
    gdb.execute("continue")


def go_to(step, how):
    following.wanted = step
    gdb.execute(how)
    following.wanted = None
    alive = gdb.selected_inferior().pid != 0
    if not alive or following.view is None or following.view.number != step:
        raise gdb.GdbError(f"the execution did not come to step {step}")
    place_of_step()


class Harrier(gdb.Command):
    """Harrier: the steps of a schedule, actors and mailboxes."""

    def __init__(self):
        super().__init__("harrier", gdb.COMMAND_USER, prefix=True)


class HarrierStep(gdb.Command):
    """harrier step: which step this is: its number, the receiver, the message, the sender.
$hr_step is the number, $hr_message the message, $hr_self the receiver's struct, $hr_before a copy of it from before the step."""

    def __init__(self):
        super().__init__("harrier step", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        current = view()
        print(f"step {current.number}: {current.step.to} <- {current.step}, from {current.step.sender}")


class HarrierActors(gdb.Command):
    """harrier actors: all actors, what they are waiting for, and their structs as they were before this step."""

    def __init__(self):
        super().__init__("harrier actors", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        for actor in view().actors:
            value = pointer("struct " + actor.type, actor.copy)
            if actor.type:
                print(f"{actor.name}  {actor.status}  {value.dereference() if value is not None else ''}".rstrip())


class HarrierMailbox(gdb.Command):
    """harrier mailbox [ACTOR]: the messages that are pending, of one actor or of all; * is the one that this step delivers."""

    def __init__(self):
        super().__init__("harrier mailbox", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        current = view()
        if argument and current.actor(argument) is None:
            raise gdb.GdbError(f"no actor is called {argument}; there are: {', '.join(a.name for a in current.actors)}")
        delivered = current.step
        for m in current.pending:
            if not argument or m.to == argument:
                this = (m.to, m.type, m.sender, m.n) == (delivered.to, delivered.type, delivered.sender, delivered.n)
                print(f"{'*' if this else ' '} {m.to} <- {m}, from {m.sender}")


def command_path():
    """The harrier command that this file belongs to: in the same build folder, or in the same prefix."""
    for path in (os.path.join(HERE, "harrier"), os.path.join(HERE, "..", "..", "bin", "harrier")):
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return os.path.normpath(path)
    return "harrier"


def steps_of(schedule):
    try:
        with open(schedule, errors="replace") as lines:
            return sum(1 for line in lines if len(line.split()) > 1 and line.split()[1] == "<-")
    except OSError as error:
        raise gdb.GdbError(str(error))


class HarrierReplay(gdb.Command):
    """harrier replay SCHEDULE [STEP]: starts the program, follows the schedule, and stops in the handler of a step, the last one unless it is
named. What follows the schedule and begins with -- is an option of the command harrier replay."""

    def __init__(self):
        super().__init__("harrier replay", gdb.COMMAND_USER, gdb.COMPLETE_FILENAME)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        if not words:
            raise gdb.GdbError("harrier replay SCHEDULE [STEP]")
        options = [w for w in words[1:] if w.startswith("--")]
        numbers = [w for w in words[1:] if not w.startswith("--")]
        step = int(numbers[0]) if numbers else steps_of(words[0])
        wrapper = [command_path(), "replay", "--exec", *options, words[0]]
        gdb.execute("set exec-wrapper " + " ".join(shlex.quote(w) for w in wrapper))
        go_to(step, "run")


class HarrierTo(gdb.Command):
    """harrier to STEP: goes on to a later step of the schedule, and stops in its handler."""

    def __init__(self):
        super().__init__("harrier to", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        if not argument.isdigit():
            raise gdb.GdbError("harrier to STEP")
        if following.view is not None and int(argument) <= following.view.number:
            raise gdb.GdbError(f"step {argument} is not ahead: this is step {following.view.number}; 'harrier replay' begins again")
        go_to(int(argument), "continue")


for command in (Harrier, HarrierStep, HarrierActors, HarrierMailbox, HarrierReplay, HarrierTo):
    command()
