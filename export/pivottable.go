package export

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// The sheets of a PivotTable and of its source.
const (
	nativeSheet = "PivotTable"
	dataSheet   = "Data"
)

// maxSourceCells is the most cells that the sheet Data may have. A workbook of more is larger than mail and Excel like.
const maxSourceCells = 20_000_000

// pivotTableBook writes a workbook as workbook does, and adds a PivotTable that Excel computes from the rows of the table. The Report names
// what Excel cannot express.
func pivotTableBook(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	if err := fits(p.Grid); err != nil {
		return Report{}, err
	}
	if p.Source == nil {
		return Report{}, errors.New("a PivotTable needs the rows of the table, and they are not at hand: export to Excel without the PivotTable")
	}
	rows, n, err := p.Source(ctx, maxSheetRows-1)
	if err != nil {
		return Report{}, err
	}
	if n > maxSheetRows-1 {
		return Report{}, fmt.Errorf("a PivotTable needs its rows on a sheet, which holds %s below the header, and %s rows pass the filter: filter more of them out, or export to Excel without the PivotTable",
			whole(maxSheetRows-1), whole(n))
	}
	plan := newNative(p.Grid, rows)
	if cells := len(plan.columns) * n; cells > maxSourceCells {
		return Report{}, fmt.Errorf("the rows of a PivotTable would fill %s cells, and Cardinal writes at most %s: filter more rows out, or export to Excel without the PivotTable",
			whole(cells), whole(maxSourceCells))
	}
	b, err := newBook(w, p)
	if err != nil {
		return Report{}, err
	}
	defer b.close()
	if err := b.addPivot(ctx, p); err != nil {
		return Report{}, err
	}
	if len(plan.figures) > 0 {
		if err := b.addPivotTable(ctx, plan); err != nil {
			return Report{}, fmt.Errorf("cannot write the PivotTable: %w", err)
		}
	}
	var why []Loss
	for _, s := range plan.why {
		why = append(why, Loss{Kind: s})
	}
	b.report.Losses = append(why, b.report.Losses...)
	return b.finish(p)
}

// addPivotTable adds the sheets PivotTable and Data. The library makes the parts of the PivotTable and their relations, for which it reads
// the headings. It cannot write orders of labels, number formats or measures on the rows: their XML takes the place of the library's.
func (b *book) addPivotTable(ctx context.Context, n *native) error {
	for _, name := range []string{nativeSheet, dataSheet} {
		if err := b.newSheet(name); err != nil {
			return err
		}
	}
	headings := make([]string, len(n.columns))
	for i, c := range n.columns {
		headings[i] = c.name
	}
	if err := b.file.SetSheetRow(dataSheet, "A1", &headings); err != nil {
		return err
	}
	at := n.place()
	err := b.file.AddPivotTable(&excelize.PivotTableOptions{
		Name: "PivotTable", DataRange: dataSheet + "!" + n.sourceRange(), PivotTableRange: nativeSheet + "!" + at,
		Data: []excelize.PivotTableField{{Data: headings[n.figures[0].column], Name: n.figures[0].name}},
	})
	if err != nil {
		return err
	}
	id := "2"
	if made, ok := b.file.Pkg.Load(tablePart); ok {
		if _, after, found := bytes.Cut(made.([]byte), []byte(`cacheId="`)); found {
			id = string(after[:bytes.IndexByte(after, '"')])
		}
	}
	table, err := n.table(b, id, at)
	if err != nil {
		return err
	}
	if err := b.layNative(n); err != nil {
		return err
	}
	b.file.Pkg.Store(tablePart, table)
	b.file.Pkg.Store(cachePart, n.cache())
	return b.fill(ctx, dataSheet, sourceRows{n})
}

// figureWidth is the number of characters that hold the figures of a grid and the names of its columns. The first and the last rows and columns
// stand for all; grand totals are among them.
func figureWidth(g *pivot.Grid) int {
	const looked = 200
	width := len("Total Result")
	for col := g.LabelCols; col < g.Cols; col++ {
		if col == g.LabelCols+looked {
			col = max(col, g.Cols-looked)
		}
		for row := max(g.HeaderRows-1, 0); row < g.Rows; row++ {
			if row == g.HeaderRows+looked {
				row = max(row, g.Rows-looked)
			}
			if c := g.Cell(row, col); !c.Empty() {
				width = max(width, runewidth.StringWidth(c.Text()))
			}
		}
	}
	return width
}

