package arrow

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// counted counts the bytes that are read.
type counted struct {
	*bytes.Reader
	n int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	c.n += len(b)
	return c.Reader.ReadAt(b, at)
}

// TestWanted reads the columns of a file one by one: they have the values of a table of all columns, and a small part
// of a large file is read.
func TestWanted(t *testing.T) {
	of := slices.DeleteFunc(slices.Clone(columns), func(c column) bool { return c.name == "view" || c.name == "list" })
	of = append(of, column{name: "pair", typ: arrow.StructOf(arrow.Field{Name: "a", Type: arrow.BinaryTypes.String,
		Nullable: true}, arrow.Field{Name: "b", Type: arrow.PrimitiveTypes.Int64, Nullable: true}),
		json: `[{"a": "x", "b": 1}, null, {"a": "y", "b": null}]`})
	for name, b := range map[string][]byte{"plain": file(t, true, of), "compressed": file(t, true, of, ipc.WithZstd()),
		"lists and views": file(t, true, columns), "stream": file(t, false, of)} {
		all, err := open(b, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all.Columns {
			one, err := unnested(b, 1<<30, "", c.Name)
			if err != nil || len(one.Columns) != 1 {
				t.Errorf("%s: %s alone: %v", name, c.Name, err)
			} else if got, want := words(one.Columns[0], 0), words(c, 0); got != want {
				t.Errorf("%s: %s alone is %s, want %s", name, c.Name, got, want)
			}
		}
		if got := readWanted(bytes.NewReader(b), make([]byte, len(b)), []string{"text"}); got != (name == "plain") {
			t.Errorf("%s: read by parts: %v", name, got)
		}
	}
	large := file(t, true, []column{
		{name: "a", typ: arrow.BinaryTypes.String, json: `["` + strings.Repeat("long", 1<<16) + `"]`},
		{name: "n", typ: arrow.PrimitiveTypes.Int64, json: `[7]`},
	})
	in := &counted{Reader: bytes.NewReader(large)}
	table, err := Open(t.Context(), in, int64(len(large)), 0, []string{"n"}, "", func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(table.Columns[0].Value(1)); got != "7" || in.n > len(large)/10 {
		t.Errorf("n is %s, and %d of %d bytes were read", got, in.n, len(large))
	}
}

// TestWantedOfDamaged opens files with a wrong byte, or cut off: a file that is refused by parts is refused as a
// whole.
func TestWantedOfDamaged(t *testing.T) {
	b := file(t, true, columns[:4])
	for i := range b {
		for _, flip := range []byte{1, 0x80} {
			broken := bytes.Clone(b)
			broken[i] ^= flip
			if _, err := unnested(broken, 1<<30, "", "i8"); err != nil {
				if _, whole := open(broken, 1<<30); whole == nil {
					t.Fatalf("byte %d: %v, and as a whole: %v", i, err, whole)
				}
			}
		}
		if _, err := unnested(b[:i], 1<<30, "", "i8"); err == nil {
			t.Fatalf("%d of %d bytes are accepted", i, len(b))
		}
	}
}
