package workbook

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
)

// The columns of the sheet, and the number of different texts in each of its text columns.
var columns = []string{"id", "day", "city", "product", "customer", "quantity", "price", amount, "share", "returned"}

const (
	amount    = "amount" // the column that every reader adds up
	cities    = 1_000
	products  = 100
	customers = 100_000
)

// parts are the small parts of the workbook.
var parts = map[string]string{
	"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>` +
		`<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
	"_rels/.rels":     `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	"xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/></sheets></workbook>`,
	"xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>` +
		`<Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
	"xl/styles.xml": `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
		`<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

// Write writes a workbook as Excel does: texts are shared, cells and rows have references, and dates are numbers with a
// style. It returns the sum of the column amount in hundredths.
func Write(path string, rows int) (sum int64, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, name := range []string{"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels",
		"xl/styles.xml"} {
		w, err := z.Create(name)
		if err != nil {
			return 0, err
		}
		if _, err := io.WriteString(w, parts[name]); err != nil {
			return 0, err
		}
	}
	part, err := z.Create("xl/sharedStrings.xml")
	if err != nil {
		return 0, err
	}
	w := bufio.NewWriter(part)
	fmt.Fprint(w, `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`)
	for _, name := range columns {
		fmt.Fprintf(w, "<si><t>%s</t></si>", name)
	}
	for _, of := range []struct {
		name string
		n    int
	}{{"City", cities}, {"Product", products}, {"Customer", customers}} {
		for i := range of.n {
			fmt.Fprintf(w, "<si><t>%s %06d</t></si>", of.name, i)
		}
	}
	fmt.Fprint(w, "</sst>")
	if err := w.Flush(); err != nil {
		return 0, err
	}
	if part, err = z.Create("xl/worksheets/sheet1.xml"); err != nil {
		return 0, err
	}
	w = bufio.NewWriterSize(part, 1<<20)
	sum = sheet(w, rows)
	if err := w.Flush(); err != nil {
		return 0, err
	}
	return sum, z.Close()
}

// sheet writes the sheet's XML.
func sheet(w io.Writer, rows int) (sum int64) {
	r := rand.New(rand.NewPCG(1, 2))
	fmt.Fprintf(w,
		`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:J%d"/><sheetData><row r="1">`, rows+1)
	for i := range columns {
		fmt.Fprintf(w, `<c r="%c1" t="s"><v>%d</v></c>`, 'A'+i, i)
	}
	fmt.Fprint(w, "</row>")
	texts := len(columns)
	var b strings.Builder
	for row := 2; row <= rows+1; row++ {
		b.Reset()
		quantity, price := 1+r.Int64N(20), 100+r.Int64N(100_000)
		sum += quantity * price
		fmt.Fprintf(&b, `<row r="%d"><c r="A%d"><v>%d</v></c><c r="B%d" s="1"><v>%d</v></c>`, row, row, row-1, row,
			44_000+r.IntN(1_500))
		for i, code := range []int{r.IntN(cities), cities + r.IntN(products), cities + products + r.IntN(customers)} {
			fmt.Fprintf(&b, `<c r="%c%d" t="s"><v>%d</v></c>`, 'C'+i, row, texts+code)
		}
		fmt.Fprintf(&b, `<c r="F%d"><v>%d</v></c>`, row, quantity)
		for i, hundredths := range []int64{price, quantity * price} {
			fmt.Fprintf(&b, `<c r="%c%d"><v>%d.%02d</v></c>`, 'G'+i, row, hundredths/100, hundredths%100)
		}
		fmt.Fprintf(&b, `<c r="I%d"><v>%v</v></c><c r="J%d" t="b"><v>%d</v></c></row>`, row, r.Float64(),
			row, r.IntN(2))
		fmt.Fprint(w, b.String())
	}
	fmt.Fprint(w, "</sheetData></worksheet>")
	return sum
}
