package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// PeriodKind is how a period of days relates to its anchor, a day.
type PeriodKind uint8

// The kinds.
const (
	LastUnits    PeriodKind = iota // the days up to and including the anchor
	ThisUnit                       // the calendar unit that contains the anchor
	PreviousUnit                   // the calendar unit before the unit that contains the anchor
	NextUnits                      // the days after the anchor
)

// PeriodKinds lists the words of the kinds.
var PeriodKinds = []string{LastUnits: "last", ThisUnit: "this", PreviousUnit: "previous", NextUnits: "next"}

// PeriodUnits lists the units of a period. A week begins on Monday.
var PeriodUnits = []string{"day", "week", "month", "quarter", "year"}

// Today is the anchor of a Period that is relative to the day on which the query runs.
const Today = "today"

// Period is a range of days: last 30 days, this month of today, next 2 weeks of 2024-03-01. Periods can be compared
// with ==.
type Period struct {
	Kind PeriodKind
	N    int    // for LastUnits and NextUnits: the number of units, 1 to MaxUnits
	Unit string // one of PeriodUnits
	Of   string // the anchor: a date in ISO 8601, Today, or "" for the latest date of the column
}

// MaxUnits is the largest number of units of a Period.
const MaxUnits = 100_000

// String writes the period in the syntax of ParseFilter.
func (p Period) String() string {
	text := PeriodKinds[p.Kind] + " " + p.Unit
	if p.counts() {
		text = fmt.Sprintf("%s %d %s", PeriodKinds[p.Kind], p.N, p.Unit)
		if p.N != 1 {
			text += "s"
		}
	}
	switch p.Of {
	case "":
		return text
	case Today:
		return text + " of today"
	}
	return text + " of '" + p.Of + "'"
}

// counts reports whether the period has a number of units.
func (p Period) counts() bool { return p.Kind == LastUnits || p.Kind == NextUnits }

// Days returns the first and the last day of the period for an anchor, in days since 1970-01-01.
//
// A step of months, quarters or years leads to the same day of another month or, if that month is shorter, to its last
// day. A step from the last day of a month always leads to the last day of a month. So the last 12 months of 2023-12-31
// are the year 2023.
func (p Period) Days(anchor int64) (first, last int64) {
	switch p.Kind {
	case LastUnits:
		return p.step(anchor, -p.N) + 1, anchor
	case NextUnits:
		return anchor + 1, p.step(anchor, p.N)
	case PreviousUnit:
		start, _ := p.calendar(anchor)
		return p.calendar(start - 1)
	}
	return p.calendar(anchor)
}

// step returns the day n units after a day.
func (p Period) step(day int64, n int) int64 {
	switch p.Unit {
	case "day":
		return day + int64(n)
	case "week":
		return day + 7*int64(n)
	}
	at := time.Unix(day*86400, 0).UTC()
	y, m, d := at.Date()
	end := time.Date(y, m+time.Month(n*p.months())+1, 0, 0, 0, 0, 0, time.UTC)
	if at.AddDate(0, 0, 1).Day() != 1 && d < end.Day() {
		end = end.AddDate(0, 0, d-end.Day())
	}
	return end.Unix() / 86400
}

// months returns the number of months in a unit, 0 for days and weeks.
func (p Period) months() int {
	return map[string]int{"month": 1, "quarter": 3, "year": 12}[p.Unit]
}

// calendar returns the first and the last day of the calendar unit that contains a day.
func (p Period) calendar(day int64) (first, last int64) {
	switch p.Unit {
	case "day":
		return day, day
	case "week":
		monday := day - ((day+3)%7+7)%7
		return monday, monday + 6
	}
	y, m, _ := time.Unix(day*86400, 0).UTC().Date()
	n := p.months()
	m = (m-1)/time.Month(n)*time.Month(n) + 1
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC).Unix() / 86400, time.Date(y, m+time.Month(n), 0, 0, 0, 0, 0,
		time.UTC).Unix() / 86400
}

// On returns the expression with Today replaced by the date today in all periods. The result shares unchanged nodes
// with e.
func (e *Expr) On(today time.Time) *Expr {
	if e == nil || !e.ofToday() {
		return e
	}
	out := *e
	if e.Op == Within {
		out.Period.Of = today.Format(time.DateOnly)
	}
	out.Args = each.Of(e.Args, func(a *Expr) *Expr { return a.On(today) })
	return &out
}

func (e *Expr) ofToday() bool {
	return e.Op == Within && e.Period.Of == Today || slices.ContainsFunc(e.Args, (*Expr).ofToday)
}

// period reads a period after the word in.
func (p *parser) period() (Period, error) {
	kind := slices.Index(PeriodKinds, strings.ToLower(p.next().text))
	out := Period{Kind: PeriodKind(kind)}
	if out.counts() {
		n, err := strconv.Atoi(p.peek().text)
		switch {
		case p.peek().kind != number && out.Kind == LastUnits:
			return out, p.unexpected(`a number, as in "last 30 days" (the calendar unit before is "previous month")`)
		case p.peek().kind != number:
			return out, p.unexpected(`a number, as in "next 7 days"`)
		case err != nil || n < 1 || n > MaxUnits:
			return out, p.unexpected(separators.Sprintf("a whole number from 1 to %d", MaxUnits))
		}
		out.N = n
		p.next()
	}
	unit := strings.ToLower(p.peek().text)
	if i := slices.IndexFunc(PeriodUnits, func(u string) bool { return unit == u || unit == u+"s" }); i >= 0 {
		out.Unit = PeriodUnits[i]
		p.next()
	} else {
		return out, p.unexpected("days, weeks, months, quarters or years")
	}
	if !p.accept("of") {
		return out, nil
	}
	if p.accept(Today) {
		out.Of = Today
		return out, nil
	}
	if _, err := time.Parse(time.DateOnly, p.peek().text); err != nil || p.peek().kind != quoted {
		return out, p.unexpected("today or a date like 2024-12-31")
	}
	out.Of = p.next().text
	return out, nil
}

// isPeriod reports whether a period comes next.
func (p *parser) isPeriod() bool {
	return p.peek().kind == word && slices.Contains(PeriodKinds, strings.ToLower(p.peek().text))
}
