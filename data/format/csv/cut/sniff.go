package cut

import (
	"bytes"
	"slices"
	"strconv"
)

// SniffSize is the number of bytes at the head of a text that decide its dialect.
const SniffSize = 64 << 10

// Sniff finds the dialect of a text by its head. d has what is known: the line ends, and the delimiter unless it is 0.
// whole says that the head is the whole text.
func Sniff(head []byte, d Dialect, whole bool) Dialect {
	double := d
	if d.Delim == 0 {
		double.Delim = SniffDelimiter(head, d, whole)
	}
	for _, backslash := range []bool{false, true} {
		single := d
		single.Single, single.Backslash = true, backslash
		if d.Delim == 0 {
			single.Delim = SniffDelimiter(head, single, whole)
		}
		if single.isBetter(head, double, whole) {
			return single
		}
	}
	if d.Delim == 0 && (bytes.IndexByte(head, double.Delim) < 0 || double.evenness(head, whole) < 1) {
		for _, runs := range []bool{true, false} {
			if blanks := (Dialect{Delim: ' ', EOL: d.EOL, Runs: runs}); blanks.isTable(head, whole) {
				return blanks
			}
		}
	}
	return double
}

// SniffDelimiter finds the delimiter with which the most records at the head of a text have the same number of fields,
// at least two. Delimiters between quotes do not count. A text without any of the delimiters has one column.
func SniffDelimiter(head []byte, d Dialect, whole bool) byte {
	best, bestScore := byte(','), 0.0
	for _, delim := range []byte{',', '\t', ';', '|', 0x01, 0x1F} {
		// Hive writes these two, and few texts have them.
		if (delim == 0x01 || delim == 0x1F) && bytes.IndexByte(head, delim) < 0 {
			continue
		}
		d.Delim = delim
		if s := d.score(head, whole); s > bestScore {
			best, bestScore = delim, s
		}
	}
	return best
}

// scanner returns a Scanner of the complete records at the head of a text.
func (d *Dialect) scanner(head []byte, whole bool) Scanner {
	if !whole {
		// The last record is probably incomplete.
		start, _, _ := d.lastRecord(head, false)
		if start > 0 {
			head = head[:start]
		}
	}
	return Scanner{Dialect: *d, Src: head}
}

// isBetter reports whether d, with apostrophes as quotes, fits a text better than `double`, with double quotes. All
// apostrophes at the start of fields must close. In addition, they must enclose all values of a column, or must make
// more records have the same number of fields. If the text has only one pair of apostrophes, all records must get the
// same number of fields.
func (d *Dialect) isBetter(head []byte, double Dialect, whole bool) bool {
	if !bytes.Contains(head, []byte{'\''}) {
		return false
	}
	sc := d.scanner(head, whole)
	sc.Counts = true
	quoted, plain := map[int]int{}, map[int]int{}
	for records := 0; records < 500 && sc.Next(); records++ {
		for col := range sc.Fields {
			switch f := &sc.Fields[col]; {
			case f.Quoted:
				quoted[col]++
			case len(f.Text) > 0 && f.Text[0] == '"':
				return false
			case len(f.Text) > 0 && records > 0:
				plain[col]++
			}
		}
	}
	if sc.Quotes.Literal > 0 || sc.Quotes.Closed == 0 {
		return false
	}
	for col, n := range quoted {
		if n > 1 && plain[col] == 0 {
			return true
		}
	}
	even := d.evenness(head, whole)
	return even > double.evenness(head, whole) && (even == 1 || sc.Quotes.Closed > 1)
}

// evenness returns the share of the records that have the most frequent number of fields.
func (d *Dialect) evenness(head []byte, whole bool) float64 {
	sc := d.scanner(head, whole)
	counts, records := map[int]int{}, 0
	for ; records < 500 && sc.Next(); records++ {
		counts[len(sc.Fields)]++
	}
	return float64(counts[MostFrequent(counts)]) / float64(max(1, records))
}

// leastAligned is the least number of records below the first, and of fields of each record, in a table with blanks
// between the fields.
const leastAligned = 3

// isTable reports whether all records of a text have as many fields as the first. In addition, a column must have a
// name above numbers, or some fields must be quoted.
func (d *Dialect) isTable(head []byte, whole bool) bool {
	sc := d.scanner(head, whole)
	sc.Counts = true
	width, records, times := 0, 0, false
	var numbers []bool
	for ; records < 500 && sc.Next(); records++ {
		if sc.Blank {
			continue
		}
		if width == 0 {
			width, numbers = len(sc.Fields), slices.Repeat([]bool{true}, len(sc.Fields))
		}
		if len(sc.Fields) != width {
			return false
		}
		for col := range sc.Fields {
			_, err := strconv.ParseFloat(string(sc.Fields[col].Text), 64)
			numbers[col] = numbers[col] && (err == nil) == (records > 0)
			// a date or a time of day, which may contain blanks
			times = times || bytes.ContainsAny(sc.Fields[col].Text, ":/")
		}
	}
	quoted := sc.Quotes.Closed > 0 && sc.Quotes.Literal == 0
	return width >= leastAligned && records > leastAligned && (quoted || !times && slices.Contains(numbers, true))
}

// score returns how well a delimiter fits the head of a text; a greater score is better.
func (d *Dialect) score(head []byte, whole bool) float64 {
	sc := d.scanner(head, whole)
	records, first := 0, 0
	counts := map[int]int{}
	for records < 500 && sc.Next() {
		if sc.Blank {
			continue
		}
		n := len(sc.Fields)
		if records++; records == 1 {
			first = n
		}
		counts[n]++
	}
	common := MostFrequent(counts)
	if first < 2 && common < 2 {
		return 0
	}
	score := float64(counts[common]) / float64(records)
	if common < 2 {
		score = 0.01
	}
	if common == first {
		score++
	}
	// Of two delimiters with equal scores, the one that makes more fields wins. The bonus is small, because a comma
	// that is in every text need not be a delimiter.
	return score + min(0.2, float64(common)/100)
}

// MostFrequent returns the number with the highest count. If several numbers have this count, it returns the greatest
// of them.
func MostFrequent(counts map[int]int) int {
	common := 0
	for n, t := range counts {
		if t > counts[common] || t == counts[common] && n > common {
			common = n
		}
	}
	return common
}

// SeparatorLine recognises the line "sep=;" that Excel writes and reads, and returns its length.
func SeparatorLine(head []byte) (delim byte, length int) {
	if !bytes.HasPrefix(bytes.ToLower(head[:min(len(head), 4)]), []byte("sep=")) || len(head) < 6 {
		return 0, 0
	}
	switch {
	case head[5] == '\n':
		return head[4], 6
	case head[5] == '\r' && len(head) > 6 && head[6] == '\n':
		return head[4], 7
	}
	return 0, 0
}

// LineEnd returns \r if the head of a file has \r and no \n, else \n.
func LineEnd(head []byte) byte {
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		return '\r'
	}
	return '\n'
}
