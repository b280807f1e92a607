# The tables of bench-cover, from lines of measure.sh, verdicts and coverage.sh. `order`: the programs; `limit`: the timeout.

$1 == "goals" {
	key = $2 SUBSEP $3 SUBSEP $4
	goals[key] = goals[key] " " $7
	runs[key] = runs[key] " " $8
	spent[key] = spent[key] " " $6
	next
}
{
	key = $1 SUBSEP $2
	seconds[key] = seconds[key] " " $5
	executions[key] = executions[key] " " $6
	found[key] += $4
	tries[key]++
	total[$2] += $5
	bugs[$2] += $4
	all_tries[$2]++
	all_executions[$2] += $6
	if ($4 && $7 != "-") by[key, $7]++
}

# "0.05 ±0.01", and the executions; "-" where nothing was found; "(7)" after it: so many of the runs found it.
function cell(program, way,    key, text) {
	key = program SUBSEP way
	if (!(key in tries)) return ""
	if (!found[key]) return "-  " count(mean(executions[key]))
	text = short(mean(seconds[key])) " ±" short(half(seconds[key]))
	if (found[key] < tries[key]) text = text " (" found[key] ")"
	return text "  " count(mean(executions[key]))
}
function pad(text, width,    n, visible) {
	visible = text
	n = gsub(/±/, "+", visible)
	return sprintf("%*s", width - length(visible), "") text
}
function average(way) { return bugs[way] ? total[way] / bugs[way] : 0 }
function criteria(program, way,    text, i, name) {
	split("pr pbr pcr", name, " ")
	for (i = 1; i <= 3; i++)
		if ((program, way, name[i]) in by) text = text (text == "" ? "" : ",") name[i]
	return text == "" ? "-" : text
}

# One table: a row for each program, a column for each way, the sums below.
function table(title, ways, titles, first,    w, t, n, i, p, line) {
	n = split(ways, w, " ")
	split(titles, t, "|")
	printf "\n%s\n\n  %-18s%s", title, "", first ? " found by" : ""
	for (i = 1; i <= n; i++) printf "%s", pad(t[i], WIDTH)
	print ""
	for (p = 1; p <= programs; p++) {
		printf "  %-18s%s", program[p], first ? sprintf(" %-8s", criteria(program[p], "cover-live")) : ""
		for (i = 1; i <= n; i++) printf "%s", pad(cell(program[p], w[i]), WIDTH)
		print ""
	}
	sums("total time, s", 1, w, n, first)
	sums("bugs found", 2, w, n, first)
	sums("time per bug, s", 3, w, n, first)
	sums("slowdown", 4, w, n, first)
	sums("mean executions", 5, w, n, first)
}
function sums(name, what, w, n, first,    i, text) {
	printf "  %-18s%s", name, first ? sprintf(" %-8s", "") : ""
	for (i = 1; i <= n; i++) {
		if (what == 1) text = short(total[w[i]])
		else if (what == 2) text = bugs[w[i]] " of " all_tries[w[i]]
		else if (what == 3) text = bugs[w[i]] ? short(average(w[i])) : "-"
		else if (what == 4) text = !average(w[1]) ? "-" : bugs[w[i]] ? times(average(w[i]) / average(w[1])) : "none found"
		else text = all_tries[w[i]] ? count(all_executions[w[i]] / all_tries[w[i]]) : "-"
		printf "%s", pad(text, WIDTH)
	}
	print ""
}

# What was faster, or needed fewer executions, than cover on some program.
function beaten(cover, ways,    w, n, i, p, fast, few, any, key, mine) {
	n = split(ways, w, " ")
	for (i = 1; i <= n; i++) {
		fast = few = ""
		for (p = 1; p <= programs; p++) {
			key = program[p] SUBSEP w[i]
			mine = program[p] SUBSEP cover
			if (!(key in tries) || !found[key]) continue
			if (mean(seconds[key]) < mean(seconds[mine])) fast = fast " " program[p]
			if (w[i] != "auto" && mean(executions[key]) < mean(executions[mine])) few = few " " program[p]
		}
		if (fast != "") printf "  %s is faster than %s on:%s\n", w[i], cover, fast
		if (few != "") printf "  %s needs fewer executions than %s on:%s\n", w[i], cover, few
		any = any fast few
	}
	if (any == "") printf "  nothing beats %s\n", cover
}

