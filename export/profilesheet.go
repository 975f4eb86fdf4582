package export

import (
	"strings"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/query"
	"cardinal/profiler"
)

// writeProfile adds a sheet with the query and the profile (p nil: the query alone), a fact a row.
func writeProfile(f *excelize.File, st *styles, q *query.Query, p *profiler.Record) error {
	if _, err := f.NewSheet(profileSheet); err != nil {
		return err
	}
	all := queryFacts(q)
	if p != nil {
		all = append([]fact{{"Query", "table", p.Source, "", ""}}, append(all, facts(p)...)...)
	}
	header, err := st.id(cellStyle{header: true})
	if err != nil {
		return err
	}
	titles := []any{"Section", "Item", "Value", "Unit", "Note"}
	if err := f.SetSheetRow(profileSheet, "A1", &titles); err != nil {
		return err
	}
	if err := f.SetCellStyle(profileSheet, "A1", "E1", header); err != nil {
		return err
	}
	for i, fact := range all {
		value := fact.value
		if s, ok := value.(string); ok {
			value, _ = excelText(s)
		}
		note, _ := excelText(fact.note)
		row := []any{fact.section, fact.name, value, fact.unit, note}
		if i > 0 && all[i-1].section == fact.section {
			row[0] = nil
		}
		if err := f.SetSheetRow(profileSheet, cellName(0, i+1), &row); err != nil {
			return err
		}
		format := ""
		switch value.(type) {
		case int, int64:
			format = "#,##0"
		case float64:
			format = "#,##0.000"
		}
		style, err := st.id(cellStyle{format: format, right: format != ""})
		if err != nil {
			return err
		}
		if err := f.SetCellStyle(profileSheet, cellName(2, i+1), cellName(2, i+1), style); err != nil {
			return err
		}
	}
	for col, width := range map[string]float64{"A": 16, "B": 24, "C": 24, "D": 8, "E": 80} {
		if err := f.SetColWidth(profileSheet, col, col, width); err != nil {
			return err
		}
	}
	return f.SetPanes(profileSheet, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

// queryFacts lists the facts of a query, in the words of the headings.
func queryFacts(q *query.Query) []fact {
	values := make([]string, len(q.Values))
	for i, m := range q.Values {
		values[i] = m.Title()
	}
	f := []fact{
		{"Query", "rows", or(fields(q.Rows), "none"), "", ""},
		{"Query", "columns", or(fields(q.Cols), "none"), "", ""},
		{"Query", "values", strings.Join(values, "; "), "", ""},
	}
	filter := "none"
	if q.Filter != nil {
		filter = q.Filter.Title()
	}
	f = append(f, fact{"Query", "filter", filter, "", ""})
	for _, sort := range q.Sorts {
		f = append(f, fact{"Query", "sort", q.SortTitle(sort), "", ""})
	}
	for _, top := range q.Tops {
		f = append(f, fact{"Query", "kept", q.TopTitle(top), "", "totals are of all labels"})
	}
	for _, having := range q.Havings {
		f = append(f, fact{"Query", "kept", q.HavingTitle(having), "", "totals are of all labels"})
	}
	for _, m := range q.Values {
		if m.Mark != (query.Mark{}) {
			f = append(f, fact{"Query", "conditional format", m.Mark.Title(), "", m.Title()})
		}
	}
	totals := map[query.Totals]string{query.TotalsBoth: "both", query.TotalsRows: "rows", query.TotalsCols: "cols", query.TotalsNone: "none"}
	return append(f, fact{"Query", "totals", totals[q.Layout.Totals], "", ""})
}

func fields(list []query.Field) string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Title()
	}
	return strings.Join(names, "; ")
}
