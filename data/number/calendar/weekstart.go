package calendar

import (
	"strings"
	"sync/atomic"
)

// weekStarts has the regions whose weeks do not begin on Monday, by the number of their first day (7 is Sunday), from
// weekData of the Unicode CLDR.
var weekStarts = map[int]string{
	5: "MV",
	6: "AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY",
	7: "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE " +
		"PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW",
}

// WeekStart returns the first day of a week in a locale such as en-US: 0 is Monday, 2 Tuesday and 7 Sunday. A locale
// without a region returns 0.
func WeekStart(locale string) int {
	parts := strings.FieldsFunc(locale, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	for day, regions := range weekStarts {
		for _, part := range parts[min(1, len(parts)):] {
			if len(part) == 2 && strings.Contains(regions, strings.ToUpper(part)) {
				return day
			}
		}
	}
	return 0
}

var firstDay atomic.Int32

// FirstDay returns the day on which weeks begin in this process by default, in WeekStart's numbers. It is Monday until
// UseFirstDay changes it.
func FirstDay() int { return int(firstDay.Load()) }

// UseFirstDay changes FirstDay.
func UseFirstDay(day int) { firstDay.Store(int32(day)) }
