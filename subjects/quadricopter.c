/* The controller of a quadricopter (Jacco, section 4.2 and Figure 3): five actors in a feedback loop. The controller decides where
 * to go, the transmitter turns that into a command of the device, the quadricopter moves and measures, the feedback actor turns
 * what its camera and its sensors say into information, the observer checks it and passes on what the controller needs.
 *
 *     quadricopter SIZE             SIZE commands are under way at a time: 1 to 4, which has about as many states as the paper's
 *     quadricopter SIZE deadlock    the observer drops a bad measurement and tells nobody: in the end nothing is under way
 *     quadricopter SIZE overflow    the observer passes on the camera's half and the sensors' half each by itself, and the
 *                                   controller answers both: twice as many commands in every round
 *
 * As in the paper computations are choices: the direction, whether there is an obstacle, whether a measurement is good. The
 * paper gives the actors and who sends to whom; what is in the messages, and both mistakes, are ours. The field is small, and
 * its edges are joined. Run live it never ends. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_GIVEN = 4, SIDE = 2, DIRECTIONS = 2 };

HR_MESSAGE(Go, unsigned direction;);               /* controller -> transmitter */
HR_MESSAGE(Thrust, unsigned dx, dy;);              /* transmitter -> quadricopter */
HR_MESSAGE(Camera, bool dark;);                    /* quadricopter -> feedback */
HR_MESSAGE(Sensors, unsigned x, y; bool good;);    /* quadricopter -> feedback */
HR_MESSAGE(Scene, bool obstacle;);                 /* feedback -> observer */
HR_MESSAGE(Position, unsigned x, y; bool good;);   /* feedback -> observer */
HR_MESSAGE(Report, unsigned x, y; bool obstacle;); /* observer -> controller */
HR_MESSAGE(Again);                                 /* observer -> controller */
HR_MESSAGE(Wire, hr_ref transmitter;);             /* main() closes the loop */

/* No actor ever has more waiting for it than each of the commands under way can bring: two measurements. */
#define MAILBOX HR_MAILBOX_LIMIT(2 * SIZE_MAX_GIVEN)

enum version { SOUND, DEADLOCK, OVERFLOW };

struct controller {
    hr_ref transmitter;
    unsigned direction;
};

static void on_report(struct controller *self, const struct Report *m)
{
    if (m->obstacle) {
        self->direction = (self->direction + 1) % DIRECTIONS;
    } else if (m->x == 0 && m->y == 0) {
        self->direction = hr_choose(DIRECTIONS);
    }
    hr_send(self->transmitter, Go, .direction = self->direction);
}

static void on_again(struct controller *self, const struct Again *m)
{
    hr_send(self->transmitter, Go, .direction = self->direction);
}

static void on_wire(struct controller *self, const struct Wire *m)
{
    self->transmitter = m->transmitter;
}

HR_ACTOR(controller, HR_ON(Wire, on_wire), HR_ON(Report, on_report), HR_ON(Again, on_again), MAILBOX);

struct transmitter {
    hr_ref quadricopter;
};

static void on_go(struct transmitter *self, const struct Go *m)
{
    hr_send(self->quadricopter, Thrust, .dx = m->direction == 0, .dy = m->direction == 1);
}

HR_ACTOR(transmitter, HR_ON(Go, on_go), MAILBOX);

struct quadricopter {
    hr_ref feedback;
    unsigned x, y;
};

static void on_thrust(struct quadricopter *self, const struct Thrust *m)
{
    self->x = (self->x + m->dx) % SIDE;
    self->y = (self->y + m->dy) % SIDE;
    hr_send(self->feedback, Camera, .dark = hr_choose(2) != 0);
    hr_send(self->feedback, Sensors, .x = self->x, .y = self->y, .good = hr_choose(2) != 0);
}

HR_ACTOR(quadricopter, HR_ON(Thrust, on_thrust), MAILBOX);

struct feedback {
    hr_ref observer;
};

static void on_camera(struct feedback *self, const struct Camera *m)
{
    hr_send(self->observer, Scene, .obstacle = m->dark);
}

static void on_sensors(struct feedback *self, const struct Sensors *m)
{
    hr_send(self->observer, Position, .x = m->x, .y = m->y, .good = m->good);
}

HR_ACTOR(feedback, HR_ON(Camera, on_camera), HR_ON(Sensors, on_sensors), MAILBOX);

struct observer {
    hr_ref controller;
    enum version version;
    bool obstacle;
    unsigned x, y;
};

static void on_scene(struct observer *self, const struct Scene *m)
{
    self->obstacle = m->obstacle;
    if (self->version == OVERFLOW) {
        hr_send(self->controller, Report, .x = self->x, .y = self->y, .obstacle = self->obstacle);
    }
}

static void on_position(struct observer *self, const struct Position *m)
{
    if (!m->good) {
        if (self->version != DEADLOCK) {
            hr_send(self->controller, Again);
        }
        return;
    }
    self->x = m->x;
    self->y = m->y;
    hr_send(self->controller, Report, .x = self->x, .y = self->y, .obstacle = self->obstacle);
}

HR_ACTOR(observer, HR_ON(Scene, on_scene), HR_ON(Position, on_position), MAILBOX);

/* A device that flies is steered for ever. */
static bool flying(void)
{
    return false;
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : SIZE_MAX_GIVEN;
    enum version version = SOUND;
    if (argc > 2) {
        version = strcmp(argv[2], "deadlock") == 0 ? DEADLOCK : strcmp(argv[2], "overflow") == 0 ? OVERFLOW : SOUND;
    }
    if (size < 1 || size > SIZE_MAX_GIVEN || argc > 3 || (argc > 2 && version == SOUND)) {
        return 2;
    }
    hr_ref controller = hr_spawn(controller);
    hr_ref observer = hr_spawn(observer, .controller = controller, .version = version);
    hr_ref feedback = hr_spawn(feedback, .observer = observer);
    hr_ref quadricopter = hr_spawn(quadricopter, .feedback = feedback);
    hr_ref transmitter = hr_spawn(transmitter, .quadricopter = quadricopter);
    hr_send(controller, Wire, .transmitter = transmitter);
    hr_settle();
    hr_environment(flying);
    for (int i = 0; i < size; i++) {
        hr_send(controller, Again);
    }
    return hr_run();
}
