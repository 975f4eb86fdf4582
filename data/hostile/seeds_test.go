package hostile

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/klauspost/compress/zstd"
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
	"github.com/ncruces/go-sqlite3/ext/rtree"

	"cardinal/data/datatest"
)

// seed is a small complete file.
type seed struct {
	kind, name string
	bytes      []byte
	table      *values
	sealed     bool // every byte that counts is under a checksum
}

// text reports whether the file is text, whose bytes are values.
func (s *seed) text() bool { return s.kind == "csv" || s.kind == "json" }

// strict reports whether a panic is a fault although it becomes an error: our own readers of text have no
// reason for one.
func (s *seed) strict() bool { return s.kind != "parquet" && s.kind != "arrow" }

// largest is the size of the largest seed.
const largest = 24 << 10

// seeds returns the small files beside the readers and in load, and some that are made here.
func seeds() (out []seed) {
	add := func(kind, name string, b []byte) {
		table, err := read(name, b)
		if err != nil {
			return
		}
		out = append(out, seed{kind, name, b, valuesOf(table), kind == "xlsx" || kind == "xlsb" || kind == "ods" ||
			kind == "gz" || kind == "zst" || kind == "zip" || kind == "duckdb"})
	}
	for _, format := range []string{"csv", "load", "parquet", "xlsx", "xls", "xlsb", "ods"} {
		err := filepath.WalkDir(datatest.Files(format), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			kind := strings.TrimPrefix(filepath.Ext(path), ".")
			if kind == "tsv" {
				kind = "csv"
			}
			b, err := os.ReadFile(path)
			if err == nil && len(b) <= largest && slices.Contains([]string{"csv", "parquet", "xlsx", "xls", "xlsb",
				"ods", "arrow", "feather"}, kind) {
				add(kind, filepath.Base(path), b)
			}
			return err
		})
		if err != nil {
			panic(err)
		}
	}
	sales := sales()
	add("csv", "sales.csv", sales)
	add("csv", "sales2.csv", bytes.ReplaceAll(bytes.ReplaceAll(sales, []byte("."), []byte(",")), []byte(";"),
		[]byte("\t")))
	add("json", "sales.jsonl", salesJSON("", "\n", ""))
	add("json", "sales.json", salesJSON("[", ",\n", "]"))
	add("json", "rows.json", rowsJSON("[", ",\n", "]"))
	add("json", "rows.jsonl", rowsJSON("", "\n", ""))
	var packed bytes.Buffer
	g := gzip.NewWriter(&packed)
	_, _ = g.Write(sales)
	_ = g.Close()
	add("gz", "sales.csv.gz", packed.Bytes())
	z, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	add("zst", "sales.csv.zst", z.EncodeAll(sales, nil))
	var archive bytes.Buffer
	a := zip.NewWriter(&archive)
	w, err := a.Create("sales.csv")
	if err != nil {
		panic(err)
	}
	_, _ = w.Write(sales)
	_ = a.Close()
	add("zip", "sales.zip", archive.Bytes())
	for name, o := range map[string][]ipc.Option{"plain.arrow": nil, "zstd.arrow": {ipc.WithZstd()},
		"lz4.arrow": {ipc.WithLZ4()}} {
		add("arrow", name, salesArrow(false, o...))
		add("arrow", "stream_"+name, salesArrow(true, o...))
	}
	add("duckdb", "shop.duckdb", unpacked(filepath.Join("..", "format", "duckdb", "testdata", "shop.duckdb.gz")))
	add("sqlite", "sales.sqlite", salesSQLite())
	add("sqlite", "mail.sqlite", database(`PRAGMA page_size = 512; CREATE VIRTUAL TABLE mail USING fts5(subject, size)`,
		func(i int) string {
			return fmt.Sprintf("INSERT INTO mail VALUES('say %d again', %d)", i, i*i)
		}))
	add("sqlite", "places.sqlite",
		database(`PRAGMA page_size = 512; CREATE VIRTUAL TABLE places USING rtree(id, least, most, +note)`,
			func(i int) string {
				return fmt.Sprintf("INSERT INTO places VALUES(%d, %d, %d.5, 'note %[1]d')", i, i*i, i*i+i)
			}))
	slices.SortFunc(out, func(a, b seed) int { return strings.Compare(a.kind+a.name, b.kind+b.name) })
	return out
}

