package charset

import (
	"bytes"

	"cardinal/data/format/csv/cut"
	"cardinal/internal/separators"
)

// ToUTF8 converts a text that is not UTF-8. It returns the name of the encoding that the bytes suggest, and notes on
// the conversion.
func ToUTF8(raw []byte) (text []byte, name string, notes []string) {
	if text, name = Guess(raw); name != "" {
		note := "the text is not UTF-8 and was read as " + name + ", which its bytes speak for"
		return text, name, append([]string{note}, DamagedNote(text)...)
	}
	text, changed, first := FromWindows(raw)
	notes = []string{separators.Plural(changed, "1 byte is not UTF-8 and was read as Windows-1252, in line ",
		"%d bytes are not UTF-8 and were read as Windows-1252, the first in line ") +
		separators.Count(lineOf(raw, first))}
	return text, "windows-1252", notes
}

// DamagedNote returns a note with the number of characters that could not be converted to UTF-8, or nil if all could
// be.
func DamagedNote(text []byte) []string {
	const replaced = "\uFFFD"
	switch n, line := bytes.Count(text, []byte(replaced)), lineOf(text, bytes.Index(text, []byte(replaced))); n {
	case 0:
		return nil
	case 1:
		return []string{separators.Sprintf("1 character is damaged and was read as %s, in line %d", replaced, line)}
	default:
		return []string{separators.Sprintf("%d characters are damaged and were read as %s, the first in line %d", n,
			replaced, line)}
	}
}

// lineOf returns the number of the line at an offset of a text. The number of the first line is 1.
func lineOf(text []byte, offset int) int {
	return 1 + bytes.Count(text[:max(0, offset)], []byte{cut.LineEnd(text[:min(len(text), cut.SniffSize)])})
}