// layNative sets the widths of the columns of the PivotTable, and how its sheet is printed.
func (b *book) layNative(n *native) error {
	widths := []int{8}
	for i, f := range n.fields[0] {
		width := runewidth.StringWidth(n.columns[f].name)
		for _, v := range n.columns[f].labels {
			width = max(width, runewidth.StringWidth(v.Text)+len(" Total"))
		}
		widths = append(widths[:i], width)
	}
	figures := figureWidth(n.grid)
	for _, f := range n.figures {
		figures = max(figures, runewidth.StringWidth(f.name))
	}
	labels := len(widths)
	for range min(n.grid.Cols-n.grid.LabelCols, maxSheetCols-labels) {
		widths = append(widths, figures)
	}
	total := 0.0
	for col, width := range widths {
		w := float64(min(max(width+4, 12), 60)) // room for the button of a field
		total += w
		if err := b.file.SetColWidth(nativeSheet, columnLetters(col), columnLetters(col), w); err != nil {
			return err
		}
	}
	fit := true
	if err := b.file.SetSheetProps(nativeSheet, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	return setPrint(b.file, nativeSheet, b.title, b.source, total)
}

// The parts of the workbook that hold the PivotTable and its source.
const (
	tablePart = "xl/pivotTables/pivotTable1.xml"
	cachePart = "xl/pivotCache/pivotCacheDefinition1.xml"
	xmlns     = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
)

// sourceRange is the range of the sheet Data.
func (n *native) sourceRange() string {
	return "A1:" + cellName(len(n.columns)-1, max(1, n.rows.Len()))
}

// place is the range of the PivotTable until Excel computes it. Filters stand above the range, and a row between them.
func (n *native) place() string {
	top := 0
	if len(n.pages) > 0 {
		top = len(n.pages) + 1
	}
	return cellName(0, top) + ":" + cellName(len(n.fields[0])+len(n.figures), top+2)
}

// cache is the XML of the source: the columns, with the labels of texts in the order of the pivot.
func (n *native) cache() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `%s<pivotCacheDefinition %s saveData="0" refreshOnLoad="1" refreshedBy="Cardinal" createdVersion="3" refreshedVersion="8" minRefreshableVersion="3">`+
		`<cacheSource type="worksheet"><worksheetSource ref="%s" sheet="%s"/></cacheSource><cacheFields count="%d">`, xml.Header, xmlns, n.sourceRange(), dataSheet, len(n.columns))
	for _, c := range n.columns {
		fmt.Fprintf(&b, `<cacheField name="%s" numFmtId="0">`, escaped(c.name))
		if c.labels == nil {
			b.WriteString(`<sharedItems containsBlank="1" count="0"><m/></sharedItems></cacheField>`)
			continue
		}
		var items strings.Builder
		blank := ""
		for _, v := range c.labels {
			if v.IsNull() {
				blank = ` containsBlank="1"`
				items.WriteString("<m/>")
			} else {
				fmt.Fprintf(&items, `<s v="%s"/>`, escaped(nativeLabel(v)))
			}
		}
		fmt.Fprintf(&b, `<sharedItems%s count="%d">%s</sharedItems></cacheField>`, blank, len(c.labels), items.String())
	}
	b.WriteString("</cacheFields></pivotCacheDefinition>")
	return []byte(b.String())
}

// nativeLabel is the text that the sheet Data has for a label.
func nativeLabel(v data.Value) string {
	c := pivot.Cell{Role: pivot.RowLabel, Value: v}
	text, _ := excelValue(shownValue(c))
	s, _ := text.(string)
	return s
}

