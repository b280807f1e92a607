# What zsh offers for a command line, a line each.    zsh -f capture.zsh COMPLETION-FILE LINE [WHAT-FOLLOWS]
# Beside the file, zsh keeps the list of all its completions, which takes longer to make than the rest.
# A second zsh is given the line and a tab, on a terminal of its own; its compadd writes what it is given to a file.
zmodload zsh/zpty || exit 77
hits=$(mktemp)
zpty shell zsh -f -i
zpty -w shell "PROMPT=; HITS=$hits; FILE=${(q)1}"
zpty -w shell 'autoload -Uz compinit && compinit -C -d $FILE.all && source $FILE
compadd() {
    local -a found
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    builtin compadd -A found "$@"
    print -rl -- $found >> $HITS
    builtin compadd "$@"
}
finish() { exit }
comppostfuncs=(finish)
bindkey "^I" complete-word'
zpty -w -n shell "$2$3"${(pl:$#3::\x02:)}$'\t' # the cursor goes back to where the second part begins
while zpty -r shell line 2> /dev/null; do :; done
sort -u "$hits" | grep .
rm -f "$hits"
