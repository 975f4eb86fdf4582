package contributions

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/report"
	"cardinal/engine/query"
)

// number is a number of JSON. Decimals are texts.
type number string

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(b []byte) error {
	if *n = number(strings.Trim(string(b), `"`)); *n == "null" {
		*n = ""
	}
	return nil
}

// line is what both programs say about a label: its rows, its figure, what it contributes to the figure and to the
// difference, and the parts of this difference, mix and rate.
type line struct {
	Field, Label                            string
	Rows                                    number
	Figure, Contribution, Change, Mix, Rate number
	OtherFigure                             number `json:"other_figure"`
}

// explanation is what cardinal explain prints.
type explanation struct {
	Figure, Other, Difference number
	Lines                     []line
}

// check compares the lines of an explanation with DuckDB's lines. It returns their number, and says what differs.
func (q question) check(ctx context.Context, db *duck.Database, printed []byte) (lines int, wrong string, err error) {
	var x explanation
	if err := json.Unmarshal(printed, &x); err != nil {
		return 0, "", err
	}
	if x.Figure == "" { // the figure has no contributions
		q.num, q.den = "", ""
	}
	compared := x.Figure != "" && x.Other != ""
	byField := map[string][]line{}
	for _, l := range x.Lines {
		byField[l.Field] = append(byField[l.Field], l)
	}
	for field, lines := range byField {
		between := " - "
		for _, l := range lines {
			if strings.Contains(l.Label, " to ") { // some edges are below zero, and " - " would look like a sign
				between = " to "
			}
		}
		label, err := labelSQL(field, between)
		if err != nil {
			return 0, "", err
		}
		listed := map[string]line{}
		var labels []string
		for _, l := range lines {
			if !strings.HasSuffix(l.Label, " other labels") {
				labels = append(labels, "'"+strings.ReplaceAll(l.Label, "'", "''")+"'")
			} else {
				l.Label = others
			}
			listed[l.Label] = l
		}
		theirs, err := db.Texts(ctx, "("+q.sqlOf(label, labels, compared)+")")
		if err != nil {
			return 0, "", err
		}
		if got := len(theirs[0].Values); got != len(lines) {
			return 0, fmt.Sprintf("%s: %d lines, and DuckDB has %d", field, len(lines), got), nil
		}
		for row, name := range theirs[0].Values {
			ours, ok := listed[name.String]
			if !ok {
				return 0, fmt.Sprintf("%s: no line %s", field, name.String), nil
			}
			for i, pair := range []struct {
				what string
				ours number
			}{{"rows", ours.Rows}, {"figure", ours.Figure}, {"other figure", ours.OtherFigure},
				{"contribution", q.contribution(ours)}, {"change", ours.Change}, {"mix", ours.Mix},
				{"rate", ours.Rate}} {
				if name.String == others && (i == 1 || i == 2) && q.num == "" {
					continue // such figures are missing if several labels are joined
				}
				if want := theirs[i+1].Values[row].String; !same(string(pair.ours), want, theirs[i+1].Type) {
					return 0, fmt.Sprintf("%s, %s: %s is %q, and DuckDB has %q", field, name.String, pair.what, pair.ours,
						want), nil
				}
			}
		}
	}
	return len(x.Lines), "", nil
}

// contribution returns what a label contributes. A label contributes its own figure to a sum or a count, but not to a
// formula.
func (q question) contribution(l line) number {
	if q.den == "" && q.num != "" && l.Contribution == "" {
		if l.Figure == "" {
			return "0"
		}
		return l.Figure
	}
	return l.Contribution
}

// same reports whether two numbers are equal. Floats are equal if they differ by at most a billionth, since both
// programs round differently.
func same(a, b, kind string) bool {
	if a == "" || b == "" || strings.Contains(a, "N") {
		return a == b
	}
	x, err := strconv.ParseFloat(a, 64)
	y, other := strconv.ParseFloat(b, 64)
	if err != nil || other != nil {
		return false
	}
	if kind != "DOUBLE" {
		plain := func(s string) string {
			if strings.Contains(s, ".") {
				s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
			}
			return s
		}
		return plain(a) == plain(b)
	}
	return math.Abs(x-y) <= 1e-9*max(1, math.Abs(y)) // mix and rate are differences of numbers below 100,000
}

const others = "(others)"

