package breadth

import (
	"path/filepath"
	"strings"

	"cardinal/bench/ours"
	"cardinal/engine/query"
)

// question asks for a measure by a key. In sql, FILE means the file or the table, and LABELS means the small file.
type question struct {
	what, key, cols, measure, filter, let, sql string

	files    []string // if source is empty, all files have the same format
	source   string   // SQL that reads FOLDER/files[0]; "": the table function of the format
	further  []string // options of the command
	rows     bool     // the command writes rows instead of a pivot
	out      string   // a file that both sides write; "": one prints, the other makes a table
	edit     func(*query.Query)
	fileOnly bool
	other    *other // the program in place of DuckDB

	// answer is SQL that turns the answers of both sides, which it calls ANSWER, into keys and a last column with a
	// number. "": the answers have this form already.
	answer string
}

// other is a program that is compared instead of DuckDB. It writes its answer to a file of delimited text, with the
// names of the columns.
type other struct {
	name string
	args func(m measurement, q question, answer string) (program string, args []string)
}

var questions = []question{
	{what: "CSV by 100 labels", files: []string{"g.csv"}, key: "id1", measure: "sum(v1)",
		sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "the same, from the kept table", files: []string{"kept.csv"}, key: "id1", measure: "sum(v1)", fileOnly: true,
		sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "Parquet by 100 labels", files: []string{"g.parquet"}, key: "id1", measure: "sum(v1)",
		sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "Parquet, filtered by a range", files: []string{"g.parquet"}, key: "id1", measure: "sum(v1)",
		filter: "v3 between 20 and 40", sql: "select id1, sum(v1) from FILE where v3 between 20 and 40 group by id1"},
	{what: "Parquet by identifiers", files: []string{"g.parquet"}, key: "id3", measure: "sum(v1)",
		sql: "select id3, sum(v1) from FILE group by id3"},
	{what: "lines of JSON by 100 labels, a fifth of the rows", files: []string{"g.jsonl"}, key: "id1",
		measure: "sum(v1)", fileOnly: true, sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "median by 100 labels", files: []string{"g.csv"}, key: "id1", measure: "median(v3)",
		sql: "select id1, median(v3) from FILE group by id1"},
	{what: "sum(v1 * v3)", files: []string{"g.csv"}, measure: "sum(x)", let: "v1 * v3",
		sql: "select sum(v1 * v3) from FILE"},
	{what: "sum(v3 / v1)", files: []string{"g.csv"}, measure: "sum(x)", let: "v3 / v1",
		sql: "select sum(v3 / v1) from FILE"},
	{what: "if(v3 > 50, concat(id1, '-high'), id2) as a key", files: []string{"g.csv"}, key: "x", measure: "sum(v1)",
		let: "if(v3 > 50, concat(id1, '-high'), id2)",
		sql: "select case when v3 > 50 then id1 || '-high' else id2 end as x, sum(v1) from FILE group by x"},
	{what: "filter by the end of a text", files: []string{"g.csv"}, measure: "sum(v1)", filter: "id3 ends '77'",
		sql: "select sum(v1) from FILE where ends_with(id3, '77')"},
	{what: "look-up of 100 labels", files: []string{"g.csv"}, key: "region", measure: "sum(v1)", fileOnly: true,
		sql: "select region, sum(v1) from FILE as t left join LABELS as l on t.id1 = l.label group by region"},

	{what: "Arrow by 100 labels", files: []string{"g.arrow"}, key: "id1", measure: "sum(v1)", fileOnly: true,
		sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "SQLite by 100 labels, a fifth of the rows, beside SQLite itself", files: []string{"g.sqlite"}, key: "id1",
		measure: "sum(v1)", fileOnly: true, sql: "select id1, sum(v1) from g group by id1", other: &sqlite},
	{what: "a workbook, a twentieth of the rows, beside excelize", files: []string{"sales.xlsx"},
		measure: "sum(amount)", fileOnly: true, other: reader("excelize, row by row")},
	{what: "the same beside xlsxreader", files: []string{"sales.xlsx"}, measure: "sum(amount)", fileOnly: true,
		other: reader("xlsxreader, row by row")},
	{what: "dates with months by name, a fifth of the rows", files: []string{"months.csv"}, key: "year(day)",
		measure: "sum(amount)", fileOnly: true,
		source: "read_csv('FOLDER/months.csv', dateformat='%d %B %Y', types={'day': 'date'})",
		sql:    "select year(day), sum(amount) from FILE group by all"},
	{what: "German dates and decimals, a fifth of the rows", files: []string{"german.csv"}, key: "year(day)",
		measure: "sum(amount)", fileOnly: true,
		source: "read_csv('FOLDER/german.csv', delim=';', decimal_separator=',', dateformat='%d.%m.%Y', " +
			"types={'day': 'date', 'amount': 'decimal(12,2)'})",
		sql: "select year(day), sum(amount) from FILE group by all"},
	{what: "filter by a regular expression", files: []string{"g.csv"}, measure: "sum(v1)",
		filter: "id3 matches '^id0+[1-4].*7$'",
		sql:    "select sum(v1) from FILE where regexp_matches(id3, '^id0+[1-4].*7$')"},
	{what: "90th percentile by 100 labels", files: []string{"g.csv"}, key: "id1", measure: "p(v3, 0.9)",
		sql: "select id1, quantile_cont(v3, 0.9) from FILE group by id1"},
	{what: "three files with other columns, a fifth of the rows each", files: []string{"part-1.csv", "part-2.csv",
		"part-3.csv"}, key: "id1", measure: "sum(v3)", fileOnly: true,
		source: "read_csv(['FOLDER/part-1.csv', 'FOLDER/part-2.csv', 'FOLDER/part-3.csv'], " +
			"union_by_name=true)",
		sql: "select id1, sum(v3) from FILE group by id1"},
	{what: "the top 10 of the identifiers, and Others", files: []string{"g.csv"}, key: "id3", measure: "sum(v1)",
		further: []string{"--top", "10", "--others"},
		edit: func(q *query.Query) {
			q.Tops = []query.TopN{{N: 10, By: q.Values[0], Others: true}}
		},
		sql: "with a as (select id3, sum(v1) as s from FILE group by id3), t as (from a order by s desc, id3 " +
			"limit 10) from t union all select 'Others', sum(s) from a where id3 not in (select id3 from t)"},
	{what: "percent of parent", files: []string{"g.csv"}, key: "id1,id4", measure: "sum(v1)",
		further: []string{"--show", "sum(v1)=pct_parent_row"},
		edit:    func(q *query.Query) { q.Values[0].Show = query.Show{Kind: query.PctParentRow} },
		sql: "select id1, id4, sum(v1) / sum(sum(v1)) over (partition by id1) from FILE " +
			"group by id1, id4"},
	{what: "crosstab of 10,000 columns", files: []string{"g.csv"}, key: "id1", cols: "id4,id5", measure: "sum(v1)",
		out: "crosstab.csv", further: []string{"--totals", "none"},
		sql:    "from (pivot FILE on id4, id5 using sum(v1) group by id1)",
		answer: "select id1, list_sum([*columns(* exclude id1)]::double[]) from ANSWER"},
	{what: "unpivot of 60 columns, a thirtieth of the rows", files: []string{"wide.csv"}, key: "year",
		measure: "sum(amount)", fileOnly: true, further: []string{"--unpivot", "1960..2019 as year, amount"},
		source: "read_csv('FOLDER/wide.csv', header=true)",
		sql: "select year, sum(amount) from (unpivot (from FILE) on columns(* exclude key) into name year value " +
			"amount) group by year"},
	{what: "contains, in quoted comments with line ends, a tenth of the rows", files: []string{"comments.csv"},
		measure: "count()", filter: "comment contains 'refund'", fileOnly: true,
		sql: "select count(*) from FILE where contains(comment, 'refund')"},
	{what: "rows behind a label to CSV", files: []string{"g.csv"}, rows: true, key: "id1",
		further: []string{"--at", "id1=id016"}, out: "behind.csv", fileOnly: true,
		sql: "select * from FILE where id1 = 'id016'", answer: "select id3, sum(v1 + v3) from ANSWER group by id3"},
	{what: "all rows to Parquet", files: []string{"g.csv"}, rows: true, out: "all.parquet", fileOnly: true,
		sql: "select * from FILE", answer: "select id3, sum(v1 + v3) from ANSWER group by id3"},
	{what: "a twentieth of the rows to a workbook, beside excelize", files: []string{"some.csv"}, rows: true,
		out: "some.xlsx", fileOnly: true, other: &writer,
		answer: "select count(*), sum(v1 + v3)::double from ANSWER"},
}

