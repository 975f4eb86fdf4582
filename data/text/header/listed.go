package header

import (
	"strings"

	"cardinal/internal/separators"
)

// Listed is the first 30 of some names for a sentence, and how many there are besides. There are so many in
// all, which may be more than the names that are given.
func Listed(names []string, of int) string {
	const most = 30
	text := strings.Join(names[:min(len(names), most)], ", ")
	if more := of - most; more > 0 {
		text += separators.Sprintf(" and %d more", more)
	}
	return text
}
