package parquet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TestCodesOfManyRowGroups reads texts of many row groups, so that the first row group decides the width of the
// codes. It tries the same texts in all row groups, more texts than fit the width, texts that the first row group
// lacks, and nulls. The column must equal the column that NewText makes.
func TestCodesOfManyRowGroups(t *testing.T) { testCodes(t, fewGroups+8) }

// TestCodesOfFewRowGroups does the same if any row group can be the first that is read.
func TestCodesOfFewRowGroups(t *testing.T) {
	for _, groups := range []int{1, 2, 3, 12, fewGroups - 1} {
		testCodes(t, groups)
	}
}

func testCodes(t *testing.T, groups int) {
	t.Helper()
	for name, text := range map[string]func(r *rand.Rand, g, row int) string{
		"the same":            func(r *rand.Rand, _, _ int) string { return fmt.Sprint("id", r.IntN(20)) },
		"one":                 func(*rand.Rand, int, int) string { return "id" },
		"in another order":    func(_ *rand.Rand, g, row int) string { return fmt.Sprint("id", (row*(g+1))%37) },
		"some more":           func(r *rand.Rand, g, _ int) string { return fmt.Sprint("id", r.IntN(5+g/10)) },
		"more than one byte":  func(r *rand.Rand, g, _ int) string { return fmt.Sprint("id", r.IntN(5+20*g)) },
		"less than two bytes": func(_ *rand.Rand, g, row int) string { return fmt.Sprint("id", row%(150-g)) },
		"others":              func(r *rand.Rand, g, _ int) string { return fmt.Sprint("id", 7*g+r.IntN(7)) },
		"long ones": func(r *rand.Rand, g, _ int) string {
			return fmt.Sprint("a text of more than twelve bytes ", r.IntN(5+g))
		},
		"nothing before the tenth": func(_ *rand.Rand, g, row int) string {
			return []string{"", "id"}[min(g/10, 1)][:min(g/10, 1)*(1+row%2)]
		},
		"nothing": func(*rand.Rand, int, int) string { return "" },
	} {
		for _, dictionary := range []bool{true, false} {
			r := rand.New(rand.NewPCG(1, 22))
			schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.BinaryTypes.String, Nullable: true}}, nil)
			var out bytes.Buffer
			w, err := pqarrow.NewFileWriter(schema, &out,
				parquet.NewWriterProperties(parquet.WithDictionaryDefault(dictionary)), pqarrow.DefaultWriterProps())
			if err != nil {
				t.Fatal(err)
			}
			var values, all []string // "" is null
			for g := range groups {
				b := array.NewStringBuilder(memory.DefaultAllocator)
				for row := range 150 + r.IntN(100) {
					v := text(r, g, row)
					if all = append(all, v); v == "" {
						b.AppendNull()
						continue
					}
					b.Append(v)
					if !slices.Contains(values, v) {
						values = append(values, v)
					}
				}
				// a row group
				if err := w.Write(array.NewRecordBatch(schema, []arrow.Array{b.NewArray()},
					int64(b.Len()))); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			codes, valid := make([]uint32, len(all)), data.NewBitmap(len(all))
			for i, v := range all {
				if v != "" {
					codes[i] = uint32(slices.Index(values, v))
					valid.Set(i)
				}
			}
			want := data.NewText("id", codes, values, valid)
			for range 5 { // the cores share the row groups in other ways
				what := fmt.Sprintf("%d row groups, %s, dictionary %v", groups, name, dictionary)
				table, err := Open(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), Options{}, nil)
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				got := table.Columns[0]
				if !slices.Equal(got.Dict.Values, want.Dict.Values) {
					t.Fatalf("%s: the texts are %q, not %q", what, got.Dict.Values, want.Dict.Values)
				}
				if !slices.Equal(got.Codes.U8, want.Codes.U8) || !slices.Equal(got.Codes.U16, want.Codes.U16) ||
					got.Nulls != want.Nulls {
					t.Fatalf("%s: the codes are others", what)
				}
			}
		}
	}
}
