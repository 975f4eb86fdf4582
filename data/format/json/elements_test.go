package json

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
)

func unnested(text, list string, limit int64) (*data.Table, error) {
	return Open(context.Background(), strings.NewReader(text), int64(len(text)), limit, nil, list, nil)
}

func TestUnnest(t *testing.T) {
	for _, tt := range []struct{ name, text, list, want, note string }{
		{"texts",
			`[{"id": 1, "tags": ["x", null], "z": true}, {"id": 2, "tags": []}, {"id": 3}, {"id": 4, "tags": null, "z": false}]`, "TAGS",
			"id|tags|z / 1|x|true / 1||true / 2|| / 3|| / 4||false", "4 rows of the file became 5 rows of the table, " +
				"one for each element of tags; a row without elements stays, with nulls in their place"},
		{"objects", `{"id": 1, "items": [{"sku": "a", "at": {"x": 1}, "parts": [1, 2]}, {"sku": "b"}]}` + "\n" +
			`{"items": [null, {"at": {"x": 2}}], "id": 2}`, "items",
			`id|items.sku|items.at.x|items.parts / 1|a|1|[1,2] / 1|b|| / 2||| / 2||2|`,
			"2 rows of the file became 4 rows"},
		{"deep", `[{"a": {"b": [1, 2]}, "c": [3]}, {"a": {"b": 5}, "c": [4, 5]}]`, "a.b",
			"a.b|c / 1|[3] / 2|[3] / 5|[4,5]", "2 rows of the file became 3 rows"},
		{"lists within", `[{"a": [[1, 2], []], "b": 1}]`, "a", "a|b / [1,2]|1 / []|1", ""},
		{"kinds", `[{"a": [1, {"x": 2}, "t"], "b": 1}]`, "a", "a|a.x|b / 1||1 / |2|1 / t||1", ""},
		{"no element", `[{"a": [], "b": 1}, {"b": 2}]`, "a", "b|a / 1| / 2|", ""},
		{"only lists", `{"data": [{"x": 1}, {"x": 2}], "more": []}`, "", "data.x|more / 1|[] / 2|[]",
			"the file is one object, and its longest array of objects is unnested: 1 row of the file became 2 rows"},
		{"an empty list only", `{"data": []}`, "", "data / ", "the file has only lists"},
		{"twice", `[{"a": [1, 2], "b": 1, "a": [3]}]`, "a", "a|b / 3|1", ""},
		{"no choice", `[{"a": [1, 2], "b": 1}]`, "", "a|b / [1,2]|1", "arrays, read as the text of their JSON: a; " +
			"each element of a can be a row (How the file is read, or --unnest a)"},
	} {
		table, err := unnested(tt.text, tt.list, 0)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := strings.Join(datatest.Rows(table), " / "); got != tt.want ||
			!strings.HasPrefix(strings.Join(table.Notes, "|"), tt.note) {
			t.Errorf("%s: %s, want %s; %q", tt.name, got, tt.want, table.Notes)
		}
	}
	for text, want := range map[string]string{
		`[{"a": 1}]`:                    "the file has no list that can be unnested",
		`[{"a": 1, "b": [], "c": [1]}]`: `there is no list "x"; the lists of the file are b, c`,
		pivotStart + `]}`:               "the file has no list", `[{"a": [1, 2}]`: "row 1 of the JSON cannot be read",
	} {
		if _, err := unnested(text, "x", 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestUnnestMemory opens a small document in which a long text repeats for many elements.
func TestUnnestMemory(t *testing.T) {
	text := fmt.Sprintf(`[{"long": %q, "list": [%s0]}]`, strings.Repeat("x", 1<<20), strings.Repeat("0,", 1<<16))
	if _, err := unnested(text, "list", 1<<30); err == nil ||
		!strings.Contains(err.Error(), "65,537 rows, one for each element of list, take 65,537 MB") {
		t.Error(err)
	}
	if table, err := unnested(text, "", 1<<30); err != nil || table.Rows != 1 {
		t.Error(err)
	}
}

// TestUnnestRandom unnests random documents and compares each row with what nested loops make of them.
func TestUnnestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var text strings.Builder
		want := []string{"id|list.x|list.y"}
		for id := range 1 + r.IntN(20) {
			list := []map[string]any{}
			for range r.IntN(4) {
				list = append(list, map[string]any{"x": r.IntN(9), "y": fmt.Sprint("text,\"", r.IntN(9))})
			}
			for _, e := range list {
				want = append(want, fmt.Sprintf("%d|%v|%v", id, e["x"], e["y"]))
			}
			row := map[string]any{"id": id, "list": list}
			if len(list) == 0 {
				want = append(want, fmt.Sprintf("%d||", id))
				row["list"] = []any{nil, []any{}}[r.IntN(2)]
			}
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&text, string(line))
		}
		if !strings.Contains(text.String(), `"x"`) {
			continue
		}
		table, err := unnested(text.String(), "list", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(datatest.Rows(table), " / "); got != strings.Join(want, " / ") {
			t.Fatalf("%s:\n%s\nwant\n%s", text.String(), got, strings.Join(want, " / "))
		}
	}
}

// TestLongRows opens documents with a row that is longer than a record may be. The row has a long array whose
// elements can be rows, a long text, or many members.
func TestLongRows(t *testing.T) {
	names := "[" + strings.Repeat(`"`+strings.Repeat("name ", 200)+`", `, 20_000) + `"the last"]`
	for _, list := range []string{"", "names"} {
		table, err := unnested(`{"id": 7, "names": `+names+`}`, list, 0)
		if err != nil {
			t.Fatal(err)
		}
		rows := datatest.Rows(table)
		if table.Rows != 20_001 || rows[len(rows)-1] != "7|the last" {
			t.Errorf("%q: %d rows, the last is %s", list, table.Rows, rows[len(rows)-1])
		}
		if note := "a row with all of names would take 19 MB, and 16 MB are the most: 1 row of the file became"; strings.HasPrefix(table.Notes[0], note) != (list == "") {
			t.Errorf("%q: %q", list, table.Notes)
		}
	}
	text := `"` + strings.Repeat("x", 17<<20) + `"`
	var many []string
	for i := range 9 {
		many = append(many, fmt.Sprintf(`"m%d": %q`, i, strings.Repeat("x", 2<<20)))
	}
	for _, tt := range []struct{ text, list, want string }{
		{`{"id": 7, "names": ` + names + `}`, none, "row 1 of the JSON cannot be read: it takes 19 MB, and 16 MB are " +
			"the most that one row may take; each element of names can be a row"},
		{`[{"id": 1}, {"id": 2, "at": {"page": ` + text + `}}]`, "", "row 2 of the JSON cannot be read: it takes 17 " +
			"MB, and 16 MB are the most that one row may take; shorten its member at.page, which takes 17 MB"},
		{`[{"id": 1, "names": ["a"]}, {"id": 2, "page": ` + text + `}]`, "names", "row 2 of the JSON cannot be read: " +
			"it takes 17 MB"},
		{`[{"id": 1, "names": ["a", ` + text + `]}]`, "names", "row 1 of the JSON cannot be read: it takes 17 MB, " +
			"and 16 MB are the most that one row may take; shorten its member names, which takes 17 MB"},
		{`{` + strings.Join(many, ", ") + `}`, "", "row 1 of the JSON cannot be read: it takes 18 MB"},
		{`[["page"], [` + text + `]]`, "", "row 2 of the JSON cannot be read: it takes 17 MB"},
	} {
		if _, err := unnested(tt.text, tt.list, 0); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%.60s: %.200v, want %s", tt.text, err, tt.want)
		}
	}
}

// TestLongRowCancelled cancels the reading of one row while it is under way.
func TestLongRowCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	text := `{"id": 7, "names": [` + strings.Repeat(`"a name", `, 2<<17) + `"the last"]}`
	_, err := Open(ctx, strings.NewReader(text), int64(len(text)), 0, nil, "", func(float64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%.200v", err)
	}
}
