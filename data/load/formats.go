package load

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/format/arrow"
	"cardinal/data/format/csv"
	"cardinal/data/format/csv/charset"
	"cardinal/data/format/duckdb"
	"cardinal/data/format/json"
	"cardinal/data/format/markup"
	"cardinal/data/format/parquet"
	"cardinal/data/format/sqlite"
	"cardinal/data/format/workbook/ods"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/spreadsheetml"
	"cardinal/data/format/workbook/xls"
	"cardinal/data/format/workbook/xlsb"
	"cardinal/data/format/workbook/xlsx"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/lazyregexp"
)

// format describes a format of files.
type format struct {
	name       string   // in errors, such as "an Excel workbook"
	table      string   // in data.Table.Format, such as "xlsx"
	extensions []string // in lower case, with the point
	sheets     bool     // its files can have several sheets or tables
	cells      bool     // Options.Reading applies to cells of a sheet
	text       bool     // Options.Reading applies to delimited text
	markup     bool     // Options.Reading applies to cells that are texts
	columns    bool     // Options.Reading applies only to types of columns
	lists      bool     // its files can have lists, one of which can be unnested
	parts      bool     // only the needed bytes of its files are read
	holds      bool     // its files contain files of other formats, to which the options apply

	// recognise reports whether a file has this format. If the file has this format, or a similar one, and cannot be
	// read, recognise returns an error.
	recognise func(ctx context.Context, r io.ReaderAt, size int64) (bool, error)
	open      opener
}

// formats returns the formats that Open reads, in the order in which it tries them. To add a format, add its package,
// and an entry here.
func formats() []format {
	return []format{
		{name: parquetFile, table: "parquet", extensions: []string{".parquet", ".pq"}, lists: true, parts: true,
			recognise: parquet.Recognise, open: openParquet},
		{name: "Arrow", table: "arrow", extensions: []string{".arrow", ".feather", ".ipc"}, lists: true,
			recognise: arrow.Recognise, open: listOpener(arrow.Open)},
		{name: "a DuckDB database", table: "duckdb", extensions: []string{".duckdb", ".ddb"}, sheets: true, lists: true,
			parts: true, recognise: duckdb.Recognise, open: openDuckDB},
		{name: "an SQLite database", table: "sqlite", extensions: []string{".sqlite", ".sqlite3", ".db", ".db3",
			".gpkg"}, sheets: true, columns: true, parts: true, recognise: sqlite.Recognise, open: openSQLite},
		{name: zipArchive, extensions: []string{".zip"}, sheets: true, holds: true, parts: true,
			recognise: isZip, open: openZip},
		{name: "an OpenDocument spreadsheet", table: "ods", extensions: []string{".ods"}, sheets: true, cells: true,
			parts: true, recognise: ods.Recognise, open: sheetOpener(ods.Open)},
		{name: "a binary Excel workbook (.xlsb)", table: "xlsb", extensions: []string{".xlsb"}, sheets: true,
			cells: true, parts: true, recognise: xlsb.Recognise, open: sheetOpener(xlsb.Open)},
		{name: "an Excel workbook (.xlsx)", table: "xlsx", extensions: []string{".xlsx", ".xlsm"}, sheets: true,
			cells: true, parts: true, recognise: xlsx.Recognise, open: sheetOpener(xlsx.Open)},
		{name: "an Excel workbook (.xls)", table: "xls", extensions: []string{".xls"}, sheets: true, cells: true,
			recognise: xls.Recognise, open: sheetOpener(xls.Open)},
		{name: "an XML Spreadsheet 2003", table: "xml", extensions: []string{".xml"}, sheets: true, cells: true,
			recognise: spreadsheetml.Recognise, open: sheetOpener(spreadsheetml.Open)},
		{name: compressedFile, extensions: []string{".gz", ".zst", ".bz2"}, sheets: true, holds: true,
			recognise: isCompressed, open: openCompressed},
		{name: jsonText, table: "json", extensions: []string{".json", ".jsonl", ".ndjson"}, lists: true,
			recognise: json.Recognise, open: listOpener(json.Open)},
		{name: webPage, table: "html", extensions: []string{".html", ".htm"}, sheets: true, markup: true,
			recognise: markup.RecogniseHTML, open: markupOpener(markup.OpenHTML)},
		{name: markdownText, table: "md", extensions: []string{".md", ".markdown"}, sheets: true, markup: true,
			recognise: markup.RecogniseMarkdown, open: markupOpener(markup.OpenMarkdown)},
		{name: alignedText, table: "text", extensions: []string{".prn"}, sheets: true, markup: true,
			recognise: markup.RecogniseAligned, open: markupOpener(markup.OpenAligned)},
		{name: plainText, table: "csv", extensions: []string{".csv", ".tsv", ".tab", ".txt"}, text: true,
			recognise: isText, open: openText},
	}
}

// anyDatabase is an extension that many database programs use.
const anyDatabase = ".db"

