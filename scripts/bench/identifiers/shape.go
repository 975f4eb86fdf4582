package identifiers

import (
	"fmt"
	"math"
	"strings"

	"cardinal/bench/ours"
	"cardinal/data"
)

// shape is a pivot with the columns that it reads.
type shape struct {
	name, rows, figure string
	sql                string // what DuckDB selects in addition to the keys
	columns            func(rows int) []*data.Column
	top                int  // number of groups to keep, by their count; 0: all, in the order of their labels
	sorted             bool // by the figure, the largest first
}

var shapes = []shape{
	{"user, 64 bits", "user", "count()", "count(*)", columns(user), 0, false},
	{"user, 64 bits, top 100", "user", "count()", "count(*)", columns(user), 100, false},
	{"watch, unique", "watch", "count()", "count(*)", columns(watch), 0, false},
	{"watch by ip", "watch, ip", "count()", "count(*)", columns(watch, ip), 0, false},
	{"region by distinct users", "region", "distinct(user)", "count(distinct \"user\")", columns(user, region), 0, false},
	{"time to the second", "second", "count()", "count(*)", columns(second), 0, false},
	{"time to the millisecond", "ms", "count()", "count(*)", columns(millisecond), 0, false},
	{"price, float", "price", "count()", "count(*)", columns(price), 0, false},
	{"decimal, wide", "amount", "count()", "count(*)", columns(amount), 0, false},
	{"order number", "order_no", "count()", "count(*)", columns(order), 0, false},
	{"customer by order", "customer, order_no", "count()", "count(*)", columns(order, customer), 0, false},
	{"UUID", "uuid", "count()", "count(*)", columns(uuid), 0, false},
	{"texts with a long prefix", "url", "count()", "count(*)", columns(url), 0, false},
	{"user, sum", "user", "sum(v)", "sum(v)", columns(user, value), 0, false},
	{"user, most rows first", "user", "count()", "count(*)", columns(user), 0, true},
	{"user by region", "user, region", "count()", "count(*)", columns(user, region), 0, false},
	{"day by user", "day, user", "count()", "count(*)", columns(day, user), 0, false},
	{"ip by distinct users", "ip", "distinct(user)", "count(distinct \"user\")", columns(ip, user), 0, false},
	{"number of the row", "row_number", "sum(v)", "sum(v)", columns(rowNumber, value), 0, false},
	{"order number, median", "order_no", "median(v)", "median(v)", columns(order, value), 0, false},
	{"paths of files", "path", "count()", "count(*)", columns(path), 0, false},
	{"lines that differ at the end", "line", "count()", "count(*)", columns(line), 0, false},
	{"texts with a long prefix by region", "url, region", "sum(v)", "sum(v)", columns(url, region, value), 0, false},
}

func columns(makers ...func(rows int) *data.Column) func(int) []*data.Column {
	return func(rows int) []*data.Column {
		var out []*data.Column
		for _, m := range makers {
			out = append(out, m(rows))
		}
		return out
	}
}

// number returns a hash of a row, from 0 to below-1. Each salt gives an independent sequence.
func number(row, salt, below int) uint64 {
	return ours.Mix(uint64(row)+uint64(salt)<<40) >> 20 % uint64(max(below, 1))
}

func ints(name string, kind data.Type, scale, rows int, value func(row int) int64) *data.Column {
	values := make([]int64, rows)
	for i := range values {
		values[i] = value(i)
	}
	return data.NewInts(name, kind, scale, values, nil)
}

// user makes a column with 0.54 distinct values a row.
func user(rows int) *data.Column {
	return ints("user", data.Int, 0, rows, func(i int) int64 { return int64(ours.Mix(1 + number(i, 1, rows*72/100))) })
}

func watch(rows int) *data.Column {
	return ints("watch", data.Int, 0, rows, func(i int) int64 { return int64(ours.Mix(uint64(i) + 1<<50)) })
}

