package infer

import (
	"bytes"
	"fmt"
	"strings"

	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// nullTexts has the texts that mean null in a column of numbers, dates or truth values.
var nullTexts = [...]string{
	"NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "NaN", "nan", "NaT", `\N`, "None", "none", "-", "--",
	"–", "—", "?", ".",
	"#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!",
}

// nullText returns the index of b in nullTexts, or -1.
func nullText(b []byte) int {
	if len(b) > len("#VALUE!") {
		return -1
	}
	for i, m := range nullTexts {
		if string(b) == m {
			return i
		}
	}
	return -1
}

// nullNote returns a note on the texts that became null, with their numbers. It returns "" if no text became null.
func (f *stats) nullNote() string {
	var parts []string
	all := 0
	for i, n := range f.nulls {
		if n > 0 {
			parts = append(parts, separators.Sprintf("%s (%d)", nullTexts[i], n))
			all += n
		}
	}
	switch all {
	case 0:
		return ""
	case 1:
		parts[0] = strings.TrimSuffix(parts[0], " (1)")
	}
	return separators.Counted(all, "value") + " read as null: " + strings.Join(parts, ", ")
}

// truth returns 1 for true and 0 for false, in any case, and -1 for anything else.
func truth(b []byte) int {
	switch {
	case len(b) == 4 && b[0]|0x20 == 't' && b[1]|0x20 == 'r' && b[2]|0x20 == 'u' && b[3]|0x20 == 'e':
		return 1
	case len(b) == 5 && b[0]|0x20 == 'f' && b[1]|0x20 == 'a' && b[2]|0x20 == 'l' && b[3]|0x20 == 's' &&
		b[4]|0x20 == 'e':
		return 0
	}
	return -1
}

func isInfinity(b []byte) bool {
	switch string(b) {
	case "Inf", "-Inf", "inf", "-inf", "Infinity", "-Infinity":
		return true
	}
	return false
}

// answers has pairs of words that mean true and false. S and N are not among them, because they also mean south and
// north.
var answers = [...][2]string{{"yes", "no"}, {"on", "off"}, {"ja", "nein"}, {"oui", "non"}, {"sí", "no"}, {"si", "no"},
	{"y", "n"}, {"t", "f"}}

// wordAnswers is the number of pairs that are words; these come first. The other pairs are letters, which may be codes.
// They are truth values only if a person chooses so.
const wordAnswers = 6

// yesNo has the words of a column that mean true and false.
type yesNo struct {
	not   uint16    // set of pairs (as bits) to which some word of the column does not belong
	words [2]string // a word for true, and one for false
}

// pairs returns the set of pairs to which a word belongs, as bits, and whether the word means true.
func pairs(b []byte) (set uint16, truth bool) {
	if len(b) > 4 {
		return 0, false
	}
	for i, p := range answers {
		for which, word := range p {
			if len(b) == len(word) && bytes.EqualFold(b, []byte(word)) {
				set |= 1 << i
				truth = which == 0
			}
		}
	}
	return set, truth
}

// yesTruth returns 1 for a word that means true, 0 for a word that means false, and -1 for anything else.
func yesTruth(b []byte) int {
	switch set, truth := pairs(b); {
	case set == 0:
		return -1
	case truth:
		return 1
	}
	return 0
}

// seeWord adds a word that means true or false, or a date that begins with a word.
func (f *stats) seeWord(b []byte) shape {
	if set, truth := pairs(b); set != 0 {
		i := 1
		if truth {
			i = 0
		}
		f.yes.not |= ^set
		f.yes.take(i, string(b))
		return shapeYes
	}
	if c := b[0] | 0x20; c >= 'a' && c <= 'z' || b[0] >= 0x80 {
		return f.seeMoment(b)
	}
	return shapeText
}

func (y *yesNo) merge(o *yesNo) {
	y.not |= o.not
	for i, w := range o.words {
		y.take(i, w)
	}
}

// take stores a word if it is the least one so far for true (0) or for false (1).
func (y *yesNo) take(i int, word string) {
	if y.words[i] == "" || word != "" && word < y.words[i] {
		y.words[i] = word
	}
}

// both reports whether all words belong to one pair, and both words of a pair occur.
func (y *yesNo) both() bool {
	return y.words[0] != "" && y.words[1] != "" && y.not&(1<<wordAnswers-1) != 1<<wordAnswers-1
}

func (y *yesNo) note() string {
	return fmt.Sprintf("%s and %s are read as true and false", ellipsis.Quote(y.words[0], 40),
		ellipsis.Quote(y.words[1], 40))
}
