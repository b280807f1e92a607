# Numbers and columns for report.awk.

# Student's t, two-sided, 95 %, by degrees of freedom.
function student(df,    t) {
	split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086", t, " ")
	return df < 1 ? 0 : df <= 20 ? t[df] : 2.0
}
function mean(list,    v, n, i, sum) {
	n = split(list, v, " ")
	for (i = 1; i <= n; i++) sum += v[i]
	return n ? sum / n : 0
}
# Half of the confidence interval of the mean.
function half(list,    v, n, i, m, sum) {
	n = split(list, v, " ")
	m = mean(list)
	for (i = 1; i <= n; i++) sum += (v[i] - m) ^ 2
	return n > 1 ? student(n - 1) * sqrt(sum / (n - 1) / n) : 0
}
function short(x) { return x == 0 ? "0" : x < 0.0995 ? sprintf("%.3f", x) : x < 9.95 ? sprintf("%.2f", x) : x < 99.5 ? sprintf("%.1f", x) : sprintf("%.0f", x) }
function count(x) { return x < 9.95 && x != int(x) ? sprintf("%.1f", x) : sprintf("%.0f", x) }
function times(x) { return x < 9.95 ? sprintf("%.1fx", x) : sprintf("%.0fx", x) }
