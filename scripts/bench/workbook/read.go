package workbook

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"

	"cardinal/data/load"

	"github.com/xuri/excelize/v2"
)

// ChildWord is the command that makes the program a child of Command.
const ChildWord = "workbook-child"

// table is the result of a reader: the number of rows below the headings, and the sum of the column amount.
type table struct {
	Rows int
	Sum  float64
}

//go:embed sheetjs.js
var sheetJS string

//go:embed exceljs.js
var excelJS string

// readers read every cell of a workbook in this program. scripts are readers that run in Node.
var (
	readers = map[string]func(ctx context.Context, path string) (table, error){"Cardinal": cardinal,
		"excelize, row by row": excelizeRows}
	scripts = map[string]string{"SheetJS": sheetJS, "ExcelJS, row by row": excelJS}
)

// Child reads a workbook once and prints its rows and sum.
func Child(f *flag.FlagSet) func(context.Context) error {
	side := f.String("side", "", "the reader")
	path := f.String("file", "", "the workbook")
	return func(ctx context.Context) error {
		read := readers[*side]
		if read == nil {
			return fmt.Errorf("there is no reader %q", *side)
		}
		t, err := read(ctx, *path)
		if err != nil {
			return err
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
