package json

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cardinal/data/datatest"
)

// TestRows finds the rows of documents as services and programs write them.
func TestRows(t *testing.T) {
	for _, c := range []struct{ name, text, list, want, note string }{
		{"an envelope", `{"count": 2, "next": null, "results": [{"a": 1}, {"a": 2}]}`, "",
			"count|next|results.a / 2||1 / 2||2", "the file is one object, and its longest array of objects is " +
				"unnested: 1 row of the file became 2 rows"},
		{"as it stands", `{"count": 2, "results": [{"a": 1}, {"a": 2}]}`, "none", `count|results / 2|[{"a":1},{"a":2}]`,
			"arrays, read as the text"},
		{"the longest", `{"users": [{"id": 1}], "ok": true, "orders": [{"id": 7}, {"id": 8}]}`, "",
			`users|ok|orders.id / [{"id":1}]|true|7 / [{"id":1}]|true|8`, "the file is one object"},
		{"two objects", `{"n": 1, "r": [{"a": 1}]}{"n": 2, "r": []}`, "", `n|r / 1|[{"a":1}] / 2|[]`,
			"arrays, read as the text"},
		{"pages", `[{"page": 1, "pages": 2}, [{"a": 1}, {"a": null}]]`, "", "a / 1 / ", "the second entry of the " +
			"JSON is an array of objects"},
		{"arrays one behind the other", "[{\"a\": 1}]\n\n[{\"a\": 2}, {\"a\": 3}]\n[]", "", "a / 1 / 2 / 3", ""},
		{"blank lines", "{\"a\": 1}\r\n\r\n\r\n{\"a\": 2}\r\n\r\n", "", "a / 1 / 2", ""},
		{"columns", `{"a": [1, 2, null], "b": ["x", "y", "z"]}`, "", "a|b / 1|x / 2|y / |z",
			"arrays of 3 values each were read as columns beside each other: a, b"},
		{"columns within", `{"at": 52.5, "hourly": {"time": ["0", "1", "2"], "t": [1.5, 2, -1]}, "daily": [9]}`, "",
			"at|daily|hourly.time|hourly.t / 52.5|[9]|0|1.5 / 52.5|[9]|1|2.0 / 52.5|[9]|2|-1.0", "arrays of 3 values"},
		{"too few for columns", `{"name": "x", "range": [0, 10], "size": [3, 4]}`, "",
			"name|range|size / x|[0,10]|[3,4]", "arrays, read as the text"},
		{"more records than columns", `{"a": [1, 2, 3], "b": [1, 2, 3], "r": [{"x": 1}, {"x": 2}, {"x": 3}]}`, "",
			"a|b|r.x / [1,2,3]|[1,2,3]|1 / [1,2,3]|[1,2,3]|2 / [1,2,3]|[1,2,3]|3", "the file is one object"},
		{"split", `{"columns": ["a", "b"], "index": [0, 1], "data": [[1, "x"], [2, "y"]]}`, "", "a|b / 1|x / 2|y",
			"columns of the JSON names the columns"},
		{"split, with labels",
			`{"columns": [["x", "sum"], ["y", ""]], "index": ["2024-01-01", "2024-01-02"], "data": [[1, "x"], [2, "y"]]}`, "", "index|x · sum|y / 2024-01-01|1|x / 2024-01-02|2|y", "columns of the JSON names the columns, and each array of data is a row, with its entry of index before it"},
		{"split, with numbers", `{"columns": [0, 1], "index": [0, 1], "data": [[1, "x"], [2, "y"]]}`, "",
			"0|1 / 1|x / 2|y", "columns of the JSON names the columns"},
		{"Socrata", `{"meta": {"view": {"columns": [{"name": "sid"}, {"name": "x"}]}}, "data": [["r1", 1], ["r2", 2]]}`,
			"", "sid|x / r1|1 / r2|2", "meta.view.columns of the JSON names the columns"},
		{"split, of another width", `{"columns": ["a", "b"], "data": [[1, "x"], [2]]}`, "",
			`columns|data / a|[[1,"x"],[2]] / b|[[1,"x"],[2]]`, "the file has only lists"},
		{"pandas", `{"a": {"0": 1, "1": 2}, "b": {"0": "x", "1": null}}`, "", "a|b / 1|x / 2|",
			"each object of the JSON is a column, and each of the 2 numbers"},
		{"pandas by year", `{"a": {"2023": 1, "2024": 2}, "b": {"2024": 4}}`, "", "key|a|b / 2023|1| / 2024|2|4",
			"each object of the JSON is a column, and each of the 2 names within is a row, with its name in key"},
		{"entries", `{"id1": {"a": 1, "b": {"c": 5}}, "id2": {"a": 3}, "id3": {"a": 5, "b": {"c": 6}}}`, "",
			"key|a|b.c / id1|1|5 / id2|3| / id3|5|6",
			"each of the 3 members of the JSON is a row, with its name in key"},
		{"entries within",
			`{"base": "EUR", "rates": {"2024-01-01": {"USD": 1.1}, "2024-01-02": {"USD": 1.2}, "2024-01-03": {"USD": 1.3}}}`, "", "base|rates.key|rates.USD / EUR|2024-01-01|1.1 / EUR|2024-01-02|1.2 / EUR|2024-01-03|1.3", "each of the 3 members of rates is a row, with its name in rates.key"},
		{"two entries", `{"home": {"x": 1}, "away": {"x": 2}}`, "", "home.x|away.x / 1|2", ""},
		{"entries of other members", `{"a": {"x": 1}, "b": {"y": 2}, "c": {"z": 3}}`, "", "a.x|b.y|c.z / 1|2|3", ""},
		{"columns within, asked for", `{"at": 1, "hourly": {"x": {"a": [1, 2, 3]}, "b": [4, 5, 6], "c": [7, 8, 9]}}`,
			"Hourly", "at|hourly.x.a|hourly.b|hourly.c / 1|1|4|7 / 1|2|5|8 / 1|3|6|9", "arrays of 3 values"},
		{"one of the columns", `{"at": 1, "hourly": {"a": [1, 2, 3], "b": [4, 5, 6]}}`, "hourly.a",
			"at|hourly.a|hourly.b / 1|1|[4,5,6] / 1|2|[4,5,6] / 1|3|[4,5,6]", "1 row of the file became 3 rows"},
		{"an array of the entries",
			`{"k1": {"a": 1, "items": [{"x": 1}, {"x": 2}]}, "k2": {"a": 2, "items": []}, "k3": {"a": 3}}`, "Items",
			"key|a|items.x / k1|1|1 / k1|1|2 / k2|2| / k3|3|", "each of the 3 members of the JSON is a row, with its " +
				"name in key|3 rows of the file became 4 rows"},
		{"an array of one entry", `{"k1": {"a": 1, "items": [7, 8]}, "k2": {"a": 2}, "k3": {"a": 3}}`, "k1.items",
			"k1.a|k1.items|k2.a|k3.a / 1|7|2|3 / 1|8|2|3", "1 row of the file became 2 rows"},
		{"entries, as they stand", `{"id1": {"a": 1}, "id2": {"a": 3}, "id3": {"a": 5}}`, "none",
			"id1.a|id2.a|id3.a / 1|3|5", ""},
		{"columns of equal names", `{"columns": ["a", "a", ""], "data": [[1, 2, 3], [4, 5, 6]]}`, "",
			"a|a_2|column_3 / 1|2|3 / 4|5|6", "columns of the JSON names the columns"},
		{"ClickHouse",
			`{"meta": [{"name": "a", "type": "Int8"}, {"name": "b", "type": "String"}], "data": [{"a": 1, "b": "x"}], "rows": 1}`, "", `meta|data.a|data.b|rows / [{"name":"a","type":"Int8"},{"name":"b","type":"String"}]|1|x|1`, "the file is one object, and its array data is unnested: 1 row"},
		{"ClickHouse, compact",
			`{"meta": [{"name": "a", "type": "Int8"}, {"name": "b", "type": "String"}], "data": [[1, "x"]], "rows": 1}`,
			"", "a|b / 1|x", "meta of the JSON names the columns"},
		{"pandas with a schema", `{"schema": {"fields": [{"name": "a"}, {"name": "b"}]}, "data": [{"a": 1, "b": 2}]}`,
			"", `schema.fields|data.a|data.b / [{"name":"a"},{"name":"b"}]|1|2`, "the file is one object, and its " +
				"array data is unnested"},
		{"columns beside rows", `{"columns": [{"name": "a", "type": "long"}], "rows": [[1], [null]]}`, "", "a / 1 / ",
			"columns of the JSON names the columns, and each array of rows is a row"},
		{"two lengths", `{"a": [1, 2, 3, 4], "b": [1, 2, 3], "c": [4, 5, 6]}`, "", "a|b|c / [1,2,3,4]|1|4 / " +
			"[1,2,3,4]|2|5 / [1,2,3,4]|3|6", "arrays of 3 values each were read as columns beside each other: b, c"},
		{"lengths that are equal by chance", `{"a": {"enum": [1, 2, 3]}, "b": {"enum": [4, 5, 6]}}`, "",
			"a.enum|b.enum / 1|[4,5,6] / 2|[4,5,6] / 3|[4,5,6]", "the file has only lists"},
		{"a small part of the document",
			`{"a": [1, 2, 3], "b": [4, 5, 6], "text": "a description of something that is much longer than the lists above and says what they are"}`, "",
			"a|b|text / [1,2,3]|[4,5,6]|a description of something that is much longer than the lists above and says " +
				"what they are", "arrays, read as the text"},
		{"a column of arrays", `{"a": [1, 2, 3], "b": ["x", "y", "z"], "c": [[1], [2, 3], []]}`, "",
			"a|b|c / 1|x|[1] / 2|y|[2,3] / 3|z|[]", "arrays of 3 values each were read as columns beside each other: " +
				"a, b, c"},
		{"entries with a member key", `{"x": {"key": "k1"}, "y": {"key": "k2"}, "z": {"key": "k3"}}`, "",
			"key_|key / x|k1 / y|k2 / z|k3", "each of the 3 members of the JSON is a row, with its name in key_"},
		{"a column key", `{"key": {"2023": 1, "2024": 2}, "b": {"2023": 3}}`, "", "key_|key|b / 2023|1|3 / 2024|2|",
			"each object of the JSON is a column, and each of the 2 names within is a row, with its name in key_"},
		{"entries beside a name with a point", `{"r.old": 5, "r": {"a": {"x": 1}, "b": {"x": 2}, "c": {"x": 3}}}`, "",
			"r.old|r.key|r.x / 5|a|1 / 5|b|2 / 5|c|3", "each of the 3 members of r is a row"},
		{"entries with arrays of objects",
			`{"k1": {"a": 1, "items": [{"x": 1}]}, "k2": {"a": 2, "items": []}, "k3": {"a": 3}}`, "",
			`key|a|items / k1|1|[{"x":1}] / k2|2|[] / k3|3|`, "each of the 3 members of the JSON is a row"},
		{"records behind null", `{"n": 1, "r": [null, {"a": 1}]}`, "", "n|r.a / 1| / 1|1",
			"the file is one object, and its longest array of objects is unnested"},
		{"integers beyond 2^53", `{"a": [9007199254740993, 9223372036854775807, -9223372036854775808], "b": [1, 2, 3]}`,
			"", "a|b / 9007199254740993|1 / 9223372036854775807|2 / -9223372036854775808|3", "arrays of 3 values each"},
		{"NaN", `[{"a": NaN, "b": "NaN \" -Infinity"}, {"a": -Infinity, "b": "N"}, {"a": -2}]`, "",
			`a|b / |NaN " -Infinity / |N / -2|`, "NaN and Infinity are no numbers of JSON, and were read as null: 2"},
		{"NaN in the first row", `[[NaN, 2], [3, 4]]`, "", `column_1|column_2 / |2 / 3|4`,
			"each array of the JSON is a row, and none names the columns"},
	} {
		table, err := unnested(c.text, c.list, 0)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := strings.Join(datatest.Rows(table), " / "); got != c.want ||
			!strings.HasPrefix(strings.Join(table.Notes, "|"), c.note) || c.note == "" && len(table.Notes) > 0 {
			t.Errorf("%s: %s, want %s; %q", c.name, got, c.want, table.Notes)
		}
	}
	for text, want := range map[string]string{
		"[]":                      "the JSON is an empty array",
		`[{"page": 1}, []]`:       "the JSON is an empty array",
		`{"a": {"b": [`:           "cut off",
		`{"a": 1} x`:              "cannot be read",
		`{"a": {"x": 1}, "b": NA`: "cannot be read",
	} {
		if got, err := unnested(text, "", 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v, want %s", text, got, err, want)
		}
	}
}

