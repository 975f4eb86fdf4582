package pushtest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// Compare compares the answer of a pivot with the rows of its statement. A nil text is null.
func Compare(tab *pivot.Crosstab, rows [][]*string) error {
	q := tab.Query
	fields := len(q.Rows) + len(q.Cols)
	want := map[string][]data.Value{}
	masked := false
	for r := range tab.Rows.Len() {
		for c := range tab.Cols.Len() {
			rd, cd := tab.Rows.Depth(r), tab.Cols.Depth(c)
			if !shown(q.Layout, q.Rows, rd, q.Layout.Totals.HasCols()) ||
				!shown(q.Layout, q.Cols, cd, q.Layout.Totals.HasRows()) || tab.Empty(r, c) {
				continue
			}
			var labels []string
			mask := 0
			for i := range fields {
				axis, node, depth, at := &tab.Rows, r, rd, i
				if i >= len(q.Rows) {
					axis, node, depth, at = &tab.Cols, c, cd, i-len(q.Rows)
				}
				mask *= 2
				if at >= depth {
					mask++
					labels = append(labels, "null")
					continue
				}
				labels = append(labels, label(axis.Fields[at], axis.Path(node)[at]))
			}
			masked = masked || mask > 0
			var figures []data.Value
			for m := range q.Values {
				figures = append(figures, tab.Cell(r, c, m))
			}
			want[fmt.Sprint(labels, " ", mask)] = figures
		}
	}
	seen := map[string]bool{}
	for _, row := range rows {
		var labels []string
		for i, f := range slices.Concat(q.Rows, q.Cols) {
			labels = append(labels, said(f, row[i]))
		}
		mask := "0"
		if len(row) > fields+len(q.Values) {
			mask = *row[fields]
		}
		id := fmt.Sprint(labels, " "+mask)
		figures, ok := want[id]
		if !ok || seen[id] {
			return fmt.Errorf("the statement has the row %s: known %t, twice %t", id, ok, seen[id])
		}
		seen[id] = true
		for i, v := range figures {
			if err := equal(v, row[len(row)-len(figures)+i]); err != nil {
				return fmt.Errorf("row %s, %s: %w", id, q.Values[i], err)
			}
		}
	}
	for id, figures := range want {
		none := !slices.ContainsFunc(figures, func(v data.Value) bool { return !v.IsNull() && v.String() != "0" })
		if !seen[id] && !(none && len(want) == 1) { // a total of no rows

			return fmt.Errorf("the statement lacks the row %s of %d", id, len(want))
		}
	}
	if !masked && len(rows) > 0 && len(rows[0]) > fields+len(q.Values) {
		for _, row := range rows {
			if *row[fields] != "0" {
				return errors.New("the statement has totals that the pivot does not show")
			}
		}
	}
	return nil
}

// shown reports whether the layout shows labels, or totals, at a depth.
func shown(l query.Layout, fields []query.Field, depth int, grand bool) bool {
	return depth == len(fields) || depth == 0 && grand || depth > 0 && l.Subtotals(fields[depth-1])
}

// label returns a label of Cardinal's answer in the form in which labels are compared.
func label(f query.Field, v data.Value) string {
	text := v.String()
	switch {
	case v.IsNull():
		return "null"
	case v.Type == data.Text && f.Part == query.Whole:
		return strconv.Quote(text)
	case f.Part == query.Bin:
		text = strings.ReplaceAll(strings.Split(text, " - ")[0], ",", "")
	case f.Part.Kind().Unit != 0 && f.Part != query.TruncYear:
		first := moment(v.Time().UTC().Format("2006-01-02 15:04:05"))
		return strings.Replace(first, "1969-12-29", "1970-01-01", 1) // the first week of ClickHouse's calendar
	}
	return plain(text)
}

// said returns a label of a statement's answer in the same form as label.
func said(f query.Field, text *string) string {
	switch {
	case text == nil:
		return "null"
	case f.Column == "a" || f.Column == "b":
		return strconv.Quote(*text)
	case f.Part.Kind().Unit != 0 && f.Part != query.TruncYear:
		return strings.Replace(moment(*text), "1969-12-29", "1970-01-01", 1)
	}
	return plain(*text)
}

// plain writes numbers, truth values and times in the form in which they are compared.
func plain(text string) string {
	months := []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
		"November", "December"}
	days := []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	switch i, j := slices.Index(months, text), slices.Index(days, text); {
	case i >= 0:
		return fmt.Sprint(i + 1)
	case j >= 0:
		return fmt.Sprint(j + 1)
	case text == "true" || text == "t":
		return "1"
	case text == "false" || text == "f":
		return "0"
	}
	if strings.Count(text, "-") > 1 {
		return moment(text)
	}
	if strings.Contains(text, ".") && !strings.ContainsAny(text, "eE") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}

// moment returns a time without trailing zeros.
func moment(text string) string {
	text = strings.Replace(text, "0000-00-00", "1970-01-01", 1) // an old ClickHouse writes zeros
	text = strings.TrimSuffix(strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z"), "+00")
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return strings.TrimSuffix(text, " 00:00:00")
}

// equal compares a figure with the figure of a statement. Exact figures must be equal; other figures may differ in the
// last digits.
func equal(v data.Value, text *string) error {
	switch {
	case v.IsNull() && text == nil:
		return nil
	case v.IsNull() || text == nil:
		got := "null"
		if text != nil {
			got = *text
		}
		return fmt.Errorf("%s, and the statement gives %s", v, got)
	case v.Type == data.Float:
		f, err := strconv.ParseFloat(*text, 64)
		if g := v.Float; err != nil && !errors.Is(err, strconv.ErrRange) || f != g && !(f != f && g != g) &&
			!(math.Abs(f-g) <= 1e-9*math.Max(1e-3, math.Max(math.Abs(f), math.Abs(g)))) {
			return fmt.Errorf("%v, and the statement gives %s", v, *text)
		}
		return nil
	case v.Type == data.Text:
		if v.Text != *text {
			return fmt.Errorf("%q, and the statement gives %q", v.Text, *text)
		}
		return nil
	}
	if a, b := plain(v.String()), plain(*text); a != b {
		return fmt.Errorf("%s, and the statement gives %s", a, b)
	}
	return nil
}
