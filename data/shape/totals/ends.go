package totals

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"cardinal/data"
	"cardinal/internal/each"
)

// Kind says how the numbers of a row are computed from the numbers above it.
type Kind int

// The kinds of rows. The package does not compute the numbers of Further, such as a deviation.
const (
	Sums Kind = iota
	Averages
	Minima
	Maxima
	Counts
	Medians
	Further
)

// String returns the kind for a sentence.
func (k Kind) String() string {
	return [...]string{"totals", "averages", "minima", "maxima", "counts", "medians", "figures"}[k]
}

// figures has words, in lower case, that begin a row of averages, minima and the like of the rows above. The variable
// words has the words for totals. A word is not sure if it may also be a name or an ordinary label.
var figures = []struct {
	kind Kind
	sure bool
	of   []string
}{
	{Averages, true, []string{"average", "averages", "avg", "mean", "means", "ø", "durchschnitt", "mittelwert",
		"moyenne", "promedio", "gemiddelde", "среднее", "平均"}},
	{Averages, false, []string{"mittel", "media", "média"}},
	{Minima, true, []string{"minimum", "mínimo", "minimo", "минимум", "最小"}},
	{Minima, false, []string{"min"}},
	{Maxima, true, []string{"maximum", "máximo", "massimo", "максимум", "最大"}},
	{Maxima, false, []string{"max"}},
	{Counts, false, []string{"count", "anzahl", "nombre", "recuento"}},
	{Medians, true, []string{"median", "médiane", "mediana", "медиана"}},
	{Further, true, []string{"std", "std dev", "stdev", "standard deviation", "standardabweichung"}},
	{Further, false, []string{"variance"}},
}

// kindOf returns the kind of row that a text announces. ok is false for any other text, and sure is false if the text
// may be a name.
func kindOf(text string) (k Kind, sure, ok bool) {
	if Is(text) {
		return Sums, true, true
	}
	text = plainWord(text)
	for _, f := range figures {
		if slices.Contains(f.of, text) {
			return f.kind, f.sure, true
		}
	}
	return 0, false, false
}