// sqlOf returns the query for the lines of a column. label is SQL for the label of a row, and listed are the labels
// with a line of their own. compared is true if there are two figures, which have a difference.
func (q question) sqlOf(label string, listed []string, compared bool) string {
	joined := fmt.Sprintf("case when %[1]s in (%[2]s) then %[1]s else '%[3]s' end", label,
		strings.Join(append(listed, "''"), ", "), others)
	side := func(of, where string) string { return "(select " + of + " from t where " + where + ")" }
	other := q.other
	if other == "" {
		other = "false"
	}
	// aggregates of both figures of a label, and of all labels
	term := map[string]string{}
	for _, of := range []struct{ name, sum string }{{"n", q.num}, {"d", q.den}} {
		if of.sum == "" {
			of.sum = "count(*)"
		}
		term[of.name+"1"], term[of.name+"0"] = filtered(of.sum, q.own), filtered(of.sum, other)
		term[strings.ToUpper(of.name)+"1"], term[strings.ToUpper(of.name)+"0"] = side(of.sum, q.own), side(of.sum, other)
	}
	columns := []string{joined + " as label", "count(*) filter (" + q.own + ") as own_rows",
		q.figureSQL(q.own) + " as figure"}
	blank := "null::double"
	contribution, change, mix, rate := blank, blank, blank, blank
	switch {
	case q.num == "":
	case q.den == "":
		contribution = term["n1"]
		if compared {
			change = "(" + term["n1"] + ") - (" + term["n0"] + ")"
		}
	default:
		f := func(a, b string) string { return "(" + term[a] + ")::double / nullif((" + term[b] + "), 0)" }
		contribution = f("n1", "D1")
		if compared {
			overall := "(" + f("N1", "D1") + " + " + f("N0", "D0") + ") / 2"
			w1, w0, r1, r0 := f("d1", "D1"), f("d0", "D0"), f("n1", "d1"), f("n0", "d0")
			alone := fmt.Sprintf("(%s) - (%s) - ((%s) - (%s)) * (%s)", f("n1", "D1"), f("n0", "D0"), w1, w0, overall)
			mix = fmt.Sprintf("coalesce(((%s) - (%s)) * (((%s) + (%s)) / 2 - (%s)), %s)", w1, w0, r1, r0, overall, alone)
			rate = fmt.Sprintf("coalesce(((%s) + (%s)) / 2 * ((%s) - (%s)), 0)", w1, w0, r1, r0)
			change = "(" + mix + ") + (" + rate + ")"
		}
	}
	if q.other == "" {
		columns = append(columns, blank+" as other_figure")
	} else {
		columns = append(columns, q.figureSQL(other)+" as other_figure")
	}
	return fmt.Sprintf("select %s, %s as contribution, %s as change, %s as mix, %s as rate from t group by 1",
		strings.Join(columns, ", "), contribution, change, mix, rate)
}

// figureSQL returns SQL for the figure of the rows that pass a condition. It is null if no rows pass.
func (q question) figureSQL(where string) string {
	return "case when count(*) filter (" + where + ") > 0 then " + filtered(q.sql, where) + " end"
}

// filtered returns an SQL expression whose aggregates count only the rows that pass a condition.
func filtered(aggregate, where string) string {
	for _, call := range []string{"sum(price)", "sum(n)", "sum(big)", "count(*)", "count(n)", "count(price)", "avg(price)",
		"avg(n)", "median(price::double)", "count(distinct shop)", "max(price)"} {
		aggregate = strings.ReplaceAll(aggregate, call, call+" filter ("+where+")")
	}
	return aggregate
}

// labelSQL returns SQL for the label of a row, as a person reads it. between is the text between the edges of a range.
func labelSQL(field, between string) (string, error) {
	fields, err := query.ParseFields(field)
	if err != nil {
		return "", err
	}
	f := fields[0]
	null := func(of string) string { return "coalesce(" + of + ", '(blank)')" }
	switch f.Part {
	case query.Whole:
		return null(f.Column + "::varchar"), nil
	case query.Year:
		return null("year(" + f.Column + ")::varchar"), nil
	case query.TruncMonth:
		return null("strftime(" + f.Column + ", '%Y-%m')"), nil
	case query.TruncQuarter:
		return null(fmt.Sprintf("year(%s) || '-Q' || quarter(%[1]s)", f.Column)), nil
	case query.MonthName:
		return null("monthname(" + f.Column + ")"), nil
	case query.Edges:
		edges := strings.Split(f.Spec, ",")
		shown := func(i int) string {
			whole, rest, _ := strings.Cut(strings.TrimSpace(edges[i]), ".")
			n, _ := strconv.Atoi(whole)
			if text := report.Count(n); rest != "" {
				return strings.Repeat("-", strings.Count(whole, "-")-strings.Count(text, "-")) + text + "." + rest
			}
			return report.Count(n)
		}
		cases := []string{"when " + f.Column + " is null then '(blank)'"}
		for i, e := range edges {
			text := "below " + shown(i)
			if i > 0 {
				text = shown(i-1) + between + shown(i)
			}
			cases = append(cases, fmt.Sprintf("when %s < %s then '%s'", f.Column, e, text))
		}
		return fmt.Sprintf("case %s else '%s and above' end", strings.Join(cases, " "),
			shown(len(edges)-1)), nil
	}
	return "", fmt.Errorf("bench explain knows no SQL for %s", field)
}
