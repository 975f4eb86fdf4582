package totals

// The labels that Cardinal itself writes into a pivot.
const (
	missing = "(blank)"
	others  = "Others"
	allRows = "All rows"
)

// IsOthers reports whether a text is the label for all labels that such a pivot leaves out.
func IsOthers(text string) bool { return text == others }

// Plain returns the label of the table that a text in such a pivot means. stands is false for a missing label. If a
// label is empty, or reads like one of Cardinal's own labels, Cardinal puts quotes around it.
func Plain(text string) (label string, stands bool) {
	if text == missing {
		return "", false
	}
	inner := text
	for len(inner) >= 2 && inner[0] == '"' && inner[len(inner)-1] == '"' {
		inner = inner[1 : len(inner)-1]
	}
	if inner != text && (inner == "" || inner == missing || inner == others || inner == allRows || IsCount(inner) ||
		IsLabel(inner)) {
		return text[1 : len(text)-1], true
	}
	return text, true
}
