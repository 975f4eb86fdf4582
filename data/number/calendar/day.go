package calendar

// DaySeconds is the number of seconds of a day.
const DaySeconds = 86400

// Civil splits a day into year, month from 1 to 12, and day of the month. Year 0 is the year before year 1.
//
// This is the algorithm days_to_civil of Howard Hinnant (chrono-Compatible Low-Level Date Algorithms). Years begin in
// March, so that the leap day is the last day of a year, and 400 years have 146,097 days.
func Civil(day int64) (year int64, month, dayOfMonth int) {
	day += 719468 // days from 0000-03-01
	era := FloorDiv(day, 146097)
	inEra := day - era*146097
	yearOfEra := (inEra - inEra/1460 + inEra/36524 - inEra/146096) / 365
	inYear := inEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	shifted := (5*inYear + 2) / 153 // months from March
	dayOfMonth = int(inYear - (153*shifted+2)/5 + 1)
	month = int(shifted) + 3
	year = yearOfEra + era*400
	if month > 12 {
		month, year = month-12, year+1
	}
	return year, month, dayOfMonth
}

// Day returns the day of a date. The month may lie outside 1 to 12: month 13 is January of the next year.
func Day(year int64, month, dayOfMonth int) int64 {
	year += FloorDiv(int64(month)-1, 12)
	month = int(floorMod(int64(month)-1, 12)) + 1
	shifted := int64(month) - 3
	if shifted < 0 {
		shifted += 12
		year--
	}
	era := FloorDiv(year, 400)
	yearOfEra := year - era*400
	inYear := (153*shifted+2)/5 + int64(dayOfMonth) - 1
	return era*146097 + yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + inYear - 719468
}

// Weekday returns 1 for a Monday up to 7 for a Sunday.
func Weekday(day int64) int { return int(floorMod(day+3, 7)) + 1 }

// ISOWeek returns the week of ISO 8601, from 1 to 53, and the year that the week belongs to: the year of the week's
// Thursday.
func ISOWeek(day int64) (year int64, week int) {
	thursday := day - int64(Weekday(day)) + 4
	year, _, _ = Civil(thursday)
	return year, int(thursday-Day(year, 1, 1))/7 + 1
}

// Quarter returns the quarter of a month, from 1 to 4.
func Quarter(month int) int { return (month + 2) / 3 }

// FiscalYear returns the fiscal year of a day. Fiscal years begin in the month `first`, from 1 to 12, and are named
// after the year in which they end.
func FiscalYear(day int64, first int) int64 {
	year, month, _ := Civil(day)
	if first > 1 && month >= first {
		year++
	}
	return year
}

// FiscalQuarter returns the quarter of the fiscal year of a day, from 1 to 4. Fiscal years begin in the month `first`.
func FiscalQuarter(day int64, first int) int {
	_, month, _ := Civil(day)
	return (month-first+12)%12/3 + 1
}

// FloorDiv returns a/b, rounded down. b is positive.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - FloorDiv(a, b)*b }
