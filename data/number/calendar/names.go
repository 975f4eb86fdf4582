package calendar

import "strings"

// MonthNames are the names of the months, January first.
var MonthNames = [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// WeekdayNames are the names of the days of a week, Monday first.
var WeekdayNames = [7]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// ParseName is the number, from 1 on, of a name among months or weekdays: of march and Mar 3. Three letters are
// enough. It is 0 where the name is none of them.
func ParseName(names []string, s string) int {
	s = strings.TrimSpace(s)
	for i, name := range names {
		if len(s) >= 3 && len(s) <= len(name) && strings.EqualFold(name[:len(s)], s) {
			return i + 1
		}
	}
	return 0
}
