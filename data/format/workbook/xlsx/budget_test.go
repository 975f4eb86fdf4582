package xlsx

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"cardinal/data/datatest"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
)

// counted counts the bytes of a workbook that are looked at.
type counted struct {
	*bytes.Reader
	n int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	c.n += len(b)
	return c.Reader.ReadAt(b, at)
}

func openWithin(b []byte, limit int64) (taken uint64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = Open(context.Background(), bytes.NewReader(b), int64(len(b)), limit, "", sheet.Wish{}, func(float64) {})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}

// TestTooManyCells gives a sheet up while it is read, long before its end, and says what it would have needed.
func TestTooManyCells(t *testing.T) {
	row := "<row>" + strings.Repeat("<c><v>1</v></c>", 100) + "</row>"
	b := book(t, strings.Repeat(row, 20_000), nil) // 2 million cells, 36 MB while they are read
	taken, err := openWithin(b, 8<<20)
	if err == nil ||
		err.Error() != `sheet "Sheet1" is too large: it needs about 35.3 MB of memory, and 8.4 MB are free; close other programs, or save a part of it as CSV` {
		t.Errorf("got %v", err)
	}
	if taken > 16<<20 {
		t.Errorf("took %d MB", taken>>20)
	}
	if _, err := openWithin(b, 1<<30); err != nil {
		t.Error(err)
	}
}

func TestTooManyTexts(t *testing.T) {
	var texts strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&texts, "<si><t>text number %d</t></si>", i)
	}
	b := book(t, "<row/>", map[string]string{"xl/sharedStrings.xml": "<sst>" + texts.String() + "</sst>"})
	if taken, err := openWithin(b, 8<<20); err == nil || !strings.Contains(err.Error(), "too large") || taken > 32<<20 {
		t.Errorf("%d MB, %v", taken>>20, err)
	}
}

// declared makes a workbook whose sheet declares another size than its bytes have.
func declared(t *testing.T, size uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create("xl/workbook.xml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, `<workbook><sheets><sheet name="S" sheetId="1"/></sheets></workbook>`); err != nil {
		t.Fatal(err)
	}
	sheet := `<worksheet><sheetData><row><c><v>12345</v></c></row></sheetData></worksheet>`
	w, err = z.CreateRaw(&zip.FileHeader{Name: "xl/worksheets/sheet1.xml", CompressedSize64: uint64(len(sheet)),
		UncompressedSize64: size})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, sheet); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestDeclaredSize(t *testing.T) {
	for size, want := range map[uint64]string{
		6 << 30: "the workbook is too large: its part xl/worksheets/sheet1.xml inflates to 6.4 GB, and Cardinal " +
			"reads workbooks of up to 4 GB; save the sheet as CSV",
		40:   "it holds more bytes than it declares",
		4000: "it holds fewer bytes than it declares",
	} {
		if taken, err := openWithin(declared(t, size), 0); err == nil || !strings.Contains(err.Error(), want) ||
			taken > 4<<20 {
			t.Errorf("%d: %d MB, %v", size, taken>>20, err)
		}
	}
}

// TestSparse reads a sheet of a cell a row, each in another column: memory is taken for cells and not for places.
func TestSparse(t *testing.T) {
	const n = 3000
	var rows strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&rows, `<row r="%d"><c r="%s%d"><v>1</v></c></row>`, i, sheet.ColumnName(i), i)
	}
	b := book(t, rows.String(), nil)
	z, err := zipxml.Open(t.Context(), bytes.NewReader(b), int64(len(b)), 0)
	if err != nil {
		t.Fatal(err)
	}
	w, err := (&archive{z}).workbook()
	if err != nil {
		t.Fatal(err)
	}
	g, err := w.readSheet(0, sheet.Wish{}, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if g.Rows() != n || g.Stored() > 9*7*n {
		t.Errorf("%d rows, %d bytes", g.Rows(), g.Stored())
	}
	if table, err := read(book(t,
		`<row r="1"><c r="XFD1"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>1</v></c></row>`, nil),
		""); err != nil || table.Rows != 1 || len(table.Columns) != 2 {
		t.Error(err)
	}
}

// TestLongBlanks cancels a workbook that is nearly nothing but white space, which takes no memory.
func TestLongBlanks(t *testing.T) {
	b := book(t, strings.Repeat(" ", 64<<20)+`<row><c><v>1</v></c></row>`, nil)
	ctx, cancel := context.WithCancel(context.Background())
	in := &cancelling{counted{Reader: bytes.NewReader(b)}, cancel, len(b) / 2}
	_, err := Open(ctx, in, int64(len(b)), 0, "", sheet.Wish{}, func(float64) {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if taken, err := openWithin(b, 0); err != nil || taken > 4<<20 {
		t.Errorf("%d MB, %v", taken>>20, err)
	}
}

// cancelling calls cancel when half of a workbook has been looked at.
type cancelling struct {
	counted
	cancel func()
	half   int
}

func (c *cancelling) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.counted.ReadAt(b, at)
	if c.n > c.half {
		c.cancel()
	}
	return n, err
}

// TestManyMergedHeads reads a small sheet in whose rows of names a hundred thousand merged cells of all columns
// lie above each other.
func TestManyMergedHeads(t *testing.T) {
	sheet := `<worksheet><sheetData><row r="1"><c t="s"><v>0</v></c><c/><c t="s"><v>0</v></c></row><row r="2"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row><row r="3"><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row></sheetData><mergeCells>` +
		strings.Repeat(`<mergeCell ref="A1:XFD1"/>`, 100_000) + `</mergeCells></worksheet>`
	table, err := read(book(t, "", map[string]string{"xl/worksheets/sheet1.xml": sheet}), "")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := datatest.Columns(table), "zero · zero int 1\nzero · one int 2\n"; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestManyMergedRows reads a small workbook with very many merged cells of very many rows.
func TestManyMergedRows(t *testing.T) {
	sheet := `<worksheet><sheetData><row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row r="2"><c><v>1</v></c><c><v>2</v></c></row><row r="4"><c/><c><v>3</v></c></row>` +
		`<row r="1048576"><c/><c><v>4</v></c></row></sheetData><mergeCells>` +
		strings.Repeat(`<mergeCell ref="A2:A1048576"/>`, 100_000) + `</mergeCells></worksheet>`
	table, err := read(book(t, "", map[string]string{"xl/worksheets/sheet1.xml": sheet}), "")
	if err != nil {
		t.Fatal(err)
	}
	want := "zero int 1 . .\none int 2 3 4\nnote: 100,000 groups of merged cells: only the first cell of each has " +
		"its value; they can be filled\nnote: 1,048,572 empty rows between others were left out\n"
	if got := datatest.Columns(table); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