// kindAmong does what kindOf does. It also finds a sure word that is the first or the last of several words: Mean of
// months, Monthly average, Total (12). Such a text may be a name.
func kindAmong(text string) (k Kind, sure, ok bool) {
	if k, sure, ok = kindOf(text); ok {
		return k, sure, true
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	for i, word := range words {
		if i > 0 && i < len(words)-1 {
			continue
		}
		if k, sure, _ = kindOf(word); sure {
			return k, false, true
		}
	}
	return 0, false, false
}

// plainWord returns a text in the form of words and figures.
func plainWord(text string) string {
	return strings.ToLower(strings.TrimRight(strings.TrimSpace(text), ": ."))
}

// MayLabel reports whether a text may be the label of a row that sums up the rows above it, in some way.
func MayLabel(text string) bool {
	_, _, ok := kindAmong(text)
	return ok
}

// Column is a column of a table or of a sheet.
type Column interface {
	Text(row int) string                // "" in a row without a text
	Number(row int) (float64, bool)     // false in a row without a number
	Filled(row int) bool                // false in a row without a value
	Numbers(rows int) iter.Seq[float64] // of the first rows
	Repeats(row int) bool               // another row has the same text
}

// Ending is the result of FindEnding.
type Ending struct {
	Rows  int    // number of rows at the end that do not belong to the table
	Label string // of the first of these rows, or of a last row that is only suspect; ""
	Kind  Kind   // of the row with the label
}

// mostFigures is the greatest number of rows at the end that are taken for sums, averages or the like of the rows
// above.
const mostFigures = 8

// MostRemarks is the greatest number of remarks, which are rows with a single text, below such rows.
const MostRemarks = 5

// FindEnding finds the rows at the end that sum up the rows above them. Each of these rows begins with a word such as
// Total, which no other row has. At least half of its numbers must be the sums, averages, minima or maxima of their
// columns. If the word may be a name, such as Max, all numbers must be such figures, and there must be two such rows or
// two such columns. Remarks below these rows do not belong to the table either.
func FindEnding(columns []Column, rows int) Ending {
	remarks := 0
	for remarks < min(MostRemarks, rows-1) && isRemark(columns, rows-1-remarks) {
		remarks++
	}
	var found []figure
	for row := rows - remarks - 1; row >= 2 && len(found) < mostFigures; row-- {
		f, ok := figureOf(columns, row)
		if !ok {
			break
		}
		found = slices.Insert(found, 0, f)
	}
	for from := range found {
		if some := found[from:]; areFigures(columns, some) {
			return Ending{len(some) + remarks, some[0].label, some[0].kind}
		}
	}
	if remarks > 0 || rows < 3 {
		return Ending{}
	}
	last, ok := figureWithin(columns, rows-1)
	if n := len(found); n > 0 {
		last, ok = found[n-1], true
	}
	if ok {
		if numbers, equal := last.compare(columns, last.row); last.sure || equal > 0 && equal == numbers {
			return Ending{0, last.label, last.kind}
		}
	}
	return Ending{}
}

// isRemark reports whether a row has a single value, and the value is a text that announces no sums.
func isRemark(columns []Column, row int) bool {
	filled, text := 0, ""
	for _, c := range columns {
		if c.Filled(row) {
			filled++
			text = c.Text(row)
		}
	}
	_, _, says := kindOf(text)
	return len(columns) > 1 && filled == 1 && text != "" && !says
}

// figure is a row that may hold sums, averages or the like of the rows above it.
type figure struct {
	row   int
	label string
	kind  Kind
	sure  bool
}

// figureOf returns the figure that a row may be. The first value of the row must be a word that announces it, and no
// other row may have the word.
func figureOf(columns []Column, row int) (f figure, ok bool) {
	for _, c := range columns {
		if !c.Filled(row) {
			continue
		}
		f.row, f.label = row, c.Text(row)
		f.kind, f.sure, ok = kindAmong(f.label)
		return f, ok && !c.Repeats(row)
	}
	return f, false
}

// figureWithin returns the last row as a figure if its first value is not the word that announces one. Either the word
// follows another value, or no value is such a word, and the row is the only one that is empty in the first column.
func figureWithin(columns []Column, row int) (f figure, ok bool) {
	f.row = row
	for _, c := range columns {
		f.label = c.Text(row)
		if f.kind, _, ok = kindAmong(f.label); ok && !c.Repeats(row) {
			return f, true
		}
	}
	for above := range row + 1 {
		if columns[0].Filled(above) == (above == row) {
			return f, false
		}
	}
	f.kind, f.label = Sums, missing
	return f, row > 2 // in a column of 1, 2, 3, the last value is the sum by chance
}

// areFigures reports whether consecutive rows at the end are figures of all rows above them.
func areFigures(columns []Column, some []figure) bool {
	proven := 0
	for _, f := range some {
		if f.kind == Further {
			continue
		}
		numbers, equal := f.compare(columns, some[0].row)
		if equal == 0 || 2*equal < numbers || !f.sure && (equal < numbers || numbers < 2 && len(some) < 2) {
			return false
		}
		proven++
	}
	return proven > 0
}

// compare counts the numbers of the row. equal counts the numbers that match the figure of the first `rows` values of
// their columns.
func (f *figure) compare(columns []Column, rows int) (numbers, equal int) {
	for _, c := range columns {
		if n, ok := c.Number(f.row); ok {
			numbers++
			if matches(f.kind, n, c.Numbers(rows)) {
				equal++
			}
		}
	}
	return numbers, equal
}

// matches reports whether n is the sum, the average, the count or the like of some numbers. A sum of 0 proves
// nothing. An average or a median may be rounded to the digits with which it is written.
func matches(k Kind, n float64, of iter.Seq[float64]) bool {
	count, least, most := 0, math.Inf(1), math.Inf(-1)
	var all []float64     // all numbers, if the median matters
	sum, rest := 0.0, 0.0 // rest: the rounding errors of sum (Neumaier)
	for v := range of {
		count++
		next := sum + v
		if math.Abs(sum) >= math.Abs(v) {
			rest += sum - next + v
		} else {
			rest += v - next + sum
		}
		sum = next
		least, most = min(least, v), max(most, v)
		if k == Medians {
			all = append(all, v)
		}
	}
	sum += rest
	near := 1e-12 * math.Abs(n)
	if digits := strconv.FormatFloat(n, 'e', -1, 64); len(digits) > len("-1.23456789012345e+00") {
		near *= 1000 // another program may have added floats with rounding
	}
	switch {
	case count < 2:
		return false
	case k == Sums:
		return n != 0 && math.Abs(n-sum) <= near
	case k == Minima:
		return n == least
	case k == Maxima:
		return n == most
	case k == Counts:
		return n == float64(count)
	case k == Averages, k == Medians:
		middle := sum / float64(count)
		if k == Medians {
			slices.Sort(all)
			middle = (all[(count-1)/2] + all[count/2]) / 2
		}
		_, places, _ := strings.Cut(strconv.FormatFloat(n, 'f', -1, 64), ".")
		return math.Abs(n-middle) <= near+math.Pow10(-len(places))/2
	}
	return false
}

// FindTableEnding does what FindEnding does for a table.
func FindTableEnding(t *data.Table) Ending {
	columns := each.Of(t.Columns, func(c *data.Column) Column { return tableColumn{c} })
	return FindEnding(columns, t.Rows)
}

type tableColumn struct{ *data.Column }

func (c tableColumn) Filled(row int) bool { return c.Valid.Get(row) }

func (c tableColumn) Text(row int) string {
	if c.Type != data.Text || !c.Valid.Get(row) {
		return ""
	}
	return c.Value(row).Text
}

func (c tableColumn) Number(row int) (float64, bool) {
	if !c.Type.Numeric() || !c.Valid.Get(row) {
		return 0, false
	}
	return c.Value(row).Number()
}

func (c tableColumn) Numbers(rows int) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for row := range rows {
			if n, ok := c.Number(row); ok && !yield(n) {
				return
			}
		}
	}
}

func (c tableColumn) Repeats(row int) bool {
	text := c.Text(row)
	for i := range c.Rows {
		if i != row && c.Text(i) == text {
			return true
		}
	}
	return false
}
