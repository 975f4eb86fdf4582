package export

import (
	"cmp"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// addAbout adds the sheet About, which says what the figures of a pivot are computed from.
func (b *book) addAbout(p Pivot) error {
	b.about = b.words.L(aboutSheet)
	if err := b.newSheet(b.about); err != nil {
		return err
	}
	return b.wordSheet(b.about, []string{b.title}, nil, factRows(pivotFacts(p, b.report.Losses)), []float64{20, 100})
}

// pivotFacts returns the facts about the figures of a pivot: table, filter, fields and measures, and which values the
// workbook could not represent.
func pivotFacts(p Pivot, losses []Loss) []fact {
	q := p.Grid.Tab().Query
	q.Layout = p.Grid.Layout
	w := p.Grid.Tab().Words()
	all := queryFacts(w, &q)
	for _, r := range p.Grid.Tab().RemarksIn(w) {
		all = append(all, fact{"", w.L("Remarks"), w.L("{{.Sentence}}.", wording.With{"Sentence": capital(r)}), "", ""})
	}
	if p.Profile != nil {
		all = append([]fact{
			{"", w.L("Table"), p.Profile.Source, "", ""},
			{"", w.L("Rows counted"), counted(w, p.Profile), "", ""},
		}, all...)
	}
	for _, l := range losses {
		all = append(all, fact{"", w.L("Notes"), l.In(w), "", ""})
	}
	return all
}

// factRows returns facts as rows. If successive facts have the same name, only the first row has the name.
func factRows(all []fact) [][]any {
	rows := make([][]any, len(all))
	for i, f := range all {
		rows[i] = []any{f.name, f.value}
		if i > 0 && all[i-1].name == f.name {
			rows[i][0] = nil
		}
		if f.note != "" {
			rows[i][1] = text(f.value) + " (" + f.note + ")"
		}
	}
	return rows
}

// counted returns how many rows of the table the pivot counts.
func counted(w *wording.Words, p *profiler.Record) string {
	values := wording.With{"All": whole(p.Rows), "N": whole(p.RowsSelected)}
	if p.RowsSelected == p.Rows {
		return w.L("all {{.All}}", values)
	}
	return w.L("{{.N}} of {{.All}} pass the filter", values)
}

// queryFacts lists the facts of a query, worded like the headings.
func queryFacts(w *wording.Words, q *query.Query) []fact {
	var f []fact
	add := func(name, value string) { f = append(f, fact{"", name, value, "", ""}) }
	filter := w.L("none")
	if q.Filter != nil {
		filter = q.Filter.TitleIn(w)
	}
	add(w.L("Filter"), filter)
	add(w.L("Rows"), cmp.Or(fields(w, q.Rows), w.L("none")))
	add(w.L("Columns"), cmp.Or(fields(w, q.Cols), w.L("none")))
	for _, m := range q.Values {
		m = m.InLanguage(q.Rows, q.Cols)
		value := m.TitleIn(w)
		if m.Name != "" {
			m.Name = ""
			value += ": " + m.TitleIn(w)
		}
		add(w.L("Values"), value)
	}
	for _, m := range q.Values {
		if m.Marks != (query.Marks{}) {
			formats := each.Of(m.Marks.All(), func(one query.Mark) string {
				by := one.Source(q.Values, 0)
				if one.By == "" || by < 0 {
					return w.L(one.Title())
				}
				one.By = ""
				return w.L("{{.Format}} by {{.Measure}}", wording.With{"Format": w.L(one.Title()),
					"Measure": q.Values[by].InLanguage(q.Rows, q.Cols).TitleIn(w)})
			})
			add(w.L("Conditional format"), w.L("{{.Format}} of {{.Measure}}", wording.With{
				"Format": strings.Join(formats, "; "), "Measure": m.InLanguage(q.Rows, q.Cols).TitleIn(w)}))
		}
	}
	for _, l := range q.Lets {
		add(w.L("Calculated fields"), l.String())
	}
	for _, sort := range q.Sorts {
		add(w.L("Sorted"), q.SortTitleIn(w, sort))
	}
	for _, top := range q.Tops {
		add(w.L("Kept"), w.L("{{.Kept}}; totals are of all labels", wording.With{"Kept": q.TopTitleIn(w, top)}))
	}
	for _, having := range q.Havings {
		add(w.L("Kept"), w.L("{{.Kept}}; totals are of all labels",
			wording.With{"Kept": q.HavingTitleIn(w, having)}))
	}
	totals := map[query.Totals]string{query.TotalsBoth: w.L("of rows and columns"), query.TotalsRows: w.L("of rows"),
		query.TotalsCols: w.L("of columns"), query.TotalsNone: w.L("none")}
	add(w.L("Grand totals"), totals[q.Layout.Totals])
	for _, s := range q.Layout.SubtotalsBy {
		if slices.Contains(q.Rows, s.Field) || slices.Contains(q.Cols, s.Field) {
			add(w.L("Subtotals"), w.L("{{.Field}}: {{.Function}}", wording.With{"Field": s.Field.TitleIn(w),
				"Function": w.L(s.By.Title())}))
		}
	}
	return f
}

func fields(w *wording.Words, list []query.Field) string {
	return w.And(each.Of(list, func(f query.Field) string { return f.TitleIn(w) }))
}

// wordSheet fills a sheet with lines of text and, below them, a table. The first line is a title. If headings is nil,
// the table has no headings.
func (b *book) wordSheet(name string, lines, headings []string, rows [][]any, widths []float64) error {
	f := b.file
	sum := NewCellSum()
	set := func(row, col int, v any, k cellStyle) error {
		if s, ok := v.(string); ok {
			v, _ = excelText(s)
		}
		sum.add(row, col, v)
		style, err := b.styles.id(k)
		if err != nil {
			return err
		}
		if err := f.SetCellValue(name, cellName(col, row), v); err != nil {
			return err
		}
		return f.SetCellStyle(name, cellName(col, row), cellName(col, row), style)
	}
	at := 0
	for i, line := range lines {
		if err := set(at, 0, line, cellStyle{title: i == 0}); err != nil {
			return err
		}
		at++
	}
	at++
	head := at
	for col, h := range headings {
		if err := set(at, col, h, cellStyle{header: true}); err != nil {
			return err
		}
	}
	if headings != nil {
		at++
	}
	for _, row := range rows {
		for col, v := range row {
			if v == nil || v == "" {
				continue
			}
			k := cellStyle{top: true, wrap: col == len(row)-1 || headings == nil, total: headings == nil && col == 0}
			switch v.(type) {
			case int, int64:
				k.format, k.right = "#,##0", true
			case float64:
				k.format, k.right = "#,##0.000", true
			}
			if err := set(at, col, v, k); err != nil {
				return err
			}
		}
		at++
	}
	total := 0.0
	for col, width := range widths {
		total += width
		if err := f.SetColWidth(name, columnLetters(col), columnLetters(col), width); err != nil {
			return err
		}
	}
	fit := true
	if err := f.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	if err := setPrint(f, name, b.title, b.foot(), total); err != nil {
		return err
	}
	off := false
	if err := f.SetSheetView(name, 0, &excelize.ViewOptions{ShowGridLines: &off}); err != nil {
		return err
	}
	if name == b.about {
		b.sums = append(b.sums, SheetSum{name, sum.Sum()})
	}
	if headings == nil {
		return nil
	}
	return f.SetPanes(name, &excelize.Panes{Freeze: true, YSplit: head + 1, TopLeftCell: cellName(0, head+1),
		ActivePane: "bottomLeft"})
}

// pivotNotes returns sentences that a reader of the figures needs: which rows are counted, which labels are left out,
// and what is blank and why.
func pivotNotes(tab *pivot.Crosstab) []string {
	var notes []string
	q, w := &tab.Query, tab.Words()
	kept := func(what string) {
		notes = append(notes, w.L("Kept: {{.Kept}}. Totals are of all labels.", wording.With{"Kept": what}))
	}
	if q.Filter != nil {
		notes = append(notes, w.L("Only rows where {{.Condition}}.", wording.With{"Condition": q.Filter.TitleIn(w)}))
	}
	for _, top := range q.Tops {
		kept(q.TopTitleIn(w, top))
	}
	for _, having := range q.Havings {
		kept(q.HavingTitleIn(w, having))
	}
	for _, l := range q.Lets {
		notes = append(notes, w.L("Calculated: {{.Formula}}.", wording.With{"Formula": l}))
	}
	for _, r := range tab.RemarksIn(w) {
		notes = append(notes, w.L("{{.Sentence}}.", wording.With{"Sentence": capital(r)}))
	}
	return notes
}