// args returns the arguments of the command that answers the question.
func (q question) args(folder string) []string {
	args := []string{"pivot"}
	if q.rows {
		args[0] = "behind"
	}
	for _, name := range q.files {
		args = append(args, filepath.Join(folder, name))
	}
	args = append(args, q.further...)
	for option, value := range map[string]string{"--rows": q.key, "--cols": q.cols, "--values": q.measure,
		"--filter": q.filter} {
		if value != "" {
			args = append(args, option, value)
		}
	}
	if q.let != "" {
		args = append(args, "--let", "x = "+q.let)
	}
	if strings.Contains(q.sql, "LABELS") {
		args = append(args, "--lookup", filepath.Join(folder, "labels.csv")+" on id1 = label")
	}
	if q.out != "" {
		args = append(args, "--out", filepath.Join(folder, q.out))
	}
	return args
}

// query returns the question for the engine.
func (q question) query() (query.Query, error) {
	out, err := ours.Query(q.key, q.measure, q.filter)
	if err == nil && q.cols != "" {
		out.Cols, err = query.ParseFields(q.cols)
	}
	if q.let != "" {
		out.Lets = []query.Let{{Name: "x", Expr: q.let}}
	}
	if err == nil && q.edit != nil {
		q.edit(&out)
	}
	return out, err
}
