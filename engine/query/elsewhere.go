package query

import (
	"fmt"
	"strings"

	"cardinal/internal/separators"
)

const (
	partOfDate = "a part of a date is written year(date), quarter(date), month(date), isoweek(date), day(date) or " +
		"hour(date)"
	cutTo      = "a date is cut to its month by trunc(date, month), or to its year, quarter, week, day, hour or minute"
	whereTrue  = "an aggregate over some rows is written sum(field) where condition"
	ifNull     = "a test for null is written field is null"
	choice     = "a choice is written if(condition, then, else), and one of several if(a, b, if(c, d, e))"
	percentile = "a percentile is written p(field, 0.9)"
	different  = "different values are counted by distinct(field)"
	shown      = "shares, ranks, differences and running totals are ways to show a measure: --show, or Show as in " +
		"its form"
	place     = "the place of a text in a text is written position(text, part)"
	inOneCell = "the distinct values in one cell are written list(field)"
	noMatch   = "text in a text is found by contains(text, part) and position(text, part), and taken out by left, " +
		"right, mid, split_part and regexp_extract"
	logarithm = "a logarithm is written log(number), or log(number, base)"
	divided   = "the remainder of a division is written mod(number, divisor)"
	monthEnd  = "the last day of a month is written add_months(trunc(date, month), 1) - 1"
	replaced  = "a text is replaced by replace(text, old, new)"
	joined    = "texts are joined by concat(text, …), or by &"
	both      = "conditions are joined by and and or: a > 1 and b > 2"
	dateAlone = "a date is written 2024-01-31, one of numbers date(year, month, day), and a text or a number is " +
		"read as a date where the file is read: --type, or How the file is read"
	asNumber = "a text becomes a number by number(text), and a whole column where the file is read: --type, or How " +
		"the file is read"
	rounded  = "a number is rounded by round(number, places), floor(number) and ceil(number)"
	lookedUp = "columns of a second file are looked up by --lookup, or by Look up in a second file"
	moved    = "a date some months later is written add_months(date, months), and some days later date + days"
)

// elsewhere maps names of SQL and spreadsheets to what Cardinal writes instead.
var elsewhere = map[string]string{
	"date_trunc": cutTo, "datetrunc": cutTo, "extract": partOfDate, "date_part": partOfDate, "datepart": partOfDate,
	"strftime": partOfDate, "to_char": partOfDate,
	"countif": whereTrue, "countifs": whereTrue, "sumif": whereTrue, "sumifs": whereTrue, "averageif": whereTrue,
	"averageifs": whereTrue, "maxifs": whereTrue, "minifs": whereTrue, //nolint:misspell // a name of Excel
	"isnull": ifNull, "isblank": ifNull, "nullif": choice, "iif": choice, "ifs": choice, "switch": choice,
	"decode": choice, "then": choice,
	"nvl": "the first value that is not null is written coalesce(a, b)", "iferror": "what cannot be computed is " +
		"null, and coalesce(value, other) stands in for it",
	"find": place, "search": place, "charindex": place, "locate": place, "indexof": place, "textbefore": noMatch,
	"textafter": noMatch, "regexp_substr": noMatch,
	"log10": logarithm, "log2": logarithm, "modulo": divided, "fmod": divided, "remainder": divided, "dateadd": moved,
	"date_add": moved, "addmonths": moved, "eomonth": monthEnd, "last_day": monthEnd,
	"substitute": replaced, "regexp_replace": replaced, "concatenate": joined, "concat_ws": joined,
	"datevalue": dateAlone, "to_date": dateAlone, "cast": asNumber,
	"roundup": rounded, "rounddown": rounded, "mround": rounded, "vlookup": lookedUp, "xlookup": lookedUp,
	"hlookup": lookedUp, "weeknum": partOfDate,
	"approx_count_distinct": different, "uniq": different, "countunique": different,
	"string_agg": inOneCell, "listagg": inOneCell, "group_concat": inOneCell, "concatenatex": inOneCell,
	"textjoin": inOneCell, "array_agg": inOneCell,
	"percentile": percentile, "percentile_cont": percentile, "quantile": percentile, "quantile_cont": percentile,
	"as":     "a measure is named by --title, or by Rename in its menu; a field has another name as a calculated field",
	"filter": whereTrue,
	"over":   shown, "rank": shown, "row_number": shown, "lag": shown,
}

// functionsElsewhere has further names, which may also be words in the name of a column. They are names of functions
// only if a bracket follows.
var functionsElsewhere = map[string]string{
	"and": both, "or": both, "xor": both, "text": cutTo + "; a measure is shown by a number format", "int": rounded,
	"match": lookedUp, "lookup": lookedUp, "now": "the date of this computer is written today()",
}

// withHint adds a hint to err: how Cardinal writes what other languages call by this name. If the name is unknown, it
// returns err unchanged.
func withHint(err error, name string) error {
	if here, known := elsewhere[strings.ToLower(name)]; known {
		return fmt.Errorf("%w; %s", err, here)
	}
	return err
}

// unknownName returns the error for an unknown function, aggregate or part. If the name is one of SQL or spreadsheets,
// the error says what Cardinal writes instead. Otherwise it suggests the nearest names.
func unknownName(kind, name string, names []string) error {
	for _, names := range []map[string]string{elsewhere, functionsElsewhere} {
		if here, known := names[strings.ToLower(name)]; known {
			return fmt.Errorf("no %s %q; %s", kind, name, here)
		}
	}
	hint := ""
	switch near := nearest(names, name); len(near) {
	case 0:
	case 1:
		hint = "; the nearest is " + near[0]
	default:
		hint = "; the nearest are " + separators.Join(near, "and")
	}
	return fmt.Errorf("no %s %q%s; the help, cardinal pivot --help, lists all", kind, name, hint)
}
