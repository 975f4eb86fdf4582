package json

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cardinal/data/datatest"
	"cardinal/data/shape/unnest"
)

func TestOpen(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"array": {`[{"a": 1, "b": "x"}, {"a": 2, "b": null}]`, `a int 1 2; b text x null`},
		"lines": {"{\"a\": 1}\n{\"b\": true, \"a\": 2.50}\n\n{}\n",
			`a decimal 1.00 2.50 null; b bool null true null`},
		"byte order mark": {"\xEF\xBB\xBF{\"a\": 1}", `a int 1`},
		"objects within": {`{"a": {"b": 1, "c": {"d": "x"}}, "e": []}` + "\n" +
			`{"a": {"c": {"d": "y"}}, "e": [1, {"f": "g,\"h\""}]}`,
			`a.b int 1 null; a.c.d text x y; e text [] [1,{"f":"g,\"h\""}]`},
		"texts of digits": {`[{"zip": "12345", "n": 1}, {"zip": "2", "n": 2}]`, `zip text 12345 2; n int 1 2`},
		"dates":           {`[{"d": "2024-01-31"}, {"d": "2024-02-01"}]`, `d date 2024-01-31 2024-02-01`},
		"dates with escapes": {`[{"d": "2024\u002d01-31"}, {"d": "\u0032024-02-01"}]`,
			`d date 2024-01-31 2024-02-01`},
		"bytes of no UTF-8": {"[{\"a\xff\": \"x\xffy\\n\"}]", "aÿ text xÿy\n"},
		"digits": {`[{"n": 9007199254740993, "d": 0.12345678}, {"n": -9223372036854775808, "d": -1.50}]`,
			`n int 9007199254740993 -9223372036854775808; d decimal 0.12345678 -1.50000000`},
		"times": {`[{"d": "2024-01-31T10:00:00Z", "x":1}]`,
			`d timestamp 2024-01-31T10:00:00Z; x int 1`},
		"one column with nulls": {`[{"a": null}, {"a": 3}, {"a": null}]`, `a int null 3 null`},
		"signs of CSV":          {`[{"a,\"b\"": "x\ny", "c": "1;2,\"3\""}, {"a,\"b\"": "", "c": "\""}, {"c": "\"q\" z", "a,\"b\"": "\","}]`, "a,\"b\" text x\ny  \",; c text 1;2,\"3\" \" \"q\" z"},
		"names":                 {`[{"": 1, "a.b": 2, "a": {"b": 3}}]`, `column_1 int 1; a.b int 3`},
		"arrays":                {`[[1, "a"], [2, "b"]]`, `column_1 int 1 2; column_2 text a b`},
		"arrays with names": {`[["city", "n"], ["Rome", 1], ["Oslo", 2.5]]`,
			`city text Rome Oslo; n decimal 1.0 2.5`},
		"arrays line by line": {"[\"zip\", \"d\"]\n[\"01\", \"2024-01-31\"]\n\n[\"02\", null]\n",
			`zip text 01 02; d date 2024-01-31 null`},
		"ragged arrays": {`[["a", "column_3"], [1], [2, true, "x,\"y\""], []]`,
			`a int 1 2 null; column_3 bool null true null; column_3_ text null x,"y" null`},
		"names without values": {`[["a", "b"], [1]]`, `a int 1; b text null`},
		"names alone":          {`[["a", "b"]]`, `a text; b text`},
		"arrays within": {`[[1, [1, {"x": null}]], [2, {"k": [3], "l": "\u00e9"}]]`,
			`column_1 int 1 2; column_2 text [1,{"x":null}] {"k":[3],"l":"\u00e9"}`},
		"values": {`[3, 4, null]`, `value int 3 4 null`},
		"texts":  {` [ "a", "[b]" ]`, `value text a [b]`},
		"large numbers": {`[{"a": 123456789012345678901234567890}, {"a": 1e300}]`,
			`a float 1.2345678901234568e+29 1e+300`},
	} {
		ok, err := Recognise(context.Background(), strings.NewReader(tt.text), int64(len(tt.text)))
		if !ok || err != nil {
			t.Errorf("%s is not recognised: %v", name, err)
		}
		got, err := Open(context.Background(), strings.NewReader(tt.text), int64(len(tt.text)), 0, nil, "", nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var columns []string
		for _, c := range got.Columns {
			s := fmt.Sprintf("%s %s", c.Name, c.Type)
			for row := range got.Rows {
				if v := c.Value(row); v.IsNull() {
					s += " null"
				} else {
					s += " " + v.String()
				}
			}
			columns = append(columns, s)
		}
		if s := strings.Join(columns, "; "); s != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, s, tt.want)
		}
	}
}

