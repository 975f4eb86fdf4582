package infer

import "time"

// daysFrom returns the number of days from 1970-01-01 to a date of the proleptic Gregorian calendar. The bool is false
// if the date does not exist. time.Date takes four times as long (23 ns against 5.5).
func daysFrom(year, month, day int) (int64, bool) {
	if month < 1 || month > 12 || day < 1 || year < 1 {
		return 0, false
	}
	before, last := int(daysBefore[month-1]), int(daysBefore[month]-daysBefore[month-1])
	if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		switch {
		case month == 2:
			last++
		case month > 2:
			before++
		}
	}
	y := year - 1
	return int64(365*y+y/4-y/100+y/400+before+day-1) - epochDays, day <= last
}

const epochDays = 719162 // from 0001-01-01 to 1970-01-01

// daysBefore has the number of days before each month of a common year, and finally those of the year.
var daysBefore = [...]uint16{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

// number reads n decimal digits.
func number(b []byte) (int, bool) {
	v := 0
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = 10*v + int(c-'0')
	}
	return v, len(b) > 0
}

// isoDate parses yyyy-mm-dd or yyyy/mm/dd. time.Parse takes four times as long (70 ns against 17) and knows only the
// first form.
func isoDate(b []byte) (days int64, ok bool) {
	if len(b) != 10 || b[4] != b[7] || b[4] != '-' && b[4] != '/' {
		return 0, false
	}
	y, ok1 := number(b[:4])
	m, ok2 := number(b[5:7])
	d, ok3 := number(b[8:])
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	return daysFrom(y, m, d)
}

// yearLast parses two numbers of one or two digits and a year of four digits, with /, - or a point between them.
func yearLast(b []byte) (first, second, year int, ok bool) {
	if len(b) < 8 || len(b) > 10 {
		return 0, 0, 0, false
	}
	sep := b[len(b)-5]
	if sep != '/' && sep != '-' && sep != '.' {
		return 0, 0, 0, false
	}
	i := 1
	if b[i] != sep {
		i = 2
	}
	head, tail := b[:i], b[i:len(b)-5]
	if len(tail) < 2 || len(tail) > 3 || tail[0] != sep {
		return 0, 0, 0, false
	}
	first, ok1 := number(head)
	second, ok2 := number(tail[1:])
	year, ok3 := number(b[len(b)-4:])
	return first, second, year, ok1 && ok2 && ok3
}

// stamp is a date with a time of day.
type stamp struct {
	seconds int64 // since 1970-01-01, in UTC if the time has a zone, else in local time
	nanos   int64
	places  int   // decimal places of the second
	zoned   bool  // the time has a zone: Z or an offset
	offset  int64 // offset of the zone in seconds, positive to the east
	leap    bool  // the second is 60, and is read as the next second
}

// isoStamp parses yyyy-mm-dd, a T or a space, and hh:mm. Then :ss, a fraction, and Z or an offset may follow.
func isoStamp(b []byte) (s stamp, ok bool) {
	if len(b) < 16 || b[10] != 'T' && b[10] != ' ' || b[13] != ':' {
		return s, false
	}
	days, ok1 := isoDate(b[:10])
	hour, ok2 := number(b[11:13])
	minute, ok3 := number(b[14:16])
	if !ok1 || !ok2 || !ok3 || hour > 23 || minute > 59 {
		return s, false
	}
	s.seconds = days*86400 + int64(hour)*3600 + int64(minute)*60
	b = b[16:]
	if len(b) >= 3 && b[0] == ':' {
		sec, ok := number(b[1:3])
		if s.leap = sec == 60 && minute == 59; !ok || sec > 59 && !s.leap {
			return s, false
		}
		s.seconds += int64(sec)
		b = b[3:]
		if len(b) > 1 && b[0] == '.' {
			n := 1
			for n < len(b) && n <= 9 && b[n] >= '0' && b[n] <= '9' {
				s.nanos = 10*s.nanos + int64(b[n]-'0')
				n++
			}
			if s.places = n - 1; s.places == 0 {
				return s, false
			}
			for range 9 - s.places {
				s.nanos *= 10
			}
			b = b[n:]
		}
	}
	return s.zone(b)
}

// zone parses the rest of a time: nothing, Z, or an offset.
func (s stamp) zone(b []byte) (stamp, bool) {
	switch {
	case len(b) == 0:
		return s, true
	case len(b) == 1 && (b[0] == 'Z' || b[0] == 'z'):
		s.zoned = true
		return s, true
	case b[0] != '+' && b[0] != '-':
		return s, false
	}
	digits := b[1:]
	if len(digits) == 5 && digits[2] == ':' {
		digits = append(append(make([]byte, 0, 4), digits[:2]...), digits[3:]...)
	}
	if len(digits) != 2 && len(digits) != 4 {
		return s, false
	}
	hour, ok1 := number(digits[:2])
	minute, ok2 := 0, true
	if len(digits) == 4 {
		minute, ok2 = number(digits[2:])
	}
	if !ok1 || !ok2 || hour > 23 || minute > 59 {
		return s, false
	}
	offset := int64(hour)*3600 + int64(minute)*60
	if b[0] == '-' {
		offset = -offset
	}
	s.seconds -= offset
	s.zoned, s.offset = true, offset
	return s, true
}

// The first and the last second, in 1677 and 2262, for which every nanosecond fits into a 64-bit timestamp.
var (
	firstNano = time.Unix(0, -1<<63).Unix() + 1
	lastNano  = time.Unix(0, 1<<63-1).Unix() - 1
)
