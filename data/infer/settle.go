package infer

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/datetime"
	"cardinal/internal/ellipsis"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// settle changes some columns after they were read; a column that was not read is nil. It converts times of day to one
// form. It converts numbers such as 20150311 to dates if the name of the column means a date. If a column is text
// because its values are mixed, it adds a note.
func (c *Cells) settle(columns []*data.Column) {
	for i, col := range columns {
		f := &c.stats[i]
		if col == nil || c.options.chosen(i) != nil {
			continue
		}
		switch kinds := f.shapes &^ shapeNull; {
		case col.Type == data.Int && kinds == shapeInt:
			columns[i] = settleInts(col)
		case col.Type == data.Text && kinds == shapeClock:
			columns[i] = f.settleClocks(col)
		case col.Type == data.Text && col.Note == "" && kinds&^shapeInt == shapeText|shapeBig && f.bigOnly(col):
			col.Note = "whole numbers beyond 64 bits: kept as text"
		case col.Type == data.Text && col.Note == "" && kinds&shapeText == 0:
			col.Note = mixedNote(col)
		}
	}
}

// Repeated returns a note on the first row that repeats the names of the columns, or "". A column may be nil.
func Repeated(columns []*data.Column, names []string) string {
	if len(columns) < 2 || len(columns) > len(names) || slices.Contains(names[:len(columns)], "") {
		return ""
	}
	rows := -1
	for i, c := range columns {
		if c == nil {
			continue
		}
		if c.Type != data.Text {
			return ""
		}
		if !slices.Contains(c.Dict.Values, names[i]) {
			return ""
		}
		rows = c.Rows
	}
rows:
	for row := range rows {
		for i, c := range columns {
			if c != nil && (!c.Valid.Get(row) || c.Dict.Values[c.Codes.At(row)] != names[i]) {
				continue rows
			}
		}
		return separators.Sprintf("row %d repeats the names of the columns: another table may begin there", row+1)
	}
	return ""
}

// settleInts converts numbers such as 20150311 to dates if the name of the column means a date. If numbers may be dates
// or times and the name does not decide, it adds a note on the type to choose.
func settleInts(c *data.Column) *data.Column {
	words := data.Words(c.Name)
	named := func(some ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(some, w) })
	}
	rows := c.Rows - c.Nulls
	if days := daysOf(c); days != nil && rows > 2 {
		if named("date", "day", "datum", "tag", "jour", "fecha", "dia") ||
			strings.HasSuffix(strings.ToLower(c.Name), "date") {
			out := data.NewInts(c.Name, data.Date, 0, days, c.Valid)
			out.Note = fmt.Sprintf("whole numbers such as %d, read as dates", c.Min)
			return out
		}
		c.Note = fmt.Sprintf("the numbers, such as %d, may be dates: the type date reads them so", c.Min)
	}
	if !named("time", "timestamp", "ts", "epoch", "at", "created", "updated", "modified") {
		return c
	}
	for _, choice := range Choices {
		if first, last := int64(choice.Epoch)*6e8, int64(choice.Epoch)*41e8; choice.Epoch > 0 && rows > 2 &&
			c.Min >= first && c.Max <= last {
			c.Note = fmt.Sprintf("the numbers, such as %d, may be times: the type %s reads them as %ss since 1970",
				c.Min, choice.Name,
				map[int]string{1: "second", 1000: "millisecond", 1_000_000: "microsecond"}[choice.Epoch])
		}
	}
	return c
}

// daysOf returns the days of a column of integers such as 20150311. It returns nil if any integer is no such date.
func daysOf(c *data.Column) []int32 {
	if c.Min < 1900_01_01 || c.Max > 2100_12_31 {
		return nil
	}
	days := memory.Make[int32](c.Rows)
	for row := range days {
		if !c.Valid.Get(row) {
			continue
		}
		n := int(c.Int(row))
		day, ok := daysFrom(n/10000, n/100%100, n%100)
		if !ok {
			return nil
		}
		days[row] = int32(day)
	}
	return days
}

// settleClocks converts times of day to texts with 24 hours, so that they sort in the order of time. It changes nothing
// if no time has AM or PM and all hours have the same number of digits.
func (f *stats) settleClocks(c *data.Column) *data.Column {
	w := &f.written
	if !w.twelve && !(w.oneDigit && w.twoDigits) {
		return c
	}
	texts, codes := make([]string, 0, len(c.Dict.Values)), map[string]uint32{}
	to := make([]uint32, len(c.Dict.Values)+1)
	for i, text := range c.Dict.Values {
		m, ok := datetime.Parse(Trim([]byte(text)))
		switch {
		case !ok: // another text, such as n/a
		case !w.twelve && m.Clock.Hours == 1:
			text = "0" + strings.TrimSpace(text)
		case w.twelve && (w.seconds || f.fraction > 0):
			text = calendar.Clock(m.Clock.Second*pow10[f.fraction]+m.Clock.Nanos/pow10[9-f.fraction], f.fraction)
		case w.twelve:
			text = calendar.Clock(m.Clock.Second, 0)[:len("00:00")]
		}
		code, known := codes[text]
		if !known {
			code = uint32(len(texts))
			codes[text], texts = code, append(texts, text)
		}
		to[i] = code
	}
	out := memory.Make[uint32](c.Rows)
	for row := range out {
		out[row] = to[c.Codes.At(row)]
	}
	column := data.NewText(c.Name, out, texts, c.Valid)
	column.Note = fmt.Sprintf("times of day, written as %s",
		texts[slices.IndexFunc(texts, func(s string) bool { return s[0]-'0' < 10 })])
	return column
}

// bigOnly reports whether all texts of a column are integers. The caller knows that some have more than 64 bits.
func (f *stats) bigOnly(c *data.Column) bool {
	return !slices.ContainsFunc(c.Dict.Values, func(s string) bool {
		return strings.Trim(strings.TrimPrefix(s, "-"), "0123456789") != ""
	})
}

// kindWords has words for the kinds of values that a column can mix.
var kindWords = []struct {
	shapes shape
	words  string
}{{numeric, "numbers"}, {moments, "dates or times"}, {shapeClock, "times of day"}, {shapeBool, "truth values"},
	{shapeNull, ""}, {shapeYes, ""}}

// mixedNote returns a note on a column that is text because it mixes several kinds of values. It names the first row
// that differs from most rows.
func mixedNote(c *data.Column) string {
	kinds := make([]int, len(c.Dict.Values)+1)
	for i, s := range c.Dict.Values {
		var f stats
		for k, w := range kindWords {
			if f.see([]byte(s))&w.shapes != 0 {
				kinds[i] = k
			}
		}
	}
	var times, first [8]int
	for row := range c.Rows {
		if c.Valid.Get(row) {
			k := kinds[c.Codes.At(row)]
			if times[k]++; times[k] == 1 {
				first[k] = row
			}
		}
	}
	most, second := 0, -1
	for k, n := range times {
		if n > times[most] {
			most = k
		}
	}
	for k, n := range times {
		if n > 0 && k != most && kindWords[k].shapes != shapeNull && (second < 0 || first[k] < first[second]) {
			second = k
		}
	}
	if second < 0 || times[len(kindWords)-1] > 0 {
		return ""
	}
	return separators.Sprintf("%s and %s: kept as text, row %d is the first that disagrees with most: %s",
		kindWords[most].words, kindWords[second].words, first[second]+1,
		ellipsis.Quote(c.Value(first[second]).Text, 40))
}