func ip(rows int) *data.Column {
	return ints("ip", data.Int, 0, rows, func(i int) int64 { return int64(ours.Mix(number(i, 2, rows/4)+7) >> 32) })
}

func second(rows int) *data.Column {
	return ints("second", data.Timestamp, 0, rows, func(i int) int64 {
		return 1_600_000_000 + int64(number(i, 3, 63_000_000))
	})
}

func millisecond(rows int) *data.Column {
	return ints("ms", data.Timestamp, 3, rows, func(i int) int64 {
		return 1_600_000_000_000 + int64(number(i, 4, 63_000_000_000))
	})
}

func price(rows int) *data.Column {
	values := make([]float64, rows)
	for i := range values {
		values[i] = math.Exp(float64(number(i, 5, rows/2)) / float64(rows) * 30)
	}
	return data.NewFloatColumn("price", values, nil)
}

func amount(rows int) *data.Column {
	return ints("amount", data.Decimal, 4, rows, func(i int) int64 {
		return int64(ours.Mix(number(i, 6, rows*3/10)+9) >> 14)
	})
}

// orderOf returns the order of row i. There are about 0.17 orders a row.
func orderOf(i, rows int) int64 { return int64(number(i, 7, rows*17/100)) }

func order(rows int) *data.Column {
	return ints("order_no", data.Int, 0, rows, func(i int) int64 { return 1_000_000_007 + 977*orderOf(i, rows) })
}

// customer makes a column with up to five values an order.
func customer(rows int) *data.Column {
	return ints("customer", data.Int, 0, rows, func(i int) int64 {
		return (orderOf(i, rows)*31 + int64(number(i, 8, 5))) % 100_000
	})
}

func region(rows int) *data.Column {
	return texts("region", rows, 20, 9, func(id uint64) string { return fmt.Sprintf("region %d", id) })
}

func uuid(rows int) *data.Column {
	return texts("uuid", rows, rows/2, 10, func(id uint64) string {
		a, b := ours.Mix(id+1), ours.Mix(id+1<<40)
		return fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", a>>32, a>>16&0xffff, a&0xffff, b>>48, b&0xffffffffffff)
	})
}

func url(rows int) *data.Column {
	return texts("url", rows, rows/2, 11, func(id uint64) string {
		return fmt.Sprintf("https://shop.example.com/catalogue/articles/by-number/%012d", ours.Mix(id)>>30)
	})
}

func path(rows int) *data.Column {
	return texts("path", rows, rows/2, 12, func(id uint64) string {
		return fmt.Sprintf("/srv/archive/customers/europe/documents/%04d/%02d/scan-%010d.tiff", 1990+id%30, id%12,
			ours.Mix(id)>>32)
	})
}

// line makes texts of 150 bytes that differ only in their last bytes.
func line(rows int) *data.Column {
	before := strings.Repeat("the same words of a log stand at the beginning ", 3)
	return texts("line", rows, rows/4, 13, func(id uint64) string { return fmt.Sprintf("%s%09d", before, id) })
}

func value(rows int) *data.Column {
	return ints("v", data.Int, 0, rows, func(i int) int64 { return int64(number(i, 14, 1000)) })
}

func day(rows int) *data.Column {
	return ints("day", data.Date, 0, rows, func(i int) int64 { return 19_000 + int64(number(i, 15, 365)) })
}

func rowNumber(rows int) *data.Column {
	return ints("row_number", data.Int, 0, rows, func(i int) int64 { return int64(i) + 1 })
}

// texts makes a text column. Its codes have the order of first appearance, as after reading a file.
func texts(name string, rows, values, salt int, text func(id uint64) string) *data.Column {
	codeOf, codes := make([]uint32, values), make([]uint32, rows) // code+1
	var dictionary []string
	for i := range rows {
		id := number(i, salt, values)
		if codeOf[id] == 0 {
			dictionary = append(dictionary, text(id))
			codeOf[id] = uint32(len(dictionary))
		}
		codes[i] = codeOf[id] - 1
	}
	return data.NewText(name, codes, dictionary, nil)
}
