package csv

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"cardinal/data"
)

// TestMoments reads dates, times and words as people write them. A slash of the values stands between them; _
// is a blank.
func TestMoments(t *testing.T) {
	const short = "a: years of two digits: 00 to 29 are read as 2000 to 2029, and 30 to 99 as 1930 to 1999"
	const dmy, mdy = "a: dates read as day, month, year", "a: dates read as month, day, year"
	for _, c := range []struct{ values, want string }{
		{"1_Jan_2024|31_dec_1999", "date 2024-01-01 1999-12-31"},
		{"Jan_1,_2024|December_31,_1999", "date 2024-01-01 1999-12-31"},
		{"1._Januar_2024|3._März_2024", "date 2024-01-01 2024-03-03"},
		{"1er_janvier_2024|2_août_2024", "date 2024-01-01 2024-08-02"},
		{"1_de_enero_de_2024|2_de_agosto_de_2024", "date 2024-01-01 2024-08-02"},
		{"Mon,_1_Jan_2024|Tuesday,_January_2,_2024", "date 2024-01-01 2024-01-02"},
		{"Tue,_1_Jan_2024|Tuesday,_January_2,_2024", "text Tue, 1 Jan 2024 Tuesday, January 2, 2024"},
		{"01-JAN-24|31-DEC-99", "date 2024-01-01 1999-12-31 " + short},
		{"01JAN2024|15FEB2024", "date 2024-01-01 2024-02-15"},
		{"2024-Jan-02|2024-Feb-03", "date 2024-01-02 2024-02-03"},
		{"2024-1-2|2024-11-03", "date 2024-01-02 2024-11-03"},
		{"2024.01.02|2024.12.31", "date 2024-01-02 2024-12-31"},
		{"30_Feb_2024|1_Jan_2024", "text 30 Feb 2024 1 Jan 2024"},
		{"1/13/2024_3:05_PM|1/2/2024_12:00_AM", "timestamp 2024-01-13T15:05:00 2024-01-02T00:00:00 " + mdy},
		{"13.01.2024_15:05|01.02.2024_00:00:09", "timestamp 2024-01-13T15:05:00 2024-02-01T00:00:09 " + dmy},
		{"1/13/2024,_3:05:09\u202fPM|1/2/2024,_1:00:00\u202fAM", "timestamp 2024-01-13T15:05:09 2024-01-02T01:00:00 " +
			mdy},
		{"1/2/2024_3:05_PM|1/3/2024_3:05_PM", "text 1/2/2024 3:05 PM 1/3/2024 3:05 PM a: no date tells whether the " +
			"day or the month comes first: kept as text until the order of dates is chosen"},
		{"20150311T000000|20150312T101112", "timestamp 2015-03-11T00:00:00 2015-03-12T10:11:12"},
		{"20150311T0000Z|20150312T1011Z", "timestamp 2015-03-11T00:00:00Z 2015-03-12T10:11:00Z"},
		{"2024-01-02_03:04:05_UTC|2024-01-02_03:04:05.25_UTC",
			"timestamp 2024-01-02T03:04:05Z 2024-01-02T03:04:05.25Z"},
		{"2024-01-02_03:04:05_+02:00|2024-01-02_03:04:05_+00", "timestamp 2024-01-02T01:04:05Z 2024-01-02T03:04:05Z " +
			"a: times with different offsets, moved to UTC"},
		{"Mon,_1_Jan_2024_10:00:00_+0000|Tue,_2_Jan_2024_10:00:00_+0100", "timestamp 2024-01-01T10:00:00Z " +
			"2024-01-02T09:00:00Z a: times with different offsets, moved to UTC"},
		{"2024-01-02_03:04:05,250|2024-01-02_03:04:06,000", "timestamp 2024-01-02T03:04:05.25 2024-01-02T03:04:06"},
		{"2024-01-02_03:04:05_CET|2024-01-02_03:04:06_CET", "text 2024-01-02 03:04:05 CET 2024-01-02 03:04:06 CET"},
		{"2024-01-02|2024-01-02_03:04", "timestamp 2024-01-02T00:00:00 2024-01-02T03:04:00 a: dates without a time " +
			"of day are read as midnight"},
		{"2024-01-02|2024-01-02_03:04Z", "text 2024-01-02 2024-01-02 03:04Z a: times with and without a time zone: " +
			"kept as text"},
		{"2024-01-02|31/01/2024", "date 2024-01-02 2024-01-31 " + dmy},
		{"2024-01|2024-02", "date 2024-01-01 2024-02-01 a: months, read as their first days"},
		{"Jan_2024|February_2024", "date 2024-01-01 2024-02-01 a: months, read as their first days"},
		{"01/2024|12/2024", "date 2024-01-01 2024-12-01 a: months, read as their first days"},
		{"2010-11|2011-12", "text 2010-11 2011-12 a: months or seasons, such as 2011-12: kept as text"},
		{"4711-08|4712-09", "text 4711-08 4712-09"},
		{"1/2/24|1/3/24", "text 1/2/24 1/3/24 a: no date tells whether the day or the month comes first: kept as " +
			"text until the order of dates is chosen"},
		{"2010-11|2024-13", "text 2010-11 2024-13"},
		{"2024-01|2024-01-02", "text 2024-01 2024-01-02 a: months and days: kept as text"},
		{"1/13/24|12/31/99", "date 2024-01-13 1999-12-31 " + mdy + "; " + strings.TrimPrefix(short, "a: ")},
		{"31.12.99|01.01.24", "date 1999-12-31 2024-01-01 " + dmy + "; " + strings.TrimPrefix(short, "a: ")},
		{"01/02/03|04/05/06", "text 01/02/03 04/05/06 a: no date tells whether the day, the month or the year comes " +
			"first: kept as text until the order of dates is chosen"},
		{"10.11.12|10.12.06", "text 10.11.12 10.12.06 a: no date tells whether the day, the month or the year comes " +
			"first: kept as text until the order of dates is chosen"},
		{"1.2.34|1.12.3", "text 1.2.34 1.12.3"},
		{"99/12/31|24/01/01", "date 1999-12-31 2024-01-01 a: dates read as year, month, day; " +
			strings.TrimPrefix(short, "a: ")},
		{"01.02.2024|02.03.2024", "date 2024-02-01 2024-03-02 a: dates read as day, month, year, as most dates with " +
			"points are; no date tells"},
		{"yes|No|YES", `bool true false true a: "YES" and "No" are read as true and false`},
		{"Y|N", "text Y N"},
		{"ja|nein", `bool true false a: "ja" and "nein" are read as true and false`},
		{"si|yes|no", "text si yes no"},
		{"S|N|N", "text S N N"},
		{"yes|yes", "text yes yes"},
		{"14:05|09:30", "text 14:05 09:30"},
		{"14:05|9:30", "text 14:05 09:30 a: times of day, written as 14:05"},
		{"2:05_PM|12:30_am|3_PM", "text 14:05 00:30 15:00 a: times of day, written as 14:05"},
		{"2:05:09.25_PM|12:30_am", "text 14:05:09.25 00:30:00 a: times of day, written as 14:05:09.25"},
		{"13:05_PM|2:05_PM", "text 13:05 PM 2:05 PM"},
		{"99999999999999999999|123456789012345678901", "text 99999999999999999999 123456789012345678901 a: whole " +
			"numbers beyond 64 bits: kept as text"},
		{"99999999999999999999|5", "text 99999999999999999999 5 a: whole numbers beyond 64 bits: kept as text"},
		{"1|2|2024-01-02",
			`text 1 2 2024-01-02 a: numbers and dates or times: kept as text, row 3 is the first that disagrees with most: "2024-01-02"`},
		{"1|true|2",
			`text 1 true 2 a: numbers and truth values: kept as text, row 2 is the first that disagrees with most: "true"`},
		{"20150311|20150312|20150313", "int 20150311 20150312 20150313 a: the numbers, such as 20150311, may be " +
			"dates: the type date reads them so"},
		{"20150311|20151312|20150313", "int 20150311 20151312 20150313"},
	} {
		col, notes := readColumn(t, "\t", strings.Split(strings.ReplaceAll(c.values, "_", " "), "|")...)
		if got := columnText(col, notes); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.values, got, c.want)
		}
	}
}