// table is the XML of the PivotTable. Excel computes its cells when it opens the workbook.
func (n *native) table(b *book, cacheID, at string) ([]byte, error) {
	l := n.grid.Layout
	onRows := l.ValuesOnRows && len(n.figures) > 1
	var x strings.Builder
	fmt.Fprintf(&x, `%s<pivotTableDefinition %s name="PivotTable" cacheId="%s" dataCaption="Values" showError="1" updatedVersion="8" minRefreshableVersion="3" `+
		`useAutoFormatting="1" itemPrintTitles="1" createdVersion="3" indent="0" outline="%d" outlineData="%d" compact="0" compactData="0" rowGrandTotals="%d" colGrandTotals="%d"`,
		xml.Header, xmlns, cacheID, bit(l.TotalsFirst), bit(l.TotalsFirst), bit(l.Totals.HasCols()), bit(l.Totals.HasRows())) // a row of grand totals has the totals of the columns
	if onRows {
		x.WriteString(` dataOnRows="1"`)
	}
	fmt.Fprintf(&x, `><location ref="%s" firstHeaderRow="1" firstDataRow="2" firstDataCol="%d"`, at, max(1, len(n.fields[0])))
	if len(n.pages) > 0 {
		fmt.Fprintf(&x, ` rowPageCount="%d" colPageCount="1"`, len(n.pages))
	}
	fmt.Fprintf(&x, `/><pivotFields count="%d">`, len(n.columns))
	for i := range n.columns {
		n.pivotField(&x, i)
	}
	x.WriteString("</pivotFields>")
	values := []int{-2}
	if len(n.figures) < 2 {
		values = nil
	}
	rows, cols := n.fields[0], n.fields[1]
	if onRows {
		rows = append(rows[:len(rows):len(rows)], values...)
	} else {
		cols = append(cols[:len(cols):len(cols)], values...)
	}
	fieldList(&x, "row", rows)
	x.WriteString(`<rowItems count="1"><i><x/></i></rowItems>`)
	fieldList(&x, "col", cols)
	x.WriteString(`<colItems count="1"><i/></colItems>`)
	if len(n.pages) > 0 {
		fmt.Fprintf(&x, `<pageFields count="%d">`, len(n.pages))
		for _, p := range n.pages {
			fmt.Fprintf(&x, `<pageField fld="%d" hier="-1"/>`, p)
		}
		x.WriteString("</pageFields>")
	}
	fmt.Fprintf(&x, `<dataFields count="%d">`, len(n.figures))
	for _, f := range n.figures {
		id, err := b.numFmtID(f.format)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&x, `<dataField name="%s" fld="%d"`, escaped(f.name), f.column)
		if f.subtotal != "sum" {
			fmt.Fprintf(&x, ` subtotal="%s"`, f.subtotal)
		}
		if f.show != "" {
			fmt.Fprintf(&x, ` showDataAs="%s"`, f.show)
		}
		fmt.Fprintf(&x, ` baseField="%d" baseItem="0" numFmtId="%d"/>`, f.base, id)
	}
	x.WriteString(`</dataFields><pivotTableStyleInfo name="PivotStyleLight16" showRowHeaders="1" showColHeaders="1" showRowStripes="0" showColStripes="0" showLastColumn="1"/></pivotTableDefinition>`)
	return []byte(x.String()), nil
}

// pivotField writes what the PivotTable does with a column.
func (n *native) pivotField(x *strings.Builder, column int) {
	c := &n.columns[column]
	l := n.grid.Layout
	axis, subtotal := "", false
	for side, a := range []*pivot.Axis{&n.grid.Tab().Rows, &n.grid.Tab().Cols} {
		if i := slices.Index(n.fields[side], column); i >= 0 {
			axis, subtotal = []string{"axisRow", "axisCol"}[side], i < len(a.Fields)-1 && l.Subtotals(a.Fields[i])
		}
	}
	if slices.Contains(n.pages, column) {
		axis, subtotal = "axisPage", true
	}
	x.WriteString("<pivotField")
	if axis != "" {
		fmt.Fprintf(x, ` axis="%s"`, axis)
	}
	if slices.ContainsFunc(n.figures, func(f nativeFigure) bool { return f.column == column }) {
		x.WriteString(` dataField="1"`)
	}
	fmt.Fprintf(x, ` compact="0" outline="%d" subtotalTop="%d" showAll="0"`, bit(l.TotalsFirst), bit(l.TotalsFirst))
	if axis == "" {
		x.WriteString(` defaultSubtotal="0"/>`)
		return
	}
	switch {
	case c.labels != nil:
	case c.desc:
		x.WriteString(` sortType="descending"`)
	default:
		x.WriteString(` sortType="ascending"`)
	}
	if !subtotal {
		x.WriteString(` defaultSubtotal="0"`)
	}
	items := max(1, len(c.labels))
	fmt.Fprintf(x, `><items count="%d">`, items+bit(subtotal))
	for i := range items {
		fmt.Fprintf(x, `<item x="%d"/>`, i)
	}
	if subtotal {
		x.WriteString(`<item t="default"/>`)
	}
	x.WriteString("</items></pivotField>")
}

// fieldList writes the columns of an axis, of which -2 are the measures.
func fieldList(x *strings.Builder, axis string, columns []int) {
	if len(columns) == 0 {
		return
	}
	fmt.Fprintf(x, `<%sFields count="%d">`, axis, len(columns))
	for _, c := range columns {
		fmt.Fprintf(x, `<field x="%d"/>`, c)
	}
	fmt.Fprintf(x, "</%sFields>", axis)
}

// numFmtID is the number of a number format in the workbook.
func (b *book) numFmtID(format string) (int, error) {
	if format == "" {
		return 0, nil
	}
	style, err := b.styles.id(cellStyle{format: format})
	if err != nil {
		return 0, err
	}
	if xf := b.file.Styles.CellXfs.Xf; style < len(xf) && xf[style].NumFmtID != nil {
		return *xf[style].NumFmtID, nil
	}
	return 0, nil
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// escaped is a text as the value of an attribute.
func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a bytes.Buffer takes all
	return b.String()
}
