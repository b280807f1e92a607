# A text that means something to a terminal, a browser, a shell or a parser, made of some of the pieces below.    awk -v seed=N -f hostile.awk
BEGIN {
    srand(seed)
    count = split("<script>alert(1)</script>|<!--|-->|]]>|<![CDATA[|&amp;|&#0;|</style></title>|\"|'|\\|\\\"|\\u0000|`id`|$(id)|${HOME}|;id;|&&id|" \
        "%s%n|%0A::error::x|::error file=x::y|::set-output name=a::b|\n::warning::z|\nnot ok 1|\nok 2 # SKIP|#|# TODO|---|\n...|{|}|[|]|,|:|=|!|*|~|-o|--help|" \
        "\033[31m|\033]0;title\007|\033[2J|\001|\010|\013|\014|\r|\r\n|\n|\t|\177|\302\233|\302\205|\303\244|\342\202\254|\360\237\246\205|" \
        "\377\376|\300\257|\355\240\200|\364\220\200\200|\342\200\256|\342\200\250|\357\277\276|\357\277\277|\303|\360\237|end|    | |a", pieces, "|")
    for (n = 3 + int(rand() * 12); n > 0; n--)
        text = text pieces[1 + int(rand() * count)]
    if (seed % 5 == 4)
        while (length(text) < 1500)
            text = text pieces[1 + int(rand() * count)]
    printf "x%s", text # not empty, and no option
}
