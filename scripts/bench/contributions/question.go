package contributions

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"cardinal/bench/duck"
)

// measure is a figure: in Cardinal's language, in SQL, and as the ratio of two sums, num and den. den is empty for sums
// and counts. num is empty for figures that do not add up.
type measure struct{ name, sql, num, den string }

var measures = []measure{
	{"sum(price)", "sum(price)", "coalesce(sum(price), 0)", ""},
	{"count()", "count(*)", "count(*)", ""},
	{"count(n)", "count(n)", "count(n)", ""},
	{"sum(big)", "sum(big)", "coalesce(sum(big), 0)", ""},
	{"sum(price) * 2 - count()", "sum(price) * 2 - count(*)", "coalesce(sum(price), 0) * 2 - count(*)", ""},
	{"avg(price)", "avg(price)", "coalesce(sum(price), 0)", "count(price)"},
	{"avg(n)", "avg(n)", "coalesce(sum(n), 0)", "count(n)"},
	{"sum(price) / sum(n)", "sum(price) / nullif(sum(n), 0)", "coalesce(sum(price), 0)", "coalesce(sum(n), 0)"},
	{"median(price)", "median(price::double)", "", ""},
	{"distinct(shop)", "count(distinct shop)", "", ""},
	{"max(price)", "max(price)", "", ""},
}

// question asks for a figure of a random table, and for its difference from another figure. own and other are SQL
// conditions for the rows behind these figures.
type question struct {
	measure
	args       []string // of cardinal explain, without the file
	own, other string   // other is empty if there is no other figure
}

// newQuestion returns the question of a seed. The figure is one of the grand total, of a region, of a year, or of a
// region in a year.
func newQuestion(r *rand.Rand) question {
	q := question{measure: measures[r.IntN(len(measures))], own: "true"}
	place := func() (at, sql string) {
		var labels, terms []string
		if r.IntN(4) > 0 {
			n := r.IntN(4)
			labels, terms = append(labels, fmt.Sprintf("region=r%d", n)), append(terms, fmt.Sprintf("region = 'r%d'", n))
		}
		if r.IntN(2) > 0 {
			n := 2021 + r.IntN(3)
			labels, terms = append(labels, fmt.Sprintf("year(day)=%d", n)), append(terms, fmt.Sprintf("year(day) = %d", n))
		}
		return strings.Join(labels, ", "), strings.Join(append(terms, "true"), " and ")
	}
	q.args = []string{"explain", "--rows", "region", "--cols", "year(day)", "--values", q.name, "--format", "json",
		"--lines", fmt.Sprint(1 + r.IntN(8))}
	at, own := place()
	if q.own = own; at != "" {
		q.args = append(q.args, "--at", at)
	}
	against, other := place()
	switch {
	case r.IntN(4) == 0:
		against = "none"
	case strings.Count(against, "=") < strings.Count(at, "=") || against == "":
		against, q.other = "total", "true"
	default: // labels that other does not name are those of own
		q.other = other
		for _, term := range strings.Split(own, " and ") {
			column, _, _ := strings.Cut(term, " = ")
			if !strings.Contains(other, column) {
				q.other += " and " + term
			}
		}
	}
	q.args = append(q.args, "--against", against)
	return q
}

// load makes the table t of random rows, and its Parquet file. Its sums are exact in every type.
func load(ctx context.Context, db *duck.Database, r *rand.Rand, path string) error {
	rows := 40 + r.IntN(1200)
	random := func(salt, n int) string { return fmt.Sprintf("(hash(i * 31 + %d) %% %d)", r.IntN(1e9)+salt, n) }
	null := func(of string, n int) string {
		return fmt.Sprintf("case when %s > 0 then %s end", random(9, n), of)
	}
	columns := []string{
		"'r' || " + random(1, 4) + " as region",
		"date '2021-01-01' + " + null(random(2, 3*365)+"::int", 50) + " as day",
		"case when i % 3 = 0 then 'r' || " + random(1, 4) + " else " + null("'shop ' || "+random(3, 30), 20) + " end as shop",
		null(random(4, 4)+" = 0", 9) + " as open",
		null(random(5, 20)+"::bigint - 5", 12) + " as n",
		null("("+random(6, 100_000)+"::bigint - 20000)::decimal(18,2) / 4", 15) + "::decimal(18,2) as price",
		null("("+random(7, 4000)+"::bigint - 1000) / 8", 15) + "::double as f",
		"(9223372036854775000 + " + random(8, 800) + "::bigint) as big",
	}
	return db.Exec(ctx, "set preserve_insertion_order=true", fmt.Sprintf("create or replace table t as select %s from "+
		"range(%d) r(i)", strings.Join(columns, ", "), rows), "copy t to '"+path+"' (format parquet)")
}
