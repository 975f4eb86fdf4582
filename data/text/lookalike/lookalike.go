package lookalike

import (
	"context"
	"fmt"
	"hash/maphash"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"cardinal/data/parallel"
	"cardinal/internal/separators"
)

// Group is a set of labels that look the same.
type Group struct {
	Name   string   // how the labels look; often a label, too
	Others []string // the labels that differ from the name
}

// MostLabels is the number of first labels of a column that are compared. A column with more labels identifies
// things.
const MostLabels = 1 << 16

// Find returns the labels of a column that look the same, in the order of the column. Labels are compared by their
// look: letters are composed, full-width signs get plain width, and signs without a width are left out. Blanks of any
// kind become one blank, and vanish at the ends. Most labels equal their look, so few are kept.
func Find(labels []string) []Group {
	var groups []Group
	at := map[string]int{} // by look
	labels = shared(labels[:min(len(labels), MostLabels)])
	for _, label := range labels {
		look := lookOf(label)
		if look == label || look == "" {
			continue
		}
		i, known := at[look]
		if !known {
			i = len(groups)
			at[look], groups = i, append(groups, Group{Name: look})
		}
		groups[i].Others = append(groups[i].Others, label)
	}
	if len(groups) == 0 {
		return nil
	}
	plain := map[string]bool{} // looks that are labels
	for _, label := range labels {
		if _, is := at[label]; is {
			plain[label] = true
		}
	}
	return slices.DeleteFunc(groups, func(g Group) bool { return len(g.Others) == 1 && !plain[g.Name] })
}

// labelsOfPart is the number of labels in one piece of parallel work.
const labelsOfPart = 1 << 12

// shared returns the labels of each group whose looks have one hash, if the group has at least two labels, and one of
// them differs from its look. It keeps hashes instead of looks, because most free texts, such as comments, differ from
// their looks, and no two of them look the same.
func shared(labels []string) []string {
	seed := maphash.MakeSeed()
	odd, hashes := make([]bool, len(labels)), make([]uint64, len(labels))
	err := parallel.Ranges(context.Background(), runtime.GOMAXPROCS(0), len(labels), labelsOfPart, func(from, to int) {
		var look []byte
		for i, label := range labels[from:to] {
			if odd[from+i] = !isPlain(label); odd[from+i] {
				look = appendLook(look[:0], label)
				hashes[from+i] = maphash.Bytes(seed, look)
			}
		}
	})
	if err != nil {
		panic(err) // Ranges fails only if its function panics
	}
	many := map[uint64]bool{} // by hash of the look of an odd label: whether another label has the hash, too
	for i, hash := range hashes {
		if odd[i] {
			_, known := many[hash]
			many[hash] = known
		}
	}
	if len(many) == 0 {
		return nil
	}
	for i, label := range labels {
		if !odd[i] {
			hashes[i] = maphash.String(seed, label)
			if _, known := many[hashes[i]]; known {
				many[hashes[i]] = true
			}
		}
	}
	var out []string
	for i, label := range labels {
		if many[hashes[i]] {
			out = append(out, label)
		}
	}
	return out
}

// lookOf returns the look of a label: the text that a person sees.
func lookOf(label string) string {
	if isPlain(label) {
		return label
	}
	return string(appendLook(nil, label))
}

// appendLook appends the look of a label.
func appendLook(look []byte, label string) []byte {
	start, blank := len(look), false
	for i := 0; i < len(label); {
		switch c := label[i]; {
		case c >= utf8.RuneSelf:
			return appendWideLook(look[:start], label)
		case isVisible(c):
			if blank {
				look, blank = append(look, ' '), false
			}
			from := i
			for i++; i < len(label) && (isVisible(label[i]) || label[i] == ' ' && i+1 < len(label) &&
				isVisible(label[i+1])); {
				i++
			}
			look = append(look, label[from:i]...)
			continue
		case c == ' ' || c >= '\t' && c <= '\r':
			blank = len(look) > start
		}
		i++
	}
	return look
}

// isVisible reports whether a byte is a visible sign of ASCII.
func isVisible(c byte) bool { return c > ' ' && c < 0x7F }

// appendWideLook does what appendLook does for a label with characters beyond ASCII.
func appendWideLook(look []byte, label string) []byte {
	start, blank := len(look), false
	for _, r := range width.Fold.String(norm.NFC.String(label)) {
		switch {
		case unicode.IsSpace(r):
			blank = len(look) > start
		case isInvisible(r):
		default:
			if blank {
				look, blank = append(look, ' '), false
			}
			if r == '\u2010' || r == '\u2011' {
				r = '-'
			}
			look = utf8.AppendRune(look, r)
		}
	}
	return look
}

// isPlain reports whether a label equals its look, because it has only signs of ASCII, and single blanks between
// them.
func isPlain(label string) bool {
	before := byte(' ')
	for i := range len(label) {
		c := label[i]
		if c >= 0x7F || c < ' ' || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return before != ' ' || label == ""
}

// isInvisible reports whether a sign has no width, and changes no other sign: zero-width blanks, marks of direction,
// the soft hyphen, the byte order mark, and control characters. Joiners change letters and pictures.
func isInvisible(r rune) bool {
	switch {
	case r == '\u00ad', r == '\u034f', r == '\u061c', r == '\u200b', r == '\u200e', r == '\u200f', r == '\u2060',
		r == '\ufeff':
		return true
	}
	return unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// mostNamed is the number of labels that a note names.
const mostNamed = 3

// Note returns a sentence about the labels that look the same, or "" for no group.
func Note(groups []Group) string {
	n := 0
	var named []string
	for _, g := range groups {
		for _, label := range g.Others {
			if n++; n <= mostNamed {
				named = append(named, fmt.Sprintf("%q with %s", visibleText(label), differences(label)))
			}
		}
	}
	if n > mostNamed {
		named = append(named, "…")
	}
	if n == 0 {
		return ""
	}
	return separators.Plural(n, "1 label looks the same as another, and is counted apart: ",
		"%d labels look the same as another, and are counted apart: ") + strings.Join(named, ", ")
}

// visibleText returns a label without its invisible parts, cut if it is long.
func visibleText(label string) string {
	look := []rune(lookOf(label))
	if len(look) > 40 {
		look = append(look[:39], '…')
	}
	return string(look)
}

// differences describes how a label differs from its look.
func differences(label string) string {
	var found []string
	add := func(is bool, what string) {
		if is {
			found = append(found, what)
		}
	}
	trimmed := strings.TrimLeftFunc(label, unicode.IsSpace)
	add(len(trimmed) < len(label), "a blank at its beginning")
	label = strings.TrimRightFunc(trimmed, unicode.IsSpace)
	add(len(label) < len(trimmed), "a blank at its end")
	composed := norm.NFC.String(label)
	add(composed != label, "letters in parts")
	blanks, before := 0, ' '
	odd := map[rune]bool{}
	for _, r := range composed {
		if unicode.IsSpace(r) {
			if unicode.IsSpace(before) {
				blanks++
			}
		}
		if r != ' ' && (unicode.IsSpace(r) || isInvisible(r) || r == '\u2010' || r == '\u2011') && !odd[r] {
			odd[r] = true
			found = append(found, fmt.Sprintf("the sign %U", r))
		}
		before = r
	}
	add(blanks > 0, "several blanks in a row")
	add(width.Fold.String(composed) != composed && len(odd) == 0, "signs of another width")
	if len(found) == 0 {
		return "another spelling"
	}
	return strings.Join(found, " and ")
}
