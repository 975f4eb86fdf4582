package pollock

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// loaded is the table that a reader made from a file.
type loaded struct {
	names []string
	rows  [][]string
	notes bool // the reader gives a warning
	err   error
}

// measures is the number of scores of a file. There is success, and precision, recall and F1 of each of names, records
// and fields.
const measures = 10

// score returns the sum of the scores of a table, as the benchmark's program computes them. Names, records and fields
// are compared as multisets. A record is one text of its fields, with "null" for an empty field.
func (p *polluted) score(l loaded) float64 {
	if l.err != nil {
		return 0
	}
	fields := func(rows [][]string) (all []string) {
		for _, row := range rows {
			all = append(all, row...)
		}
		return all
	}
	records := func(rows [][]string) (all []string) {
		for _, row := range rows {
			var b strings.Builder
			for _, text := range row {
				if text == "" {
					text = "null"
				}
				b.WriteString(text)
			}
			all = append(all, b.String())
		}
		return all
	}
	want, got := normaliseRows(p.rows), normaliseRows(l.rows)
	return 1 + agreement(normaliseRows([][]string{p.names})[0], normaliseRows([][]string{l.names})[0]) +
		agreement(records(want), records(got)) + agreement(fields(want), fields(got))
}

// agreement returns the sum of precision, recall and F1 of `got` compared with `want`.
func agreement(want, got []string) float64 {
	if len(want) == 0 {
		return 3
	}
	left := map[string]int{}
	for _, s := range want {
		left[s]++
	}
	both := 0
	for _, s := range got {
		if left[s] > 0 {
			left[s]--
			both++
		}
	}
	if both == 0 {
		return 0
	}
	precision, recall := float64(both)/float64(len(want)), float64(both)/float64(len(got))
	return precision + recall + 2*precision*recall/(precision+recall)
}

// same reports whether a table has the same names and rows as the file, in the same order. Every row of a table has the
// same number of fields. If a row of the file has fewer or more, empty fields at the ends of rows are ignored.
func (p *polluted) same(l loaded) bool {
	equal := func(a, b []string) bool {
		for i := range max(len(a), len(b)) {
			if (i >= len(a) || a[i] == "") != (i >= len(b) || b[i] == "") || i < len(a) && i < len(b) && a[i] != b[i] {
				return false
			}
		}
		return true
	}
	return l.err == nil && (p.names == nil || equal(normaliseRows([][]string{p.names})[0],
		normaliseRows([][]string{l.names})[0])) && slices.EqualFunc(normaliseRows(p.rows), normaliseRows(l.rows), equal)
}

// normaliseRows normalises every text of the rows.
func normaliseRows(rows [][]string) [][]string {
	out := make([][]string, len(rows))
	for i, row := range rows {
		out[i] = make([]string, len(row))
		for j, text := range row {
			out[i][j] = normaliseText(text)
		}
	}
	return out
}

// normaliseText returns a text in a form that is the same for readers with and without types. It changes numbers, with
// or without a dollar sign, dates, and times of day.
func normaliseText(text string) string {
	text = strings.ToLower(text)
	if n, err := strconv.ParseFloat(strings.TrimPrefix(text, "$"), 64); err == nil {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	for _, layout := range []string{"02/01/2006", "2006-01-02", "15:04:05", "15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.DateTime)
		}
	}
	return text
}
