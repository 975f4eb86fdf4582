package formulaedit

import (
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/glyph"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// AskWhere opens an editor of the condition of measure m over table t. It calls `use` with the measure and its new
// condition. If the text is empty, the measure has no condition. If the person cancels, AskWhere calls nothing.
func AskWhere(d *dialogs.Stack, t *data.Table, m query.Measure, use func(query.Measure)) {
	title := lang.L("Only rows where: {{.Measure}}", lang.With{"Measure": view.MeasureTitle(m)})
	f := newWhereEditor(d.Tips(), t, m)
	f.open(d, title, 560, 450, f.entry, func(text string) {
		if next, err := view.CheckWhere(t, m, text); err == nil {
			use(next)
		}
	})
}

// comparisons are the texts in the list beside the columns, to insert into a condition.
var comparisons = []string{"=", "<>", ">", "<", ">=", "<=", "and", "or", "not", "in ('A', 'B')", "between 1 and 9",
	"contains 'text'", "begins 'text'", "ends 'text'",
	"is null", "in last 30 days"}

func newWhereEditor(tips *tip.Tip, t *data.Table, m query.Measure) *editor {
	f := &editor{tips: tips, entry: input.New(), empty: lang.L("No condition: every row counts.")}
	f.read = func(text string) (string, error) {
		next, err := view.CheckWhere(t, m, text)
		next.Name = ""
		return meaning(next, err)
	}
	f.entry.SetPlaceHolder(glyph.Reorder(lang.L("For example {{.Example}}", lang.With{"Example": whereExample(t)})))
	f.build(m.Where, f.entry, 2, f.columns(lang.L("Insert a column"), data.Names(t.Columns)),
		newPicker(lang.L("Insert a comparison"), comparisons, tips,
			func(text string) { f.insert(" " + text + " ") }),
		lang.L("Only the rows for which the condition holds count. Texts stand in 'single quotes', dates as "+
			"2024-01-31. Join conditions by and, or, not. An empty text removes the condition."))
	return f
}

// whereExample returns an example of a condition, which compares the first text and the first number of the table.
func whereExample(t *data.Table) string {
	var parts []string
	for _, c := range t.Columns {
		if c.Type == data.Text && c.Rows > 0 && len(parts) == 0 {
			if v := c.Value(0); !v.IsNull() && len(v.String()) < 20 {
				parts = append(parts, query.Field{Column: c.Name}.String()+" = '"+strings.ReplaceAll(v.String(),
					"'", "''")+"'")
			}
		}
	}
	if numbers := measureNames(t); len(numbers) > 0 {
		parts = append(parts, query.Field{Column: numbers[0]}.String()+" > 10")
	}
	if len(parts) == 0 {
		return testedColumn(t) + " is not null"
	}
	return strings.Join(parts, " and ")
}
