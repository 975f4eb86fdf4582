package export

import (
	"cmp"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/profiler"
)

// addAbout adds a sheet that says what the figures of a pivot are.
func (b *book) addAbout(p Pivot) error {
	if err := b.newSheet(aboutSheet); err != nil {
		return err
	}
	b.about = aboutSheet
	return b.wordSheet(aboutSheet, []string{b.title}, nil, factRows(pivotFacts(p, b.report.Losses)), []float64{20, 100})
}

// pivotFacts returns the facts about the figures of a pivot: table, filter, fields and measures, and what the
// workbook could not hold.
func pivotFacts(p Pivot, losses []Loss) []fact {
	q := p.Grid.Tab().Query
	q.Layout = p.Grid.Layout
	all := queryFacts(&q)
	for _, r := range p.Grid.Tab().Remarks {
		all = append(all, fact{"", "Remarks", capital(r) + ".", "", ""})
	}
	if p.Profile != nil {
		all = append([]fact{
			{"", "Table", p.Profile.Source, "", ""},
			{"", "Rows counted", counted(p.Profile), "", ""},
		}, all...)
	}
	for _, l := range losses {
		all = append(all, fact{"", "Notes", l.String(), "", ""})
	}
	return all
}

// factRows returns facts as rows. The name of a fact is written once, before its first value.
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
func counted(p *profiler.Record) string {
	if p.RowsSelected == p.Rows {
		return "all " + whole(p.Rows)
	}
	return whole(p.RowsSelected) + " of " + whole(p.Rows) + " pass the filter"
}

// queryFacts lists the facts of a query, in the words of the headings.
func queryFacts(q *query.Query) []fact {
	var f []fact
	add := func(name, value string) { f = append(f, fact{"", name, value, "", ""}) }
	filter := "none"
	if q.Filter != nil {
		filter = q.Filter.Title()
	}
	add("Filter", filter)
	add("Rows", cmp.Or(fields(q.Rows), "none"))
	add("Columns", cmp.Or(fields(q.Cols), "none"))
	for _, m := range q.Values {
		m = m.InLanguage(q.Rows, q.Cols)
		value := m.Title()
		if m.Name != "" {
			m.Name = ""
			value += ": " + m.Title()
		}
		add("Values", value)
	}
	for _, m := range q.Values {
		if m.Marks != (query.Marks{}) {
			add("Conditional format", m.Marks.Title()+" of "+m.InLanguage(q.Rows, q.Cols).Title())
		}
	}
	for _, l := range q.Lets {
		add("Calculated fields", l.String())
	}
	for _, sort := range q.Sorts {
		add("Sorted", q.SortTitle(sort))
	}
	for _, top := range q.Tops {
		add("Kept", q.TopTitle(top)+"; totals are of all labels")
	}
	for _, having := range q.Havings {
		add("Kept", q.HavingTitle(having)+"; totals are of all labels")
	}
	totals := map[query.Totals]string{query.TotalsBoth: "of rows and columns", query.TotalsRows: "of rows",
		query.TotalsCols: "of columns", query.TotalsNone: "none"}
	add("Grand totals", totals[q.Layout.Totals])
	return f
}

func fields(list []query.Field) string {
	names := each.Of(list, query.Field.Title)
	return separators.Join(names, "and")
}

// wordSheet fills a sheet for people: lines of text, and then a table. The first line is a title. If headings is nil,
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
	if err := setPrint(f, name, b.title, b.source, total); err != nil {
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
	q := &tab.Query
	if q.Filter != nil {
		notes = append(notes, "Only rows where "+q.Filter.Title()+".")
	}
	for _, top := range q.Tops {
		notes = append(notes, "Kept: "+q.TopTitle(top)+". Totals are of all labels.")
	}
	for _, having := range q.Havings {
		notes = append(notes, "Kept: "+q.HavingTitle(having)+". Totals are of all labels.")
	}
	for _, l := range q.Lets {
		notes = append(notes, "Calculated: "+l.String()+".")
	}
	for _, r := range tab.Remarks {
		notes = append(notes, capital(r)+".")
	}
	return notes
}
