package csv

import (
	"slices"
	"strconv"

	"cardinal/data/infer"
)

// headerKind classifies the first line of a table.
type headerKind uint8

const (
	unknown       headerKind = iota // nothing decides whether the line has names
	isNames                         // a word stands above numbers or dates
	isData                          // the first line holds values like the lines below
	looksLikeData                   // the first line holds numbers or dates, which may be names
)

// judge compares the first record with the records below it, column by column.
func judge(records []record) headerKind {
	head, rows := records[0].fields, records[1:]
	data, odd := false, false
	words, repeated := 0, 0
	for col, name := range head {
		s := infer.KindOf(name)
		if s == infer.Nothing {
			continue
		}
		below, again := kindBelow(rows, col, head)
		switch {
		case s == infer.Word && below > infer.Word:
			return isNames
		case s == infer.Word:
			words++
			if again {
				repeated++
			}
		case below == infer.Figure && isYear(name) && !yearsBelow(rows, col):
		case below == s:
			data = true
		default:
			odd = true
		}
	}
	data = data || 2*repeated > words
	switch {
	case data && evenSteps(head):
		return looksLikeData
	case data || odd && len(rows) == 0 && !slices.ContainsFunc(head, isWord):
		return isData
	case odd:
		return looksLikeData
	}
	return unknown
}

// kindBelow returns the kind that at least four in five values of a column have, or infer.Nothing. again reports
// whether the value of the first line occurs in a row that differs from the first line.
func kindBelow(rows []record, col int, head []string) (s infer.Kind, again bool) {
	var times [infer.Truth + 1]int
	total := 0
	for _, r := range rows {
		if col >= len(r.fields) {
			continue
		}
		s := infer.KindOf(r.fields[col])
		if s == infer.Nothing {
			continue
		}
		times[s]++
		total++
		again = again || r.fields[col] == head[col] && !slices.Equal(r.fields, head)
	}
	for s, n := range times {
		if n > 0 && 5*n >= 4*total {
			return infer.Kind(s), again
		}
	}
	return infer.Nothing, again
}

// isYear reports whether a field may be a year.
func isYear(field string) bool {
	n, err := strconv.Atoi(field)
	return err == nil && n >= 1800 && n <= 2100
}

// yearsBelow reports whether half of a column's values may be years.
func yearsBelow(rows []record, col int) bool {
	years, total := 0, 0
	for _, r := range rows {
		if col < len(r.fields) && r.fields[col] != "" {
			total++
			if isYear(r.fields[col]) {
				years++
			}
		}
	}
	return 2*years >= total
}

// evenSteps reports whether the last four fields or more are whole numbers in even steps, as names of columns can be.
func evenSteps(fields []string) bool {
	run, step, before := 0, 0, 0
	for i := len(fields) - 1; i >= 0; i-- {
		n, err := strconv.Atoi(fields[i])
		if err != nil || run > 1 && before-n != step {
			break
		}
		if run > 0 {
			step = before - n
		}
		before = n
		run++
	}
	return run >= 4 && step > 0
}

func isWord(field string) bool { return infer.KindOf(field) == infer.Word }

func isNoWord(field string) bool { return infer.KindOf(field) != infer.Word }
