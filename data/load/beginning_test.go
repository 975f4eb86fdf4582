package load

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"cardinal/data"
)

// long returns a text of more than size bytes that hardly compresses, with line ends and quotes inside fields.
func long(size int) []byte {
	var b bytes.Buffer
	b.WriteString("n,hash,note\n")
	var word [30]byte
	random := rand.New(rand.NewPCG(1, 2))
	for i := 0; b.Len() < size; i++ {
		for j := range word {
			word[j] = byte('A' + random.IntN(26))
		}
		fmt.Fprintf(&b, "%d,%s,\"line\n\"\"%d\"\", x\"\n", i, word, i%7)
	}
	return b.Bytes()
}

func TestBeginnings(t *testing.T) {
	text := long(leastPart * 41)
	var zipped bytes.Buffer
	z, _ := gzip.NewWriterLevel(&zipped, gzip.BestSpeed)
	if _, err := z.Write(text); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"a.csv": text, "a.csv.gz": zipped.Bytes(),
		"a.parquet": numbersFile(t, 1_000_000), "a.db": numbersDatabase(t, 1_200_000)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		whole, err := Open(t.Context(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		parts := slices.Collect(Beginnings(t.Context(), path, Options{}))
		if want := map[string]int{"a.csv": 2, "a.csv.gz": 1, "a.parquet": 1, "a.db": 1}[name]; len(file) < leastBegun ||
			len(parts) != want {
			t.Fatalf("%s of %d bytes has %d beginnings, want %d", name, len(file), len(parts), want)
		}
		rows := 0
		for _, p := range parts {
			if p.Part == nil || p.Rows <= rows || p.Rows >= whole.Rows || p.Part.Share <= 0 || p.Part.Share > 0.2 ||
				p.Part.Rows < whole.Rows*7/10 || p.Part.Rows > whole.Rows*13/10 {
				t.Errorf("%s: %d rows of %d, %+v", name, p.Rows, whole.Rows, p.Part)
			}
			if p.Path != whole.Path || p.Size != whole.Size || !p.Changed.Equal(whole.Changed) || p.Name != whole.Name {
				t.Errorf("%s: the beginning is of %s, %d bytes", name, p.Path, p.Size)
			}
			rows = p.Rows
			same(t, name, p, whole)
		}
	}
}

// numbersDatabase makes an SQLite database with a column of numbers, some of them null, and a column of texts.
func numbersDatabase(t *testing.T, rows int) []byte {
	t.Helper()
	b, err := os.ReadFile(database(t,
		fmt.Sprintf(`CREATE TABLE a(n INTEGER, s TEXT); WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < %d)
		INSERT INTO a SELECT CASE WHEN i %% 7 = 3 THEN NULL ELSE i * 1000003 END, 'text ' || i %% 1000 FROM r`, rows-1)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// same compares every seventh row of a beginning with the same row of the whole table.
func same(t *testing.T, name string, p, whole *data.Table) {
	t.Helper()
	if len(p.Columns) != len(whole.Columns) {
		t.Fatalf("%s: %d columns of %d", name, len(p.Columns), len(whole.Columns))
	}
	for i, c := range p.Columns {
		for row := 0; row < c.Rows; row += 7 {
			if got, want := c.Value(row), whole.Columns[i].Value(row); got != want && got.String() != want.String() {
				t.Fatalf("%s: row %d of %s is %v, in the whole file %v", name, row, c.Name, got, want)
			}
		}
	}
}

// numbersFile makes a Parquet file of one row group, with a column of numbers, some of them null, and a column of
// texts.
func numbersFile(t *testing.T, rows int) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "s", Type: arrow.BinaryTypes.String}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	n, s := b.Field(0).(*array.Int64Builder), b.Field(1).(*array.StringBuilder)
	for i := range rows {
		if i%7 == 3 {
			n.AppendNull()
		} else {
			n.Append(int64(i) * 1_000_003)
		}
		s.Append(fmt.Sprint("text ", i%1000))
	}
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out,
		parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(int64(rows))), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(b.NewRecordBatch()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestNoBeginnings(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string][]byte{
		"small.csv":   long(leastBegun / 2),
		"binary.csv":  bytes.Repeat([]byte{0, 1, 2, 3}, leastBegun),
		"oneline.csv": bytes.Repeat([]byte("a,"), leastBegun),
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if parts := slices.Collect(Beginnings(t.Context(), path, Options{})); len(parts) != 0 {
			t.Errorf("%s has %d beginnings", name, len(parts))
		}
	}
	for _, path := range []string{folder, filepath.Join(folder, "missing.csv")} {
		if parts := slices.Collect(Beginnings(context.Background(), path, Options{})); len(parts) != 0 {
			t.Errorf("%s has beginnings", path)
		}
	}
}

func TestWholeRecords(t *testing.T) {
	for text, want := range map[string]string{
		"a,b\n1,2\n3":               "a,b\n1,2\n",
		"a,b\n1,\"x\ny":             "a,b\n",
		"a,b\n1,\"x\ny\"\n2":        "a,b\n1,\"x\ny\"\n",
		"a,b\n1,\"x\"\"\ny\"\n2,\"": "a,b\n1,\"x\"\"\ny\"\n",
		"no line end":               "",
		"\"open\nnever closed\n":    "",
	} {
		if got := string(wholeRecords([]byte(text))); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}
