package csv

import "strconv"

// verdict says what the first line of a table is.
type verdict uint8

const (
	unknown       verdict = iota // names, for want of a reason to think otherwise
	isNames                      // a word stands above numbers or dates
	isData                       // what stands in it also stands below it
	looksLikeData                // it holds numbers or dates, but they may be names
)

// sort of value, as far as it tells a name from a row.
type sort uint8

const (
	nothing sort = iota
	word
	figure
	day
	truthValue
)

// judge compares the first record with those below it, column by column.
func judge(records []record) verdict {
	head, rows := records[0].fields, records[1:]
	data, odd := false, false
	words, repeated := 0, 0
	for col, name := range head {
		s := sortOf(name)
		if s == nothing {
			continue
		}
		below, again := sortBelow(rows, col, head)
		switch {
		case s == word && below > word:
			return isNames
		case s == word:
			words++
			if again {
				repeated++
			}
		case below == figure && isYear(name) && !yearsBelow(rows, col):
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
	case data || odd && len(rows) == 0 && noWords(head):
		return isData
	case odd:
		return looksLikeData
	}
	return unknown
}

// sortOf tells what sort of value a field is.
func sortOf(field string) sort {
	if field == "" {
		return nothing
	}
	var f facts
	switch s := f.see([]byte(field)); {
	case s&shapeMarker != 0:
		return nothing
	case s&numeric != 0:
		return figure
	case s&(shapeDate|shapeYearLast|shapeStamp) != 0:
		return day
	case s&shapeBool != 0:
		return truthValue
	}
	return word
}

// sortBelow is the sort of four in five values of a column, and whether the first line's value is among those of a row
// that is not the first line again.
func sortBelow(rows []record, col int, head []string) (s sort, again bool) {
	var times [truthValue + 1]int
	total := 0
	for _, r := range rows {
		if col >= len(r.fields) {
			continue
		}
		s := sortOf(r.fields[col])
		if s == nothing {
			continue
		}
		times[s]++
		total++
		again = again || r.fields[col] == head[col] && !equal(r.fields, head)
	}
	for s, n := range times {
		if n > 0 && 5*n >= 4*total {
			return sort(s), again
		}
	}
	return nothing, again
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
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

// allWords reports whether every field is a word, and noWords whether none is.
func allWords(fields []string) bool {
	for _, f := range fields {
		if sortOf(f) != word {
			return false
		}
	}
	return true
}

func noWords(fields []string) bool {
	for _, f := range fields {
		if sortOf(f) == word {
			return false
		}
	}
	return true
}