// TestOtherEncoding reads documents in Windows-1252, of every form: labels that differ in one byte stay apart, and a
// note says what was converted.
func TestOtherEncoding(t *testing.T) {
	for _, text := range []string{
		"[{\"a\": \"caf\xe9\"}, {\"a\": \"caf\xe8\"}, {\"a\": \"x\"}]",
		"{\"a\": \"caf\xe9\"}\n{\"a\": \"caf\xe8\"}\n",
		"{\"n\": 1, \"rows\": [{\"a\": \"caf\xe9\"}, {\"a\": \"caf\xe8\"}, {\"a\": \"x\"}]}",
		"[{\"a\": [\"caf\xe9\"]}, {\"a\": [\"caf\xe8\"]}]",
		"[[\"a\", \"n\"], [\"caf\xe9\", 1], [\"caf\xe8\", 2]]",
	} {
		table, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, nil, "", nil)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []string
		for _, c := range table.Columns {
			for row := range table.Rows {
				got = append(got, c.Value(row).String())
			}
		}
		all, notes := strings.Join(got, " "), strings.Join(table.Notes, "|")
		if !strings.Contains(all, "café") || !strings.Contains(all, "cafè") || strings.Contains(all, "\uFFFD") ||
			!strings.Contains(notes, "not UTF-8") {
			t.Errorf("%q: %s, with the notes %s", text, all, notes)
		}
	}
}

// TestArrayNotes says how arrays were read, and what they lack.
func TestArrayNotes(t *testing.T) {
	for text, want := range map[string]string{
		`[["a", "b"], [1, 2], [3]]`: "each array of the JSON is a row, and the first one names the columns|arrays of " +
			"another length than those before: 1; values that a row lacks are null",
		"[1]\n[2]": "each array of the JSON is a row, and none names the columns",
		`[1, 2]`:   "the JSON is an array of values, each of which is a row",
		`[["a", [1]]]`: "each array of the JSON is a row, and none names the columns|arrays, read as " +
			"the text of their JSON: column_2; " + unnest.Offer("column_2"),
	} {
		got, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, nil, "", nil)
		if err != nil || strings.Join(got.Notes, "|") != want {
			t.Errorf("%s: %q %v", text, got.Notes, err)
		}
	}
}

// TestCodeNotes says which numbers may be codes. Measured numbers and texts have no note.
func TestCodeNotes(t *testing.T) {
	const note = " may be a code, but the file says that it is a number: all spellings of a number are the same value"
	for text, want := range map[string]string{
		`[{"a": 1E5}, {"a": 100000}]`:           "a: 1E5" + note,
		`[{"version": 1.1}, {"version": 1.10}]`: "version: 1.10" + note,
		`[{"a": 1E5}, {"a": 2.5}]`:              "",
		`[{"a": "1E5"}, {"a": "100000"}]`:       "",
	} {
		got, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, nil, "", nil)
		if err != nil || strings.Join(got.Notes, "|") != want {
			t.Errorf("%s: %q %v", text, got.Notes, err)
		}
	}
}

