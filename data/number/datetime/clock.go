package datetime

// clock reads 14:05, 2:05 PM, 14:05:09.123, 3 PM and, after a T, also 140509 without colons.
func (c *cursor) clock(k *Clock) bool {
	behindT := c.at > 0 && c.b[c.at-1] == 'T'
	hour, digits := c.number()
	minute, second := 0, 0
	k.Hours = digits
	switch {
	case digits == 6 && behindT:
		hour, minute, second, k.Exact, k.Hours = hour/10000, hour/100%100, hour%100, true, 2
	case digits == 4 && behindT:
		hour, minute, k.Hours = hour/100, hour%100, 2
	case digits < 1 || digits > 2:
		return false
	case c.take(':'):
		if minute, digits = c.number(); digits != 2 {
			return false
		}
		if c.peek() == ':' {
			c.at++
			if second, digits = c.number(); digits != 2 {
				return false
			}
			k.Exact = true
		}
	default:
		if !c.amPM(k, &hour) {
			return false
		}
	}
	if k.Exact && (c.peek() == '.' || c.peek() == ',') && c.at+1 < len(c.b) && c.b[c.at+1]-'0' < 10 && !c.fraction(k) {
		return false
	}
	if !k.Twelve {
		at := c.at
		if !c.amPM(k, &hour) {
			c.at = at
		}
	}
	k.Leap = second == 60 && minute == 59
	if hour < 0 || hour > 23 || minute > 59 || second > 59 && !k.Leap {
		return false
	}
	k.Second = int64(hour)*3600 + int64(minute)*60 + int64(second)
	return true
}

// fraction reads the digits of a fraction of a second, nine at most.
func (c *cursor) fraction(k *Clock) bool {
	c.at++
	v, digits := 0, 0
	for ; c.peek()-'0' < 10 && digits < 10; digits++ {
		v = 10*v + int(c.peek()-'0')
		c.at++
	}
	if digits > 9 {
		return false
	}
	k.Nanos, k.Places = int64(v), digits
	for range 9 - digits {
		k.Nanos *= 10
	}
	return true
}

// amPM reads AM, PM, a.m. or p.m. and converts the hour to 24 hours.
func (c *cursor) amPM(k *Clock, hour *int) bool {
	c.blanks()
	letter := c.peek() | 0x20
	if letter != 'a' && letter != 'p' {
		return false
	}
	c.at++
	points := c.take('.')
	if c.peek()|0x20 != 'm' {
		return false
	}
	c.at++
	if points {
		c.take('.')
	}
	k.Twelve = true
	switch {
	case *hour < 1 || *hour > 12:
		*hour = -1
	case letter == 'p' && *hour < 12:
		*hour += 12
	case letter == 'a' && *hour == 12:
		*hour = 0
	}
	return true
}

// zone reads what follows the time of day: nothing, Z, UTC, GMT or an offset.
func (c *cursor) zone(m *Moment) bool {
	if c.end() {
		return true
	}
	c.blanks()
	m.Zoned = true
	switch sign := c.peek(); sign {
	case '+', '-':
		c.at++
		hour, digits := c.number()
		minute := 0
		switch {
		case digits == 4:
			hour, minute = hour/100, hour%100
		case digits > 2 || digits < 1:
			return false
		case c.take(':'):
			if minute, digits = c.number(); digits != 2 {
				return false
			}
		}
		if m.Offset = int64(hour)*3600 + int64(minute)*60; sign == '-' {
			m.Offset = -m.Offset
		}
		return hour <= 23 && minute <= 59
	}
	switch string(c.word()) {
	case "Z", "z", "UTC", "GMT":
		return true
	}
	return false
}
