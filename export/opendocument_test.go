package export

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// openPart returns a part of a spreadsheet of OpenDocument, which must be well-formed XML.
func openPart(t *testing.T, file []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if first := z.File[0]; first.Name != "mimetype" || first.Method != zip.Store || first.Flags&8 != 0 ||
		!bytes.HasPrefix(file[30:], []byte("mimetype"+openKind)) {
		t.Errorf("the file begins with %q", file[:80])
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return string(text)
		} else if err != nil {
			t.Fatalf("%s: %v in\n%s", name, err, text)
		}
	}
}

// TestOpenDocument writes figures of every kind, and finds their types, formats, repeated labels and frozen headers.
func TestOpenDocument(t *testing.T) {
	text := "region;city;rate;price;day;at;big\nEU;Rome;30,0%;1.234,50 €;2024-02-29;2024-02-29 10:11:12;" +
		"12345678901234567890\nEU;\"a  b]]>\tc\nd\";5,5%;-3,10 €;1500-01-01;2024-03-01 00:00:00;7\n"
	from, err := load.Bytes(t.Context(), "t.csv", []byte(text), load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hours := data.NewFloats("hours", []float64{1.5, 0.0625}, nil)
	hours.Format.Duration = true
	from = data.NewTable("t", append(from.Columns, hours))
	q := query.Query{Rows: []query.Field{field("region"), field("city")},
		Layout: query.Layout{Totals: query.TotalsNone, NoSubtotals: []query.Field{field("region")}}}
	for _, name := range []string{"rate", "price", "day", "at", "big", "hours"} {
		q.Values = append(q.Values, measure(query.Max, name))
	}
	var b bytes.Buffer
	report, err := FormatNamed("ods").Write(t.Context(), &b, Pivot{Grid: tabOf(t, from, q).Grid(pivot.Folds{}),
		Profile: record()})
	if err != nil || len(report.Losses) != 1 || report.Losses[0] != (Loss{lostODSDate, 1, "E3"}) {
		t.Fatalf("%+v, %v", report, err)
	}
	content := openPart(t, b.Bytes(), "content.xml")
	for _, want := range []string{
		`<table:table table:name="Pivot"><table:table-header-columns>`,
		`<table:table-row><table:table-cell table:style-name="ce3" office:value-type="string"><text:p>EU</text:p>`,
		`<text:p>a<text:s/><text:s/>b]]&gt;<text:tab/>c</text:p><text:p>d</text:p>`,
		`office:value-type="percentage" office:value="0.055"><text:p>5.5%</text:p>`,
		`office:value-type="currency" office:value="-3.1" office:currency="€"><text:p>-3.10 €</text:p>`,
		`office:value-type="date" office:date-value="2024-02-29"><text:p>`,
		`office:value-type="string"><text:p>1500-01-01</text:p>`,
		`office:date-value="2024-02-29T10:11:12"`,
		`office:value-type="string"><text:p>12345678901234567890</text:p>`,
		`office:value-type="time" office:time-value="PT36H00M00S"><text:p>36:00:00</text:p>`,
		`number:truncate-on-overflow="false"><number:hours/>`,
		`<text:p>E3: a date outside 1583-01-01 to 9999-12-31 written as text</text:p>`,
	} {
		if !strings.Contains(content, want) {
			t.Errorf("no %s in\n%s", want, content)
		}
	}
	settings := openPart(t, b.Bytes(), "settings.xml")
	for _, want := range []string{`"HorizontalSplitPosition" config:type="int">2<`,
		`"VerticalSplitPosition" config:type="int">1<`} {
		if !strings.Contains(settings, want) {
			t.Errorf("no %s in\n%s", want, settings)
		}
	}
	back, err := load.Bytes(t.Context(), "t.ods", b.Bytes(), load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := rowsShown(back); got != "EU|Rome|0.300|1234.5|2024-02-29|2024-02-29T10:11:12|"+
		"12345678901234567890|1.5000 "+
		"EU|a  b]]>\tc\nd|0.055|-3.1|1500-01-01|2024-03-01T00:00:00|7|0.0625" || !back.Columns[7].Format.Duration ||
		!back.Columns[2].Format.Percent || back.Columns[3].Format.Currency != "€" {
		t.Errorf("%s, %+v", got, back.Notes)
	}
}

// TestOpenDocumentOfRows freezes no column.
func TestOpenDocumentOfRows(t *testing.T) {
	var b bytes.Buffer
	report, err := FormatNamed("ods").WriteRows(t.Context(), &b, pivot.Listing{Table: table()})
	if err != nil || len(report.Losses) != 3 {
		t.Errorf("%+v, %v", report, err)
	}
	if settings := openPart(t, b.Bytes(), "settings.xml"); strings.Contains(settings, "HorizontalSplit") {
		t.Error(settings)
	}
}

// TestOpenDocumentOfSeveral writes two pivots, each on a sheet, and what is counted on one more.
func TestOpenDocumentOfSeveral(t *testing.T) {
	one := func(context.Context) (Pivot, error) { return complete(gridOf(t, small())), nil }
	var b bytes.Buffer
	if _, err := FormatNamed("ods").WriteBook(t.Context(), &b, Book{{"Cities", one}, {"cities", one}}); err != nil {
		t.Fatal(err)
	}
	back, err := load.Bytes(t.Context(), "t.ods", b.Bytes(), load.Options{Sheet: "cities (2)"})
	if err != nil || !slices.Equal(back.Sheets, []string{"Cities", "cities (2)", "About"}) ||
		back.Rows != 6 {
		t.Errorf("%v, %v", back, err)
	}
	fails := func(context.Context) (Pivot, error) { return Pivot{}, errors.New("no answer") }
	if _, err := FormatNamed("ods").WriteBook(t.Context(), &b, Book{{"Cities", fails}}); err == nil ||
		err.Error() != "the pivot Cities: no answer" {
		t.Error(err)
	}
}
