package calendar

import "strings"

// MonthNames are the names of the months, January first.
var MonthNames = [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September",
	"October", "November", "December"}

// WeekdayNames are the names of the days of a week, Monday first.
var WeekdayNames = [7]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// ParseName returns the number, from 1 on, of the month or weekday that s names: march and Mar are 3. Three letters are
// enough. It returns 0 if s is not one of the names.
func ParseName(names []string, s string) int {
	s = strings.TrimSpace(s)
	for i, name := range names {
		if len(s) >= 3 && len(s) <= len(name) && strings.EqualFold(name[:len(s)], s) {
			return i + 1
		}
	}
	return 0
}
