package export

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// The names of the files for a PivotTable and its source in the workbook. They contain the number of the PivotTable.
const (
	tablePart = "xl/pivotTables/pivotTable%d.xml"
	cachePart = "xl/pivotCache/pivotCacheDefinition%d.xml"
	xmlns     = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
)

// sourceRange returns the range of the sheet Data.
func (n *native) sourceRange() string {
	return "A1:" + cellName(len(n.columns)-1, max(1, n.rows.Len()))
}

// place returns the range that the PivotTable has before Excel computes it. Filters are above the range, followed by a
// blank row.
func (n *native) place() string {
	top := 0
	if len(n.pages) > 0 {
		top = len(n.pages) + 1
	}
	return cellName(0, top) + ":" + cellName(len(n.fields[0])+len(n.figures), top+2)
}

// cache writes the XML of the PivotTable's source, which is on the given sheet. It lists the columns and, for columns
// of texts, the labels in the order of the pivot.
func (n *native) cache(sheet string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b,
		`%s<pivotCacheDefinition %s saveData="0" refreshOnLoad="1" refreshedBy="Cardinal" createdVersion="3" refreshedVersion="8" minRefreshableVersion="3">`+
			`<cacheSource type="worksheet"><worksheetSource ref="%s" sheet="%s"/></cacheSource><cacheFields count="%d">`,
		xml.Header, xmlns, n.sourceRange(), escapeAttribute(sheet), len(n.columns))
	for _, c := range n.columns {
		fmt.Fprintf(&b, `<cacheField name="%s" numFmtId="0">`, escapeAttribute(c.name))
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
				fmt.Fprintf(&items, `<s v="%s"/>`, escapeAttribute(nativeLabel(v)))
			}
		}
		fmt.Fprintf(&b, `<sharedItems%s count="%d">%s</sharedItems></cacheField>`, blank, len(c.labels), items.String())
	}
	b.WriteString("</cacheFields></pivotCacheDefinition>")
	return []byte(b.String())
}

// nativeLabel returns the text of a label on the sheet Data.
func nativeLabel(v data.Value) string {
	c := pivot.Cell{Role: pivot.RowLabel, Value: v}
	text, _ := excelValue(shownValue(c))
	s, _ := text.(string)
	return s
}

// table writes the XML of the PivotTable. Excel computes its cells when it opens the workbook.
func (n *native) table(b *book, cacheID, at string) ([]byte, error) {
	l := n.grid.Layout
	onRows := l.ValuesOnRows && len(n.figures) > 1
	var x strings.Builder
	fmt.Fprintf(&x,
		`%s<pivotTableDefinition %s name="PivotTable" cacheId="%s" dataCaption="Values" showError="1" errorCaption="" updatedVersion="8" minRefreshableVersion="3" `+
			`useAutoFormatting="1" itemPrintTitles="1" createdVersion="3" indent="0" outline="%d" outlineData="%d" compact="0" compactData="0" rowGrandTotals="%d" colGrandTotals="%d"`,
		// in Excel, rowGrandTotals is the row of grand totals, which has the totals of the columns
		xml.Header, xmlns, cacheID, bit(l.TotalsFirst), bit(l.TotalsFirst), bit(l.Totals.HasCols()),
		bit(l.Totals.HasRows()))
	if onRows {
		x.WriteString(` dataOnRows="1"`)
	}
	fmt.Fprintf(&x, `><location ref="%s" firstHeaderRow="1" firstDataRow="2" firstDataCol="%d"`, at,
		max(1, len(n.fields[0])))
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
		fmt.Fprintf(&x, `<dataField name="%s" fld="%d"`, escapeAttribute(f.name), f.column)
		if f.subtotal != "sum" {
			fmt.Fprintf(&x, ` subtotal="%s"`, f.subtotal)
		}
		if f.show != "" {
			fmt.Fprintf(&x, ` showDataAs="%s"`, f.show)
		}
		fmt.Fprintf(&x, ` baseField="%d" baseItem="0" numFmtId="%d"/>`, f.base, id)
	}
	x.WriteString(
		`</dataFields><pivotTableStyleInfo name="PivotStyleLight16" showRowHeaders="1" showColHeaders="1" showRowStripes="0" showColStripes="0" showLastColumn="1"/></pivotTableDefinition>`,
	)
	return []byte(x.String()), nil
}

// nativeSubtotals maps functions of subtotals to their names in PivotTables, which lack medians and distinct counts.
var nativeSubtotals = map[query.Func]string{query.Sum: "sum", query.Count: "countA", query.Avg: "avg",
	query.Max: "max", query.Min: "min", query.Product: "product", query.Stddev: "stdDev", query.StddevPop: "stdDevP",
	query.Var: "var", query.VarPop: "varP"}

// pivotField writes the element that says what the PivotTable does with a column.
func (n *native) pivotField(x *strings.Builder, column int) {
	c := &n.columns[column]
	l := n.grid.Layout
	axis, subtotal, function := "", false, ""
	for side, a := range []*pivot.Axis{&n.grid.Tab().Rows, &n.grid.Tab().Cols} {
		if i := slices.Index(n.fields[side], column); i >= 0 {
			axis, subtotal = []string{"axisRow", "axisCol"}[side], i < len(a.Fields)-1 && l.Subtotals(a.Fields[i])
			function = nativeSubtotals[l.SubtotalBy(a.Fields[i])]
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
	switch {
	case !subtotal:
		x.WriteString(` defaultSubtotal="0"`)
	case function != "":
		fmt.Fprintf(x, ` defaultSubtotal="0" %sSubtotal="1"`, function)
	}
	items := max(1, len(c.labels))
	fmt.Fprintf(x, `><items count="%d">`, items+bit(subtotal))
	for i := range items {
		fmt.Fprintf(x, `<item x="%d"/>`, i)
	}
	if subtotal {
		fmt.Fprintf(x, `<item t="%s"/>`, cmp.Or(function, "default"))
	}
	x.WriteString("</items></pivotField>")
}

// fieldList writes the columns of an axis. Excel's number for the measures is -2.
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

// numFmtID returns the number of a number format in the workbook.
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

// escapeAttribute writes a text as the value of an attribute.
func escapeAttribute(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a bytes.Buffer returns no errors
	return b.String()
}