// TestTwice counts the values that another member of the same name replaces.
func TestTwice(t *testing.T) {
	text := `[{"a.b": 2, "a": {"b": 3}}, {"c": null, "c": 1}, {"a.b": 4}]`
	got, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, nil, "", nil)
	if err != nil || len(got.Notes) != 1 ||
		got.Notes[0] != `members that stand twice in their object: 2, the first is "a.b"; of two the last one counts` {
		t.Errorf("%q %v", got.Notes, err)
	}
	if got, err := unnested(`{"r": [{"a": 1}], "r": [{"a": 2}, {"b": 3}]}`, "", 0); err != nil || got.Rows != 2 ||
		!strings.HasPrefix(got.Notes[len(got.Notes)-1],
			`members that stand twice in their object: 1, the first is "r"`) {
		t.Errorf("%q %v", got.Notes, err)
	}
}

func TestDamaged(t *testing.T) {
	for text, want := range map[string]string{
		`[{"a": 1}, {"a": `:        "cut off",
		`[{"a": 1}, {"a" 1}]`:      "row 2 of the JSON cannot be read",
		`[{"a": 1}, 5]`:            "entry 2 of the JSON is 5 and no object",
		`[{"a": 1}] {"a": 2}`:      "goes on behind the array",
		`[{}, {}]`:                 "no object with members",
		`[{"page": 1}, [{"a": 1}]`: "entry 2 of the JSON is [ and no object",
		`[[1], 2]`:                 "row 2 of the JSON cannot be read: it is 2, and the rows before are arrays",
		`[[1], [2`:                 "row 2: it was cut off",
		`[[1]] [[2]]`:              "goes on behind the array",
		`[[], []]`:                 "the arrays of the JSON have no value",
		"[1]\n[2]\n3":              "row 3 of the JSON cannot be read",
		strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200): "within each other",
		"{\"a\": 1}\n[2]": "no object",
		"{\"a\": \"\\uD800\"}\n{\"a\": \"x" + "\n" + "\"}": "row 2 of the JSON cannot be read",
	} {
		if got, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, nil, "",
			nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v %v, want %s", text, got, err, want)
		}
	}
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]bool{"a,b\n1,2\n": false, "[1,2]": true, "[[1,": true, "[1]\n[2]\n": true,
		"[a]": false, "[1,2],[3,4]\n": false, "[1]\n2\n": false, "[]": true, "[[NaN, 1], [2, 3]]": true,
		"[1, -Infinity]": true, "[Nan]": false, "[": false, "[1": false, `{"a"}`: false, `{a: 1}`: false, "{}": true,
		` [ { "a\"b" : 1`: true, "": false} {
		if ok, err := Recognise(context.Background(), strings.NewReader(text), int64(len(text))); ok != want ||
			err != nil {
			t.Errorf("%q: %v %v", text, ok, err)
		}
	}
	long := strings.Repeat("x, y ", 1000)
	for text, want := range map[string]bool{`["` + long + `", 1]`: true, "[ [\"" + long + `"]]`: true,
		`["` + long[:2000] + "\n" + long + `"]`: false, `"` + long + `"`: false, `[` + long + `]`: false} {
		if ok, err := Recognise(context.Background(), strings.NewReader(text), int64(len(text))); ok != want ||
			err != nil {
			t.Errorf("%.20q…: %v %v", text, ok, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	text := strings.Repeat("{\"a\": 1}\n", 5000)
	if _, err := Open(ctx, strings.NewReader(text), int64(len(text)), 0, nil, "", nil); err == nil {
		t.Error("a cancelled document is read")
	}
}

func TestMemory(t *testing.T) {
	text := strings.Repeat("{\"a\": 1}\n", 5000)
	if _, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), int64(len(text)), nil, "",
		nil); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Error(err)
	}
}

