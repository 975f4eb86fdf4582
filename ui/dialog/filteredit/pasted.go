package filteredit

import (
	"maps"
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// missingNamed is the greatest number of pasted values without a label that the notice names.
const missingNamed = 5

// paste ticks the labels that are among pasted values, lists only them, and says which values are not labels. The text
// of one cell is pasted into the search box instead.
func (c *checklist) paste(text string) bool {
	if !strings.ContainsAny(strings.TrimSpace(text), "\n\r\t") {
		return false
	}
	c.search.SetText("")
	c.pasted = text
	c.match()
	return true
}

// forgetPasted forgets the pasted values. Their labels keep their ticks.
func (c *checklist) forgetPasted() {
	c.pasted, c.found = "", session.Found{}
	c.copy.Hide()
	c.fold.Hide()
	c.changed()
}

// match looks for the labels of the pasted values, once the labels are known. It unticks labels that an earlier match
// of the same values ticked.
func (c *checklist) match() {
	for v := range c.found.Ticked {
		delete(c.ticked, v)
	}
	c.found = session.Found{}
	c.changed()
	c.say()
	if !c.counted {
		return
	}
	c.finding = true
	how := session.Pasted{Text: c.pasted, Exact: !c.fold.Checked, ByCount: c.order.Selected == lang.L(byCount)}
	field := c.field
	c.labels.FindPasted(c.choices, how, func(found session.Found) {
		c.finding = false
		if c.field != field || !c.counted || c.pasted != how.Text {
			return // the dialog has changed to another field
		}
		c.showFound(found)
		if then := c.then; then != nil {
			c.then = nil
			then()
		}
	})
}

// showFound ticks the labels of pasted values, and lists only them.
func (c *checklist) showFound(found session.Found) {
	c.found = found
	if len(c.ticked) == 0 {
		c.ticked = maps.Clone(found.Ticked) // faster than a copy of each value
	} else {
		maps.Copy(c.ticked, found.Ticked)
	}
	c.list.SetLabels(c.choices, found.Codes)
	c.list.ScrollToTop()
	c.changed()
	c.say()
	c.notice.SetText(c.pastedText(found) + " " + c.notice.Text)
	input.Show(c.copy, len(found.Missing) > 0)
	input.Show(c.fold, found.Folded > 0 || !c.fold.Checked)
	c.root.Refresh()
}

// pastedText says how many of the distinct pasted values are labels, and names some that are not.
func (c *checklist) pastedText(found session.Found) string {
	n := len(found.Missing)
	text := lang.N("{{.Found}} of {{.N}} pasted value found.", "{{.Found}} of {{.N}} pasted values found.",
		found.Values, lang.With{"Found": profiler.Count(found.Values - n)})
	if found.Folded > 0 {
		text += " " + lang.N("{{.N}} of them differs in case or blanks.", "{{.N}} of them differ in case or blanks.",
			found.Folded)
	}
	if n == 0 {
		return text
	}
	named := lang.With{"Values": strings.Join(found.Missing[:min(n, missingNamed)], ", ")}
	if n > missingNamed {
		text += " " + lang.N("Not in the table: {{.Values}} and {{.N}} more.",
			"Not in the table: {{.Values}} and {{.N}} more.", n-missingNamed, named)
	} else {
		text += " " + lang.L("Not in the table: {{.Values}}.", named)
	}
	switch {
	case found.Foreign == 0:
	case c.choices.Label(c.choices.Codes[0]).Type.Temporal():
		text += " " + lang.N("{{.N}} of them is not a date.", "{{.N}} of them are not dates.", found.Foreign)
	default:
		text += " " + lang.N("{{.N}} of them is not a number.", "{{.N}} of them are not numbers.", found.Foreign)
	}
	return text
}

// copyMissing puts the pasted values that are not labels on the clipboard, one on each line.
func (c *checklist) copyMissing() {
	fyne.CurrentApp().Clipboard().SetContent(strings.Join(c.found.Missing, "\n"))
}