// columnText writes the type, the values and the notes of a column.
func columnText(c *data.Column, notes []string) string {
	out := c.Type.String()
	for row := range c.Rows {
		if v := c.Value(row); v.IsNull() {
			out += " null"
		} else {
			out += " " + v.String()
		}
	}
	return strings.Join(append([]string{out}, notes...), " ")
}

// TestChosenMoments reads values as the types that a person chose.
func TestChosenMoments(t *testing.T) {
	for _, c := range []struct{ values, how, dates, want string }{
		{"1700000000|0|-1", "epoch", "", "timestamp 2023-11-14T22:13:20Z 1970-01-01T00:00:00Z 1969-12-31T23:59:59Z " +
			"a: numbers of seconds since 1970, read as times in UTC"},
		{"1700000000.5|x", "epoch", "", "timestamp 2023-11-14T22:13:20.5Z null a: numbers of seconds since 1970, " +
			"read as times in UTC; 1 value cannot be read as a number of seconds since 1970 and was left empty, in row 2"},
		{"1700000000123|5", "epoch_ms", "", "timestamp 2023-11-14T22:13:20.123Z 1970-01-01T00:00:00.005Z a: numbers " +
			"of milliseconds since 1970, read as times in UTC"},
		{"1700000000123456|9223372036854775807", "epoch_us", "", "timestamp 2023-11-14T22:13:20.123456Z null a: " +
			"numbers of microseconds since 1970, read as times in UTC; 1 value cannot be read as a number of " +
			"microseconds since 1970 and was left empty, in row 2"},
		{"20150311|20151399|20150312", "date", "", "date 2015-03-11 null 2015-03-12 a: 1 value cannot be read as a " +
			"date and was left empty, in row 2"},
		{"20150311|20150312", "time", "", "timestamp 2015-03-11T00:00:00 2015-03-12T00:00:00"},
		{"1 Jan 2024 10:00|2 Jan 2024 11:00", "date", "", "date 2024-01-01 2024-01-02 a: 2 times of day were left " +
			"out, as the type date has none, the first in row 1"},
		{"Y|maybe|N", "boolean", "", "bool true null false a: 1 value cannot be read as a boolean and was left " +
			"empty, in row 2"},
		{"01/02/03|04/05/06", "", "ymd", "date 2001-02-03 2004-05-06 a: dates read as year, month, day; years of two " +
			"digits: 00 to 29 are read as 2000 to 2029, and 30 to 99 as 1930 to 1999"},
		{"01/02/03|04/05/06", "", "dmy", "date 2003-02-01 2006-05-04 a: dates read as day, month, year; years of two " +
			"digits: 00 to 29 are read as 2000 to 2029, and 30 to 99 as 1930 to 1999"},
	} {
		how := data.Reading{Dates: c.dates}
		if c.how != "" {
			how.Types = []string{"a=" + c.how}
		}
		o, err := Parse(how)
		if err != nil {
			t.Fatal(err)
		}
		text := "a\tb\n" + strings.ReplaceAll(c.values, "|", "\tx\n") + "\tx\n"
		table, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, o, nil)
		if err != nil {
			t.Errorf("%s: %v", c.values, err)
			continue
		}
		if got := columnText(table.Columns[0], table.Notes); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.values, got, c.want)
		}
	}
}