func BenchmarkOpen(b *testing.B) {
	var rows []string
	for i := range 20_000 {
		rows = append(rows,
			fmt.Sprintf(
				`{"id": %d, "name": "Item \"%d\" \u00e9", "price": %d.%02d, "at": "2023-%02d-01T10:00:00Z", "address": {"city": "City %d"}, "tags": ["a", "b"], "open": true}`, i, i*7919%1000, i%977, i%100, 1+i%12, i%50,
			))
	}
	for name, text := range map[string]string{
		"array": "[" + strings.Join(rows, ", ") + "]", "lines": strings.Join(rows, "\n"),
		"envelope": `{"count": 20000, "results": [` + strings.Join(rows, ", ") + "]}",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, nil, "",
					nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(`[{"a": 1, "b": {"c": "x"}}]`))
	f.Add([]byte("{\"a\": [1, 2]}\n{\"a\": null}"))
	f.Add([]byte(`[["a", "b"], [1, [2]], [{"c": null}, "x", true]]`))
	f.Add([]byte("[1, 2]\n[3]"))
	f.Add([]byte(`[1, "x", null]`))
	f.Add([]byte(`{"n": 1, "a": {"b": [1, 2, 3], "c": ["x", "y", "z"]}}`))
	f.Add([]byte(`{"x": {"a": 1}, "y": {"a": 2}, "z": {"a": {"b": []}}}`))
	f.Add([]byte(`{"columns": ["a", "b"], "data": [[1, "]"], [2, "\\"]]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if table, err := Open(context.Background(), strings.NewReader(string(b)), int64(len(b)), 0, nil, "",
			nil); err == nil && len(table.Columns) == 0 {
			t.Error("a table without columns")
		}
	})
}

// TestControlsInTexts reads control characters that should be escaped, and zero bytes behind the document.
func TestControlsInTexts(t *testing.T) {
	text := "{\"a\": \"x\x00y\"}\n{\"a\": \"\tz\"}\n\x00\x00"
	table, err := Open(t.Context(), strings.NewReader(text), int64(len(text)), 0, nil, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	const note = "control characters in texts should be escaped in JSON, and were kept: 2"
	if got := datatest.Columns(table); got != "a text \"x\\x00y\" \"\\tz\"\nnote: "+note+"\n" {
		t.Error(got)
	}
}

// TestFault names the byte at which a text stops being JSON.
func TestFault(t *testing.T) {
	for text, want := range map[string]string{
		"[\n]\n42\n": "its JSON ends at byte 3, in line 2, and more follows in line 3: it should " +
			"be one array, or one object or array a line",
		"{\"a\": [1, 2],\n\"b\" 3}": "its JSON is damaged at byte 19, in line 2: invalid character '3' after " +
			"object name (expecting ':')",
		"[{\"a\": 1},\n{\"a\": 2}": "its JSON is damaged at byte 20, in line 2: unexpected EOF",
		"a,b\n1,2\n":               "",
		"{\"a\": 1}\n{\"a\": 2}\n": "",
		"{\"a\": 1}\n{\"a\": 2}\nNaN\n": "its JSON is damaged at byte 19, in line 3: invalid character 'N' at start " +
			"of value",
	} {
		got := ""
		if err := Fault(t.Context(), strings.NewReader(text), int64(len(text))); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestHalfPairs counts texts that have half of a surrogate pair, which are read as �. Whole pairs are characters.
func TestHalfPairs(t *testing.T) {
	const rows = `{"a":"x\ud800","b":1}` + "\n" + `{"a":"x\uDC00y","b":2}` + "\n" + `{"a":"\ud83d\ude00","b":3}`
	for _, text := range []string{rows, "[" + strings.ReplaceAll(rows, "\n", ",") + "]",
		`{"items": [` + strings.ReplaceAll(rows, "\n", ",") + "]}"} {
		table, err := Open(t.Context(), strings.NewReader(text), int64(len(text)), 0, nil, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(table.Notes, "\n"); !strings.Contains(got, `texts with half of a surrogate pair, such `+
			`as \ud800, which is no character and was read as �: 2`) {
			t.Errorf("%s: %q", text, got)
		}
	}
}
