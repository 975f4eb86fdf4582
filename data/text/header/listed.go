package header

import (
	"strings"

	"cardinal/internal/separators"
)

// Listed writes at most 30 names for a sentence, and how many more there are. of is the number of all names; it may
// be greater than len(names).
func Listed(names []string, of int) string {
	const most = 30
	text := strings.Join(names[:min(len(names), most)], ", ")
	if more := of - most; more > 0 {
		text += separators.Sprintf(" and %d more", more)
	}
	return text
}
