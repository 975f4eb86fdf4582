package export

import (
	"regexp"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// pivotingFormat says how the script of a page writes numbers.
type pivotingFormat struct {
	Scale   int    `json:"scale"`  // decimal places of exact numbers; -1: floats
	Places  int    `json:"places"` // decimal places that are shown
	Halves  bool   `json:"halves"`
	Percent bool   `json:"percent"`
	Grouped bool   `json:"grouped"`
	Chosen  bool   `json:"chosen"` // halves round away from zero, and floats round as the decimals that they print as
	Parens  bool   `json:"parens"`
	Plus    bool   `json:"plus"`
	Before  string `json:"before"`
	After   string `json:"after"`
}

// newPivotingFormat returns the format of a measure, given its grand total. It returns nil if the script cannot write
// the format: for times, lists, and number formats with several sections.
func newPivotingFormat(f pivot.Format, total data.Value) *pivotingFormat {
	out := &pivotingFormat{Scale: -1, Places: f.Places, Halves: f.Halves, Percent: f.Percent, Grouped: !f.Ungrouped,
		Parens: f.Parens, Plus: f.Plus}
	if f.Duration || f.List != data.Null || f.Places == pivot.Shortest || !total.Type.Numeric() {
		return nil
	}
	if total.Type != data.Float {
		out.Scale, out.Places = total.Scale, total.Scale
		if f.Percent {
			out.Places = max(0, total.Scale-2)
		}
	}
	if f.Chosen != nil {
		return out.chosen(f.Chosen.Code())
	}
	if f.Percent {
		out.After = "%"
	}
	blank := ""
	if f.Spaced {
		blank = " "
	}
	switch {
	case f.Currency == "":
	case f.After:
		out.After += blank + f.Currency
	default:
		out.Before = f.Currency + blank
	}
	return out
}

// simpleCode matches number formats of one section with digits, such as "€ "#,##0.00 or 0.0%.
var simpleCode = func() *regexp.Regexp {
	const literals = `((?:"[^"]*"|\\.|[^\pL0-9#,.;%\\"\[\]@?_*])*)`
	return regexp.MustCompile(`^` + literals + `(#,##0|0)(?:\.(0+))?` + literals + `(%?)` + literals + `$`)
}()

// literal matches a quoted text or an escaped character of a number format.
var literal = regexp.MustCompile(`"([^"]*)"|\\(.)`)

// chosen returns the format with a code that a person chose, or nil if the script cannot write the code.
func (f *pivotingFormat) chosen(code string) *pivotingFormat {
	m := simpleCode.FindStringSubmatch(code)
	if m == nil {
		return nil
	}
	plain := func(text string) string { return literal.ReplaceAllString(text, "$1$2") }
	return &pivotingFormat{Scale: f.Scale, Places: len(m[3]), Percent: m[5] != "", Chosen: true,
		Grouped: strings.Contains(m[2], ","), Before: plain(m[1]), After: plain(m[4]) + m[5] + plain(m[6])}
}