// TestFixedMembersFit leaves out the longest members that all rows have, if they do not fit the memory.
func TestFixedMembersFit(t *testing.T) {
	values := "[" + strings.Repeat("1,", 999) + "1]"
	text := `{"long": "` + strings.Repeat("x", 1000) + `", "short": 1, "a": ` + values + `, "b": ` + values + `}`
	table, err := unnested(text, "", 200_000)
	if err != nil || table.Rows != 1000 || len(table.Columns) != 3 || !strings.HasSuffix(table.Notes[0],
		"; left out, because they are long and would stand in each of the 1,000 rows: long") {
		t.Errorf("%+v, %v", table, err)
	}
	if _, err := unnested(text, "", int64(8*len(text))); err == nil ||
		!strings.Contains(err.Error(), "the JSON is too large: its 1,000 rows take more than") {
		t.Error(err)
	}
}

// TestDeepObjects reads objects within objects once: 9,000 levels that are read again at every level take ten seconds.
func TestDeepObjects(t *testing.T) {
	values := "[" + strings.Repeat("1,", 1<<12) + "1]"
	table, err := unnested(strings.Repeat(`{"a":`, 99)+`{"x": `+values+`, "y": `+values+`}`+strings.Repeat("}", 99),
		"", 0)
	if err != nil || table.Rows != 1<<12+1 {
		t.Errorf("%v, %v", table, err)
	}
	if _, err := unnested(strings.Repeat(`{"a":`, 9000)+"1"+strings.Repeat("}", 9000), "", 0); err == nil ||
		!strings.Contains(err.Error(), "more than 100 objects lie within each other") {
		t.Error(err)
	}
}

// TestNode reads texts that a scanner could mistake for brackets, commas or ends.
func TestNode(t *testing.T) {
	root, err := treeOf(context.Background(), []byte("\n{ \"a}\\\"\" : [ 1 , \"],\\\\\" ,{\"b\" :[ ]} , -1.5e3 "+
		"],\"c\":{}, \"d\": { \"e\" : null\t} ,\"c\":true }\r\n"), 0)
	if err != nil || root == nil {
		t.Fatal(root, err)
	}
	var got []string
	for path, n := range root.leaves("") {
		got = append(got, fmt.Sprintf("%s %s %d", path, n.text, n.length))
	}
	for e := range root.members[0].elements() {
		got = append(got, string(e))
	}
	if want := `a}" [ 1 , "],\\" ,{"b" :[ ]} , -1.5e3 ] 4|d.e null 0|c true 0|1|"],\\"|{"b" :[ ]}|-1.5e3`; strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
	if c := root.member("c"); string(c.text) != "true" || root.member("d", "e") == nil || root.member("c", "e") != nil {
		t.Errorf("%s", c.text)
	}
}
