package cut

import "bytes"

// SniffSize is how many bytes at the head of a text tell its dialect.
const SniffSize = 64 << 10

// SniffDelimiter finds the delimiter that cuts the most records at the head of a text into the same number of
// fields, two at least. Delimiters between quotes do not count. A text with none of the delimiters has one
// column.
func SniffDelimiter(head []byte, eol byte, whole bool) byte {
	best, bestScore := byte(','), 0.0
	for _, delim := range []byte{',', '\t', ';', '|', 0x01, 0x1F} {
		// most texts have none: Hive writes them
		if (delim == 0x01 || delim == 0x1F) && bytes.IndexByte(head, delim) < 0 {
			continue
		}
		if s := delimiterScore(head, delim, eol, whole); s > bestScore {
			best, bestScore = delim, s
		}
	}
	return best
}

func delimiterScore(head []byte, delim, eol byte, whole bool) float64 {
	d := Dialect{Delim: delim, EOL: eol}
	if !whole {
		// The last record is likely to be cut.
		start, _, _ := d.lastRecord(head, false)
		if start > 0 {
			head = head[:start]
		}
	}
	sc := Scanner{Dialect: d, Src: head}
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
	// Between equals the delimiter that cuts finer wins, but only just: a comma in every text is not a delimiter.
	return score + min(0.2, float64(common)/100)
}

// MostFrequent is the number that was counted most often, the greatest of several.
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

// LineEnd is \r for the head of a file that has no \n at all.
func LineEnd(head []byte) byte {
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		return '\r'
	}
	return '\n'
}
