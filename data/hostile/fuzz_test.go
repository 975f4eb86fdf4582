package hostile

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"cardinal/data/load"
	"cardinal/data/parallel"
)

// Every reader has a target for Go's fuzzer, which begins with the small files that TestMutants changes.

func FuzzCSV(f *testing.F)     { fuzz(f, "csv") }
func FuzzJSON(f *testing.F)    { fuzz(f, "json") }
func FuzzParquet(f *testing.F) { fuzz(f, "parquet") }
func FuzzXLSX(f *testing.F)    { fuzz(f, "xlsx") }
func FuzzXLS(f *testing.F)     { fuzz(f, "xls") }
func FuzzXLSB(f *testing.F)    { fuzz(f, "xlsb") }
func FuzzODS(f *testing.F)     { fuzz(f, "ods") }
func FuzzArrow(f *testing.F)   { fuzz(f, "arrow") }
func FuzzSQLite(f *testing.F)  { fuzz(f, "sqlite") }

func FuzzSpreadsheetML(f *testing.F) {
	fuzz(f, "xml",
		`<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="s"><NumberFormat ss:Format="Short Date"/></Style></Styles>`+
			`<Names><NamedRange ss:Name="N" ss:RefersTo="=S!R1C1:R2C2"/></Names><Worksheet ss:Name="S"><Table><Column ss:Index="2"/><Row><Cell><Data ss:Type="String">a</Data></Cell><Cell ss:MergeAcross="1"><Data ss:Type="String">b</Data></Cell></Row>`+
			`<Row ss:Index="3"><Cell ss:StyleID="s"><Data ss:Type="DateTime">2024-01-31T00:00:00.000</Data></Cell><Cell ss:Index="3" ss:Formula="=1"><Data ss:Type="Number">1.5</Data></Cell></Row></Table></Worksheet></Workbook>`)
}

func FuzzHTML(f *testing.F) {
	fuzz(f, "html",
		`<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><table><thead><tr><th>a<th colspan=2>b</tr></thead>`+
			`<tbody><tr><th rowspan="2">x<td>1,000.5<td>2</tr><tr><td>3<br>4<td>&amp;<table><tr><td>5</table></tr></tbody></table></body></html>`)
}
func FuzzMarkdown(f *testing.F) {
	fuzz(f, "md", "# t\n\n| a | b\\|c |\n|---|--:|\n| **x** | 1 |\n| y<br>z |\n\nend\n")
}

// fuzz opens files that are derived from the seeds of a kind, or from further files. A reader returns a table with
// readable cells, or one sentence.
func fuzz(f *testing.F, kind string, further ...string) {
	n := len(further)
	for _, s := range further {
		f.Add([]byte(s))
	}
	for _, s := range seeds() {
		if s.kind == kind {
			f.Add(s.bytes)
			n++
		}
	}
	if n == 0 {
		f.Fatalf("no seed is of the kind %s", kind)
	}
	strict := (&seed{kind: kind}).strict()
	f.Fuzz(func(t *testing.T, b []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		table, err := load.Bytes(ctx, "fuzzed."+kind, b, load.Options{})
		switch {
		case ctx.Err() != nil:
			t.Fatal("the reader does not end")
		case errors.Is(err, parallel.ErrPanic) && strict:
			t.Fatalf("%v (%v)", err, errors.Unwrap(err))
		case err != nil:
			if text := err.Error(); strings.Contains(text, "BUG") || strings.Contains(text, "runtime error") ||
				strings.Contains(text, "\n") {
				t.Fatalf("not a sentence: %q", text)
			}
			return
		}
		for _, c := range table.Columns {
			if c.Rows != table.Rows {
				t.Fatalf("column %q has %d rows of %d", c.Name, c.Rows, table.Rows)
			}
			for row := range min(c.Rows, 1000) {
				_ = c.Value(row).String()
			}
		}
	})
}
