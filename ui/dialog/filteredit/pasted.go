package filteredit

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/internal/separators"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// missingNamed is the greatest number of pasted values without a label that the notice names.
const missingNamed = 5

// pastedValues returns the values of a pasted column or row of cells. It returns nil for the text of one cell, which is
// pasted into the search box instead.
func pastedValues(text string) (values []string) {
	for _, v := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }) {
		if v = strings.TrimSpace(v); v != "" {
			values = append(values, v)
		}
	}
	if len(values) < 2 {
		return nil
	}
	return values
}

// paste ticks the labels that are among pasted values, lists only them, and says which values are not labels.
func (c *checklist) paste(text string) bool {
	values := pastedValues(text)
	if len(values) == 0 || !c.counted {
		return false
	}
	if codes := c.choices.Codes; len(codes) > 0 && c.choices.Label(codes[0]).Type.Numeric() { // 1,200 is the label 1200
		for i, v := range values {
			values[i] = strings.ReplaceAll(separators.Read(v), ",", "")
		}
	}
	c.search.SetText("")
	c.finding = true
	how := session.Search{Whole: values, ByCount: c.order.Selected == byCount}
	field := c.field
	c.labels.Search(c.choices, how, func(codes []uint32) {
		c.finding = false
		if c.field != field || !c.counted {
			return // the dialog has changed to another field
		}
		c.list.SetLabels(c.choices, codes)
		c.list.ScrollToTop()
		distinct, missing := c.choices.Missing(values, codes)
		if c.list.Len() <= mostTicked {
			c.tickShown(true)
		} else {
			c.say()
		}
		c.sayPasted(distinct, missing)
	})
	return true
}

// sayPasted begins the notice with a sentence about pasted values. It says how many of the distinct values are labels,
// and names some that are not.
func (c *checklist) sayPasted(distinct int, missing []string) {
	text := lang.N("{{.Found}} of {{.N}} pasted value found.", "{{.Found}} of {{.N}} pasted values found.", distinct,
		lang.With{"Found": profiler.Count(distinct - len(missing))})
	if n := len(missing); n > 0 {
		named := lang.With{"Values": strings.Join(missing[:min(n, missingNamed)], ", ")}
		if n > missingNamed {
			text += " " + lang.N("Not in the table: {{.Values}} and {{.N}} more.",
				"Not in the table: {{.Values}} and {{.N}} more.", n-missingNamed, named)
		} else {
			text += " " + lang.L("Not in the table: {{.Values}}.", named)
		}
	}
	c.notice.SetText(text + " " + c.notice.Text)
	c.missing = slices.Clone(missing)
	c.copy.Hidden = len(missing) == 0
	c.copy.Refresh()
}

// copyMissing puts the pasted values that are not labels on the clipboard, one on each line.
func (c *checklist) copyMissing() {
	fyne.CurrentApp().Clipboard().SetContent(strings.Join(c.missing, "\n"))
}
