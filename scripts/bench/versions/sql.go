package versions

import (
	"context"
	"fmt"
	"strings"

	"cardinal/bench/duck"
)

// changesSQL returns the query for the rows that changed from one table to the next, with the columns that cardinal
// compare writes. Without keys, the query is EXCEPT ALL in both directions. If once is true, each key occurs once in a
// table and is not null, and the query is a full join.
func changesSQL(before, after string, keys, rest []string, once bool) string {
	if len(keys) == 0 {
		columns := strings.Join(rest, ", ")
		return fmt.Sprintf("select 'added' as c, * from (select %[3]s from %[2]s except all select %[3]s from %[1]s) "+
			"union all select 'removed', * from (select %[3]s from %[1]s except all select %[3]s from %[2]s)",
			before, after, columns)
	}
	with := ""
	join := "using (" + strings.Join(keys, ", ") + ")"
	if !once {
		with, before, after = leftOver(before, after, keys, rest)
		join = "on l.place = r.place and " + equal("l", "r", keys)
	}
	columns := []string{"case when l.here is null then 'added' when r.here is null then 'removed' else 'changed' end"}
	var differing []string
	for _, c := range rest {
		differing = append(differing, fmt.Sprintf("case when l.%[1]s is distinct from r.%[1]s then '%[1]s' end", c))
	}
	columns = append(columns, "case when l.here and r.here then concat_ws(', ', "+strings.Join(differing, ", ")+") end")
	for _, c := range keys {
		columns = append(columns, fmt.Sprintf("case when r.here then r.%[1]s else l.%[1]s end as %[1]s", c))
	}
	for _, c := range rest {
		columns = append(columns, fmt.Sprintf(`l.%[1]s as "%[1]s before", r.%[1]s as "%[1]s after"`, c))
	}
	return fmt.Sprintf("%sselect %s from (select *, true as here from %s) as l full join (select *, true as here from "+
		"%s) as r %s where l.here is null or r.here is null or not (%s)", with, strings.Join(columns, ", "), before,
		after, join, equal("l", "r", rest))
}

// leftOver returns common table expressions for the rows that have no equal row in the other table. They number the
// rows of each key.
func leftOver(before, after string, keys, rest []string) (with, left, right string) {
	all := append(append([]string{}, keys...), rest...)
	numbered := func(of string) string {
		return fmt.Sprintf("select *, rowid as pos, row_number() over (partition by %s order by rowid) as n from %s",
			strings.Join(all, ", "), of)
	}
	without := func(a, b string) string {
		return fmt.Sprintf("select *, row_number() over (partition by %s order by pos) as place from %s as x where not "+
			"exists (from %s as y where x.n = y.n and %s)", strings.Join(keys, ", "), a, b, equal("x", "y", all))
	}
	return fmt.Sprintf("with na as (%s), nb as (%s), la as (%s), lb as (%s) ", numbered(before), numbered(after),
		without("na", "nb"), without("nb", "na")), "la", "lb"
}

// equal returns the condition that columns of two tables are equal, or both null.
func equal(a, b string, columns []string) string {
	terms := []string{"true"}
	for _, c := range columns {
		terms = append(terms, fmt.Sprintf("%[1]s.%[3]s is not distinct from %[2]s.%[3]s", a, b, c))
	}
	return strings.Join(terms, " and ")
}

// difference counts three kinds of rows: those of the last answer, those that only the answer has, and those that only
// a Parquet file has.
func difference(ctx context.Context, db *duck.Database, path string) (rows, theirs, ours int, err error) {
	file := "from " + duck.Parquet(path)
	counts, err := db.Floats(ctx, fmt.Sprintf("select (select count(*) from ans)::double, (select count(*) from (from ans "+
		"except all (%[1]s)))::double, (select count(*) from (%[1]s except all from ans))::double", file))
	if err != nil {
		return 0, 0, 0, err
	}
	return int(counts[0][0]), int(counts[0][1]), int(counts[0][2]), nil
}