function coverage(    p, c, d, name, i, k, line, ratio, logs, counted, ways) {
	split("pr pbr pcr", name, " ")
	split("uniform-100 own-10", ways, " ")
	printf "\nCoverage of the repaired programs in equal time: goals (runs); the time is that of cover with all schedules forced live\n\n"
	printf "  %-18s %-4s %8s %16s %20s %8s %20s %8s\n", "", "", "time, s", "cover", "0-100 ms", "", "own 0-10 ms", ""
	for (i = 1; i <= 3; i++) {
		counted = logs[1] = logs[2] = 0
		for (p = 1; p <= programs; p++) {
			c = program[p] SUBSEP name[i] SUBSEP "cover"
			if (!(c in goals) || mean(goals[c]) == 0) continue
			line = sprintf("  %-18s %-4s %8s %16s", program[p], name[i], short(mean(spent[c])), count(mean(goals[c])) " (" count(mean(runs[c])) ")")
			counted++
			for (k = 1; k <= 2; k++) {
				d = program[p] SUBSEP name[i] SUBSEP ways[k]
				ratio = mean(goals[c]) / (mean(goals[d]) > 1 ? mean(goals[d]) : 1)
				logs[k] += log(ratio)
				line = line sprintf(" %20s %8s", count(mean(goals[d])) " (" count(mean(runs[d])) ")", times(ratio))
			}
			print line
		}
		if (counted) printf "  %-18s %-4s %8s %16s %20s %8s %20s %8s\n", "geometric mean", name[i], "", "", "", times(exp(logs[1] / counted)), "", times(exp(logs[2] / counted))
	}
}

function goal(reached, text) { printf "  %-11s %s\n", reached ? "reached" : "NOT REACHED", text }

BEGIN { WIDTH = 24 } # of a column of the wide tables

END {
	programs = split(order, program, /[ \n]+/)
	for (p = 1; p <= programs; p++) if (program[p] == "") programs--
	print "\nTime in seconds, mean ± half of its 95 % confidence interval, then executions. A run that finds nothing counts as the timeout of " limit " s."
	print "(n): only n runs found it; -: none did."
	table("Until the bug is found, live", "cover-live uniform-100 uniform-200 uniform-300 own-10 live", "cover, forced live|0-100 ms|0-200 ms|0-300 ms|own 0-10 ms|default order", 1)
	table("Until the bug is found, in the engine", "cover random pos pct pctcp delay auto", "cover|random|pos|pct|pctcp|delay|auto", 0)
	table("Each criterion alone, in the engine", "cover pr pbr pcr", "all|pr|pbr|pcr", 0)
	coverage()

	print "\nWhat beats cover\n"
	beaten("cover-live", "uniform-100 uniform-200 uniform-300 own-10 live")
	beaten("cover", "random pos pct pctcp delay auto")

	printf "\nVerdict of harrier cover PROGRAM, shortened and told, s\n\n "
	for (p = 1; p <= programs; p++) {
		s = mean(seconds[program[p], "verdict"])
		printf " %s %s%s", program[p], short(s), p == programs ? "\n" : ","
		slowest = s > slowest ? s : slowest
	}

	best = ""
	split("uniform-100 uniform-200 uniform-300", w, " ")
	for (i = 1; i <= 3; i++) if (bugs[w[i]] && (best == "" || average(w[i]) < average(best))) best = w[i]
	print "\nGoals\n"
	complete = bugs["cover-live"] == all_tries["cover-live"] && bugs["cover"] == all_tries["cover"]
	goal(complete, sprintf("cover finds every bug in every run: forced live %d of %d, in the engine %d of %d", bugs["cover-live"], all_tries["cover-live"], bugs["cover"], all_tries["cover"]))
	if (best == "") goal(1, "122 times faster than the best random delays: these found nothing")
	else goal(average(best) >= 122 * average("cover-live"), sprintf("forced live, 122 times faster than the best random delays (%s): %s or more", best, times(average(best) / average("cover-live"))))
	goal(all_executions["cover"] / all_tries["cover"] < all_executions["random"] / all_tries["random"], sprintf("fewer executions than the uniform random walk: %s against %s", count(all_executions["cover"] / all_tries["cover"]), count(all_executions["random"] / all_tries["random"])))
	if (("barber", "pr") in tries)
		goal(!found["barber", "pr"] && found["barber", "pbr"] == tries["barber", "pbr"], sprintf("barber: missed by pr (found in %d runs), found by pbr (%d of %d)", found["barber", "pr"], found["barber", "pbr"], tries["barber", "pbr"]))
	if (("process_registry", "pr") in tries)
		goal(!found["process_registry", "pr"] && !found["process_registry", "pbr"] && found["process_registry", "pcr"] == tries["process_registry", "pcr"], sprintf("process_registry: missed by pr (%d) and pbr (%d), found by pcr (%d of %d)", found["process_registry", "pr"], found["process_registry", "pbr"], found["process_registry", "pcr"], tries["process_registry", "pcr"]))
	goal(slowest < 1, sprintf("every verdict in less than 1 s: the slowest takes %s s", short(slowest)))
	exit !complete
}
