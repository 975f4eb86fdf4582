package workbook

import (
	"context"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"cardinal/data/load"

	"github.com/thedatashed/xlsxreader"
	"github.com/xuri/excelize/v2"
)

// ChildWord is the argument with which Command starts this program as its child.
const ChildWord = "workbook-child"

// table is what a reader found: the number of rows below the headings, and the sum of the column amount.
type table struct {
	Rows int
	Sum  float64
}

//go:embed sheetjs.js
var sheetJS string

//go:embed exceljs.js
var excelJS string

// readers read every cell of a workbook in this process. scripts are readers that run in Node.
var (
	readers = map[string]func(ctx context.Context, path string) (table, error){"Cardinal": cardinal,
		"excelize, row by row": excelizeRows, "xlsxreader, row by row": xlsxReaderRows}
	scripts = map[string]string{"SheetJS": sheetJS, "ExcelJS, row by row": excelJS}
)

// Child reads a workbook once and prints its rows and sum, or writes one.
func Child(f *flag.FlagSet) func(context.Context) error {
	side := f.String("side", "", "the reader")
	path := f.String("file", "", "the workbook")
	rows := f.String("rows", "", "delimited text whose rows are written to the workbook instead")
	answer := f.String("answer", "", "file of delimited text for the sum; else the rows and the sum are printed")
	return func(ctx context.Context) error {
		if *rows != "" {
			return excelizeWrite(*rows, *path)
		}
		read := readers[*side]
		if read == nil {
			return fmt.Errorf("there is no reader %q", *side)
		}
		t, err := read(ctx, *path)
		if err != nil {
			return err
		}
		if *answer != "" {
			return os.WriteFile(*answer, fmt.Appendf(nil, "sum\n%f\n", t.Sum), 0o644)
		}
		return json.NewEncoder(os.Stdout).Encode(t)
	}
}

// cardinal reads the workbook into a table of typed columns.
func cardinal(ctx context.Context, path string) (t table, err error) {
	read, err := load.Open(ctx, path, load.Options{})
	if err != nil {
		return t, err
	}
	t.Rows = read.Rows
	for _, c := range read.Columns {
		if c.Name != amount {
			continue
		}
		for row := range c.Rows {
			n, _ := c.Value(row).Number()
			t.Sum += n
		}
	}
	return t, nil
}

// excelizeRows reads the workbook as texts, a row at a time, and keeps no row.
func excelizeRows(_ context.Context, path string) (t table, err error) {
	f, err := excelize.OpenFile(path)
	if err != nil {
		return t, err
	}
	defer f.Close()
	rows, err := f.Rows(f.GetSheetName(0))
	if err != nil {
		return t, err
	}
	defer rows.Close()
	at := -1
	for rows.Next() {
		cells, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return t, err
		}
		if at < 0 {
			for i, name := range cells {
				if name == amount {
					at = i
				}
			}
			continue
		}
		n, err := strconv.ParseFloat(cells[at], 64)
		if err != nil {
			return t, err
		}
		t.Rows++
		t.Sum += n
	}
	return t, rows.Error()
}

// xlsxReaderRows reads the workbook as texts, a row at a time, and keeps no row.
func xlsxReaderRows(_ context.Context, path string) (t table, err error) {
	f, err := xlsxreader.OpenFile(path)
	if err != nil {
		return t, err
	}
	defer f.Close()
	at := -1
	for row := range f.ReadRows(f.Sheets[0]) {
		if row.Error != nil {
			return t, row.Error
		}
		if at < 0 {
			for i, c := range row.Cells {
				if c.Value == amount {
					at = i
				}
			}
			continue
		}
		n, err := strconv.ParseFloat(row.Cells[at].Value, 64)
		if err != nil {
			return t, err
		}
		t.Rows++
		t.Sum += n
	}
	return t, nil
}

// excelizeWrite writes rows of delimited text to a workbook, a row at a time. A text that is a number becomes a number.
func excelizeWrite(rows, path string) (err error) {
	in, err := os.Open(rows)
	if err != nil {
		return err
	}
	defer in.Close()
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	lines := csv.NewReader(in)
	lines.ReuseRecord = true
	var cells []any
	for at := 1; ; at++ {
		line, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		cells = cells[:0]
		for _, text := range line {
			if n, err := strconv.ParseFloat(text, 64); err == nil {
				cells = append(cells, n)
			} else {
				cells = append(cells, text)
			}
		}
		if err := w.SetRow("A"+strconv.Itoa(at), cells); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.SaveAs(path)
}
