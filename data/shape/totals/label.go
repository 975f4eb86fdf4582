package totals

// The labels of Cardinal in a pivot that are none of the table.
const (
	missing = "(blank)"
	others  = "Others"
	allRows = "All rows"
)

// IsOthers reports whether a text is the label of the labels that such a pivot leaves out, as one.
func IsOthers(text string) bool { return text == others }

// Plain is the label of the table that such a pivot writes as a text; stands is false for a label that is
// missing. Cardinal puts a label into quotes that is empty, or would read like a label of its own.
func Plain(text string) (label string, stands bool) {
	if text == missing {
		return "", false
	}
	inner := text
	for len(inner) >= 2 && inner[0] == '"' && inner[len(inner)-1] == '"' {
		inner = inner[1 : len(inner)-1]
	}
	if inner != text && (inner == "" || inner == missing || inner == others || inner == allRows || IsCount(inner) || IsLabel(inner)) {
		return text[1 : len(text)-1], true
	}
	return text, true
}