const (
	parquetFile    = "Parquet"
	plainText      = "delimited text"
	compressedFile = "a compressed file"
	zipArchive     = "a zip archive"
	jsonText       = "JSON"
	webPage        = "a web page"
	markdownText   = "Markdown"
	alignedText    = "text in aligned columns"
)

// kindOf returns the format with a name.
func kindOf(name string) format {
	all := formats()
	return all[slices.IndexFunc(all, func(f format) bool { return f.name == name })]
}

// opener reads a file of a format into a table.
type opener func(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (*data.Table, error)

// listOpener returns an opener for the Open function of a format with lists.
func listOpener(open func(ctx context.Context, r io.ReaderAt, size, limit int64, columns []string, unnest string,
	progress func(float64)) (*data.Table, error)) opener {
	return func(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (*data.Table,
		error) {
		return open(ctx, r, size, limit, o.Columns, o.Reading.Unnest, progress)
	}
}

// markupOpener returns an opener for an Open function of package markup.
func markupOpener(open func(ctx context.Context, r io.ReaderAt, size int64, o markup.Options,
	progress func(float64)) (*data.Table, error)) opener {
	return func(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (*data.Table,
		error) {
		return open(ctx, r, size, markup.Options{Table: o.Sheet, Limit: limit, Reading: o.Reading, Unfit: o.Unfit},
			progress)
	}
}

func openParquet(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (*data.Table, error) {
	p := parquet.Options{Limit: limit, Columns: o.Columns, Spill: o.spill, Unnest: o.Reading.Unnest, Within: o.Within,
		Repeats: o.Repeats}
	p.Named, p.Deleted = o.named, o.deleted
	if o.most > 0 && o.deleted == nil {
		p.Groups = 1
	}
	return parquet.Open(ctx, r, size, p, progress)
}

// sheetOpener returns an opener for the Open function of a workbook format.
func sheetOpener(open func(ctx context.Context, r io.ReaderAt, size, limit int64, name string, wish sheet.Wish,
	progress func(float64)) (*data.Table, error)) opener {
	return func(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (*data.Table,
		error) {
		wish, err := sheet.Parse(o.Reading)
		if err != nil {
			return nil, err
		}
		wish.Most, wish.Unfit = o.most, o.Unfit
		return open(ctx, r, size, limit, o.Sheet, wish, progress)
	}
}

func openText(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (*data.Table, error) {
	how, err := csv.Parse(o.Reading)
	if err != nil {
		return nil, err
	}
	how.Losses, how.Spill, how.Columns, how.Unfit, how.Repeats = o.Losses, o.spill, o.Columns, o.Unfit, o.Repeats
	return csv.Open(ctx, r, size, limit, how, progress)
}

// allows returns an error that names options which do not apply to the format.
func (f format) allows(o Options) error {
	if f.holds {
		return nil
	}
	if o.Reading.Version != "" {
		return fmt.Errorf("it is %s and has no versions: leave the version out", f.name)
	}
	if o.Reading.Unnest != "" {
		if !f.lists {
			return fmt.Errorf("it is %s and has no lists to unnest: leave the list out", f.name)
		}
		o.Reading.Unnest = ""
	}
	o.Reading.Unpivot, o.Reading.Roles, o.Reading.Zones = "", nil, nil
	switch {
	case o.Sheet != "" && !f.sheets:
		return fmt.Errorf("it is %s and has no sheets: leave the sheet out", f.name)
	case o.Losses != nil && !f.text:
		return fmt.Errorf("it is %s, and the rows that were not understood are listed of delimited text only", f.name)
	case o.Reading.IsZero(), f.text && o.Reading.IsOfText(), f.cells && o.Reading.IsOfSheet(), f.markup &&
		o.Reading.IsOfMarkup(), f.columns && o.Reading.IsOfColumns():
	case f.text:
		return fmt.Errorf("it is %s and has no cells: leave the range and merged cells out", f.name)
	case f.markup:
		return fmt.Errorf("it is %s, and a delimiter, quotes, an encoding, lines to leave out at the beginning and "+
			"cells are chosen for other files: leave them out", f.name)
	case f.columns:
		return fmt.Errorf("it is %s, of which types and an order of dates are chosen, and nothing else: leave the "+
			"rest out", f.name)
	case f.cells:
		return fmt.Errorf("it is %s, and a delimiter, an encoding, lines to leave out, a decimal sign and an order "+
			"of dates are chosen for delimited text only: leave them out", f.name)
	default:
		return fmt.Errorf("it is %s, and how a file is read is chosen for delimited text and workbooks only: leave "+
			"it out", f.name)
	}
	return nil
}

// Extensions returns the extensions of all formats that Open reads, in lower case, with the point. Open can also read a
// file with another extension, because the bytes decide.
func Extensions() []string {
	var all []string
	for _, f := range formats() {
		all = append(all, f.extensions...)
	}
	return all
}

// note returns a sentence if the file's name has the extension of another format, else "".
func (f format) note(name string) string {
	ext := strings.ToLower(filepath.Ext(name))
	if slices.Contains(f.extensions, ext) || !slices.Contains(Extensions(), ext) || ext == anyDatabase {
		return ""
	}
	return fmt.Sprintf("the name ends in %s, but the file is %s and was read as that", ext, f.name)
}

var (
	errCutBook = errors.New("the workbook is damaged or cut off; copy or download it again")
	errOLE     = errors.New("it is in an old Office format, or damaged: open it in its program and save it as .xlsx")
	errBinary  = errors.New("it is neither a workbook, nor Parquet, nor text: check that it is the right file")
	errMarkup  = errors.New("it is a web page or other markup: open it in a spreadsheet program and save it as .xlsx " +
		"or .csv")
	errJSON = errors.New("it is JSON, but neither an array of objects, arrays or values nor one object or array a " +
		"line: turn it into .csv or .parquet first")
	errCutHead = errors.New("it begins like a Parquet file and does not end like one: it was cut off; copy or " +
		"download it again")
)

// recogniseAs returns the format of a file, with regard to the options. If a delimiter or a similar option is chosen, a
// text in aligned columns is read as delimited text. If the file's extension means JSON and the file begins like JSON,
// it must be JSON.
func recogniseAs(ctx context.Context, r io.ReaderAt, size int64, o Options) (format, error) {
	kind, err := recognise(ctx, r, size)
	if err == nil && kind.name == alignedText && !o.Reading.IsOfMarkup() {
		kind = kindOf(plainText)
	}
	meant := strings.Contains(strings.ToLower(filepath.Ext(o.name)), "json") // .geojson, too
	if meant && (err == nil && kind.text || errors.Is(err, errJSON)) {
		err = cmp.Or(json.Fault(ctx, r, size), err)
	}
	return kind, err
}

// recognise returns the format of a file by its bytes. For an unknown format, the error names the kind of the file if
// possible.
func recognise(ctx context.Context, r io.ReaderAt, size int64) (format, error) {
	r = zipxml.NewFile(r, size) // several formats read the directory of a zip archive
	for _, f := range formats() {
		if ok, err := f.recognise(ctx, r, size); ok || err != nil {
			return f, err
		}
	}
	head, err := readSome(r, 0, min(size, foreignHead))
	switch {
	case err != nil:
		return format{}, err
	case bytes.HasPrefix(head, []byte("PAR1")) || bytes.HasPrefix(head, []byte("PARE")):
		return format{}, errCutHead
	case bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")):
		return format{}, whatOLE(r, size)
	}
	return format{}, cmp.Or(foreignError(head, foreignTexts), foreignError(head, foreignFiles), errBinary)
}

// jsonKey matches the end of an object's key.
var jsonKey = lazyregexp.New(`"\s*:`)

// isText reports whether a file is delimited text. Markup and JSON are texts, but return an error.
func isText(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head, err := readSome(r, 0, min(size, 64<<10))
	if err != nil || !charset.LooksLikeText(head) {
		return false, err
	}
	if err := foreignError(head, foreignTexts); err != nil {
		return false, err
	}
	if bytes.IndexByte(head, 0) >= 0 {
		if err := foreignError(head, foreignFiles); err != nil {
			return false, err
		}
	}
	tail, err := readSome(r, max(0, size-4), min(size, 4))
	if err != nil {
		return false, err
	}
	switch start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n"); {
	case bytes.HasPrefix(start, []byte("<!")) || bytes.HasPrefix(start, []byte("<?xml")) ||
		bytes.HasPrefix(bytes.ToLower(start[:min(5, len(start))]), []byte("<html")):
		return false, errMarkup
	case len(start) > 0 && (start[0] == '{' || start[0] == '[') && bytes.ContainsAny(bytes.TrimSpace(tail), "}]") &&
		jsonKey().Match(start):
		return false, errJSON
	}
	return true, nil
}

// whatOLE returns the error for a file in an OLE container. The names of streams in the container, which are UTF-16,
// say whether the file is a damaged workbook or another document.
func whatOLE(r io.ReaderAt, size int64) error {
	b, err := readSome(r, 0, min(size, 64<<20))
	if err != nil {
		return err
	}
	if bytes.Contains(bytes.ToLower(b), encodeUTF16("book")) { // Workbook; Book in Excel 5 and 95
		return errCutBook
	}
	return errOLE
}

// encodeUTF16 returns an ASCII text in little-endian UTF-16.
func encodeUTF16(s string) []byte {
	out := make([]byte, 0, 2*len(s))
	for _, c := range []byte(s) {
		out = append(out, c, 0)
	}
	return out
}

func readSome(r io.ReaderAt, at, n int64) ([]byte, error) {
	b := make([]byte, n)
	if got, err := r.ReadAt(b, at); int64(got) < n {
		return nil, err
	}
	return b, nil
}
