package arrow

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"

	"cardinal/data"
	"cardinal/data/datatest"
)

func unnested(b []byte, limit int64, list string, wanted ...string) (*data.Table, error) {
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), limit, wanted, list, func(float64) {})
}

func nested() []column {
	number, text := arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.String
	item := arrow.StructOf(arrow.Field{Name: "sku", Type: text, Nullable: true}, arrow.Field{Name: "at", Nullable: true,
		Type: arrow.StructOf(arrow.Field{Name: "x", Type: number, Nullable: true})},
		arrow.Field{Name: "parts", Type: arrow.ListOf(number), Nullable: true})
	return []column{
		{"id", text, `["a", null, "c", "d"]`, ""},
		{"tags", arrow.ListOf(text), `[["x", null], [], null, ["y"]]`, "id|tags\na|x\na|\n|\nc|\nd|y\n"},
		{"large", arrow.LargeListOf(number), `[[], [1, 2], [3], null]`, "id|large\na|\n|1\n|2\nc|3\nd|\n"},
		{"two", arrow.FixedSizeListOf(2, number), `[[1, 2], null, [3, null], [5, 6]]`, "id|two\na|1\na|2\n|\nc|3\n" +
			"c|\nd|5\nd|6\n"},
		{"view", arrow.ListViewOf(number), `[[1, 2], null, [], [4]]`, "id|view\na|1\na|2\n|\nc|\nd|4\n"},
		{"items", arrow.ListOf(item),
			`[[{"sku": "s", "at": {"x": 1}, "parts": [1]}, null, {"sku": null, "at": null, "parts": []}], [], null, [{"sku": "t", "at": {"x": null}, "parts": null}]]`,
			"id|items.sku|items.at.x\na|s|1\na||\na||\n||\nc||\nd|t|\n"},
		{"map", arrow.MapOf(text, number),
			`[[{"key": "k", "value": 1}, {"key": "l", "value": null}], null, [], [{"key": "m", "value": 2}]]`,
			"id|map.key|map.value\na|k|1\na|l|\n||\nc||\nd|m|2\n"},
		{"in",
			arrow.StructOf(arrow.Field{Name: "list",
				Type:     arrow.ListOf(&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: text}),
				Nullable: true}),
			`[{"list": ["x", "x"]}, null, {"list": null}, {"list": ["y"]}]`, "id|in.list\na|x\na|x\n|\nc|\nd|y\n"},
		{"lists", arrow.ListOf(arrow.ListOf(number)), `[[[1]], null, [], [[2], []]]`, ""},
	}
}

// TestUnnest unnests lists of all kinds, of two batches each, and looks at the notes and the errors.
func TestUnnest(t *testing.T) {
	of := nested()
	for how, b := range map[string][]byte{"file": file(t, true, of), "stream": file(t, false, of)} {
		for _, c := range of {
			if c.want == "" {
				continue
			}
			name := c.name
			if name == "in" {
				name = "in.list"
			}
			table, err := unnested(b, 0, strings.ToUpper(name))
			if err != nil {
				t.Errorf("%s, %s: %v", how, name, err)
				continue
			}
			head, rows, _ := strings.Cut(c.want, "\n")
			if got := strings.Join(datatest.Rows(table), "\n") + "\n"; got != head+"\n"+rows+rows ||
				table.Unnest != name || len(table.Lists) != 7 {
				t.Errorf("%s, %s:\n%s\nwant %s, of %v", how, name, got, c.want, table.Lists)
			}
			if alone, err := unnested(b, 0, name, "id"); err != nil || len(alone.Columns) != 1 ||
				alone.Rows != table.Rows {
				t.Errorf("%s, %s: a flat column alone: %v", how, name, err)
			}
		}
	}
	b := file(t, true, of)
	table, err := unnested(b, 0, "tags")
	if err != nil {
		t.Fatal(err)
	}
	want := "8 rows of the file became 10 rows of the table, one for each element of tags; a row without elements " +
		"stays, with nulls in their place|" +
		"left out: large, two, view, items, map, in.list (lists or maps); each element of large can be a row (How " +
		"the file is read, or --unnest large)|left out: items.parts, lists (lists within lists)"
	if got := strings.Join(table.Notes, "|"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, err := unnested(b, 0, "x"); err == nil ||
		err.Error() != `there is no list "x"; the lists of the file are tags, large, two, view, items, map, in.list` {
		t.Error(err)
	}
	only, err := unnested(file(t, true, of[1:2]), 0, "")
	if err != nil || only.Rows != 10 || !strings.HasPrefix(only.Notes[0], "the file has only lists, and the first is "+
		"unnested: 8 rows of the file became 10") {
		t.Errorf("%v", err)
	}
}

// TestUnnestTooLarge opens a file whose lists have many elements of no size.
func TestUnnestTooLarge(t *testing.T) {
	many := []column{{"nulls", arrow.ListOf(arrow.Null), "[[" + strings.Repeat("null,", 99_999) + "null]]", ""},
		{"id", arrow.PrimitiveTypes.Int8, "[1]", ""}}
	b := file(t, true, many)
	if _, err := unnested(b, 3_000_000, "nulls"); err == nil ||
		!strings.Contains(err.Error(), "needs 3 MB of memory for its 200,000 rows, one for each element of nulls, "+
			"and 2 MB are free") {
		t.Error(err)
	}
}