// unpacked returns a file without its compression.
func unpacked(path string) []byte {
	packed, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		panic(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return b
}

const salesRows = 60

// sales makes a delimited text of many types.
func sales() []byte {
	var b bytes.Buffer
	b.WriteString("id;day;region;amount;price;note;done\n")
	for i := range salesRows {
		fmt.Fprintf(&b, "%d;2024-%02d-%02d;%s;%d;%d.%02d;\"say \"\"%d\"\" ; so\";%v\n", 1000+i, i%12+1, i%28+1,
			[]string{"North", "South", "East"}[i%3], i*i, i, i%100, i, i%2 == 0)
	}
	return b.Bytes()
}

func salesJSON(begin, between, end string) []byte {
	var objects []string
	for i := range salesRows {
		objects = append(objects,
			fmt.Sprintf(`{"id":%d,"day":"2024-%02d-01","in":{"region":"R%d","amount":%d.5},"done":%v}`, 1000+i, i%12+1,
				i%3, i*i, i%2 == 0))
	}
	return []byte(begin + strings.Join(objects, between) + end + "\n")
}

// rowsJSON makes rows that are arrays; the first row names the columns.
func rowsJSON(begin, between, end string) []byte {
	rows := []string{`["id","day","region","amount","done"]`}
	for i := range salesRows {
		rows = append(rows, fmt.Sprintf(`[%d,"2024-%02d-01","R%d",%d.5,%v]`, 1000+i, i%12+1, i%3, i*i, i%2 == 0))
	}
	return []byte(begin + strings.Join(rows, between) + end + "\n")
}

// salesSQLite makes a database with a table and an index of it.
func salesSQLite() []byte {
	return database(`PRAGMA page_size = 1024; CREATE TABLE sales(id INTEGER PRIMARY KEY, day DATE, region TEXT, amount INTEGER, price REAL, note TEXT, done BOOLEAN); CREATE INDEX regions ON sales(region)`, func(i int) string {
		return fmt.Sprintf("INSERT INTO sales VALUES(%d, '2024-%02d-%02d', 'R%d', %d, %d.25, 'say \"%d\"', %d)", 1000+i,
			i%12+1, i%28+1, i%3, i*i*i, i, i, i%2)
	})
}

// database makes a database with a table of salesRows rows.
func database(table string, row func(i int) string) []byte {
	folder, err := os.MkdirTemp("", "cardinal-seed")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "made.sqlite")
	db, err := sqlite3.Open(path)
	if err != nil {
		panic(err)
	}
	err = errors.Join(fts5.Register(db), rtree.Register(db), db.Exec(table))
	for i := range salesRows {
		err = errors.Join(err, db.Exec(row(i)))
	}
	if err = errors.Join(err, db.Close()); err != nil {
		panic(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	return b
}

func salesArrow(stream bool, o ...ipc.Option) []byte {
	pool := memory.DefaultAllocator
	ids, texts, floats, days := array.NewInt64Builder(pool), array.NewStringBuilder(pool),
		array.NewFloat64Builder(pool), array.NewDate32Builder(pool)
	labels := array.NewDictionaryBuilder(pool, &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8,
		ValueType: arrow.BinaryTypes.String}).(*array.BinaryDictionaryBuilder)
	for i := range salesRows {
		ids.Append(int64(1000 + i))
		texts.Append(fmt.Sprint("text ", i))
		floats.Append(float64(i) / 8)
		days.Append(arrow.Date32(19000 + i))
		if i%7 == 0 {
			labels.AppendNull()
		} else if err := labels.AppendString([]string{"North", "South", "East"}[i%3]); err != nil {
			panic(err)
		}
	}
	columns := []arrow.Array{ids.NewArray(), texts.NewArray(), floats.NewArray(), days.NewArray(), labels.NewArray()}
	var fields []arrow.Field
	for i, c := range columns {
		fields = append(fields, arrow.Field{Name: fmt.Sprint("c", i), Type: c.DataType(), Nullable: true})
	}
	schema := arrow.NewSchema(fields, nil)
	batch := array.NewRecordBatch(schema, columns, salesRows)
	var out bytes.Buffer
	var w interface {
		Write(arrow.RecordBatch) error
		io.Closer
	}
	var err error
	if o = append(o, ipc.WithSchema(schema)); stream {
		w = ipc.NewWriter(&out, o...)
	} else if w, err = ipc.NewFileWriter(&out, o...); err != nil {
		panic(err)
	}
	if err = w.Write(batch); err == nil {
		err = w.Write(batch)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

const (
	// repacked changes the parts of an archive and packs them anew. It returns nil if the archive cannot be read.
	repacked = "repacked"
	moved    = "xdsc" // the letters of changes that move what stands behind them, or bring pieces from elsewhere
)

// mutant changes the seed once to three times, and says how: a letter a change. Half of the archives are taken
// apart, changed inside and packed anew with right checksums.
func (s *seed) mutant(rnd *rand.Rand, all []seed) (b []byte, how string) {
	var changes []string
	if (s.kind == "xlsx" || s.kind == "ods") && rnd.IntN(2) == 0 {
		if b = s.repacked(rnd, all); b != nil {
			return b, repacked
		}
	}
	b = slices.Clone(s.bytes)
	for range 1 + rnd.IntN(3) {
		var what string
		b, what = change(rnd, b, all)
		changes = append(changes, what)
	}
	return b, strings.Join(changes, ",")
}

// marks are characters that have a meaning in texts.
const marks = "<>/\"='&;:,.-+e0123456789ABCrstv[]{}\\\t\n\r "

// change changes bytes: a bit, a byte, a number of four bytes, or pieces.
func change(rnd *rand.Rand, b []byte, all []seed) ([]byte, string) {
	if len(b) < 8 {
		return b, "0"
	}
	at := rnd.IntN(len(b))
	if rnd.IntN(3) == 0 { // near the ends, where formats keep their indexes
		at = min(rnd.IntN(400), len(b)-1)
		if rnd.IntN(2) == 0 {
			at = len(b) - 1 - at
		}
	}
	to := min(len(b), at+1+rnd.IntN(64))
	switch rnd.IntN(16) {
	case 0:
		return b[:at], "x" // cut off
	case 1:
		return slices.Concat(b[:at], b[to:]), "x"
	case 2:
		return slices.Concat(b[:to], b[at:]), "d" // doubled
	case 3:
		from := rnd.IntN(len(b))
		piece := slices.Clone(b[from:min(len(b), from+to-at)])
		return slices.Concat(b[:at], piece, b[min(len(b), at+len(piece)):]), "s" // of elsewhere
	case 4:
		other := all[rnd.IntN(len(all))].bytes
		from := rnd.IntN(len(other))
		return slices.Concat(b[:at], other[from:min(len(other), from+to-at)], b[to:]), "c" // of another file
	case 5, 6:
		if at+4 <= len(b) {
			numbers := []uint32{0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, 0x10000, rnd.Uint32()}
			n := numbers[rnd.IntN(len(numbers))]
			if rnd.IntN(2) == 0 {
				binary.LittleEndian.PutUint32(b[at:], n)
			} else {
				binary.BigEndian.PutUint32(b[at:], n)
			}
		}
		return b, "n"
	case 7, 8, 9:
		b[at] ^= 1 << rnd.IntN(8)
		return b, "b"
	case 10, 11, 12, 13:
		b[at] = marks[rnd.IntN(len(marks))]
		return b, "m"
	}
	b[at] = byte(rnd.Uint32())
	return b, "v"
}

// repacked changes the parts of an archive and packs them anew. It is nil where the archive cannot be read.
func (s *seed) repacked(rnd *rand.Rand, all []seed) []byte {
	in, err := zip.NewReader(bytes.NewReader(s.bytes), int64(len(s.bytes)))
	if err != nil || len(in.File) == 0 {
		return nil
	}
	chosen := rnd.IntN(len(in.File))
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i, f := range in.File {
		r, err := f.Open()
		if err != nil {
			return nil
		}
		b, err := io.ReadAll(r)
		if err != nil {
			return nil
		}
		if i == chosen || strings.Contains(f.Name, "sheet1") && rnd.IntN(2) == 0 {
			tail := b[rnd.IntN(len(b)+1):]
			if at := bytes.IndexAny(tail, "0123456789"); rnd.IntN(2) == 0 && at >= 0 {
				tail[at] = "0123456789-."[rnd.IntN(12)]
			} else {
				b, _ = change(rnd, b, all)
			}
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate})
		if err == nil {
			_, err = w.Write(b)
		}
		if err != nil {
			return nil
		}
	}
	if z.Close() != nil {
		return nil
	}
	return out.Bytes()
}