// TestNamedNumbers reads numbers as dates if the name of the column asks for dates.
func TestNamedNumbers(t *testing.T) {
	for name, want := range map[string]string{
		"order_date": "date 2024-01-01 2024-02-29 2024-12-31", "FlightDate": "date 2024-01-01 2024-02-29 2024-12-31",
		"mandate_id": "int 20240101 20240229 20241231", "day": "date 2024-01-01 2024-02-29 2024-12-31",
	} {
		c := read(t, name+",b\n20240101,x\n20240229,y\n20241231,z\n").Columns[0]
		if got := columnText(c, nil); got != want || c.Note == "" {
			t.Errorf("%s: %s %q, want %s", name, got, c.Note, want)
		}
	}
	c := read(t, "created_at,b\n1700000000,x\n1700000001,y\n1700000002,z\n").Columns[0]
	if want := "the numbers, such as 1700000000, may be times: the type epoch reads them as seconds since 1970"; c.Type != data.Int || c.Note != want {
		t.Errorf("%v %q", c.Type, c.Note)
	}
}

// TestWrittenDates writes days in many forms, reads them, and compares every day with package time.
func TestWrittenDates(t *testing.T) {
	for _, layout := range []string{"2 Jan 2006", "January 2, 2006", "Monday, 2 January 2006", "02-Jan-2006",
		"2.1.2006", "1/2/2006", "2006-1-2", "2006/01/02", "02Jan2006", "1/2/2006 3:04 PM", "2.1.2006 15:04:05",
		"20060102T150405", "Mon, 2 Jan 2006 15:04:05 +0000", "2006-01-02 15:04:05 UTC", "Jan 2, 2006 3:04:05 PM",
		"2006-01-02T15:04:05.000000000", "02/01/06", "01/02/06 15:04"} {
		var b strings.Builder
		var want []time.Time
		b.WriteString("d\tx\n")
		for at := time.Date(1971, 1, 31, 0, 0, 7, 0, time.UTC); at.Year() < 2029; at = at.Add(79*time.Hour +
			61*time.Minute) {
			back, err := time.Parse(layout, at.Format(layout))
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, back)
			fmt.Fprintf(&b, "%s\tx\n", at.Format(layout))
		}
		c := read(t, b.String()).Columns[0]
		if !c.Type.Temporal() {
			t.Errorf("%s: %v %s", layout, c.Type, c.Note)
			continue
		}
		for row, at := range want {
			if got := c.Value(row).Time(); !got.Equal(at) {
				t.Fatalf("%s: row %d is %v, want %v", layout, row+1, got, at)
			}
		}
	}
}
