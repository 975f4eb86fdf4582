package datetime

// date reads a date at the start of the text.
func (c *cursor) date(d *Date) bool {
	if first := c.peek(); first-'0' >= 10 {
		return c.wordFirst(d)
	}
	n, digits := c.number()
	switch {
	case digits == 8 && c.peek() == 'T':
		d.Year, d.Month, d.Day = n/10000, n/100%100, n%100
		return true
	case digits == 4:
		return c.yearFirst(d, n)
	case digits <= 2:
		return c.dayFirst(d, n, digits)
	}
	return false
}

// wordFirst reads a date that begins with a word: "Mon, 1 Jan 2024", "Jan 1, 2024" or "Jan 2024".
func (c *cursor) wordFirst(d *Date) bool {
	name := c.word()
	if len(name) < 3 {
		return false
	}
	if day := weekdays.find(name); day > 0 && d.weekday == 0 {
		d.weekday = day
		c.take('.')
		c.take(',')
		return c.blanks() > 0 && c.date(d)
	}
	if d.Month = months.find(name); d.Month == 0 {
		return false
	}
	c.take('.')
	if !c.separator() {
		return false
	}
	n, digits := c.number()
	if digits == 4 {
		d.Year, d.Day, d.WholeMonth = n, 1, true
		return d.weekday == 0
	}
	if d.Day = n; digits < 1 || digits > 2 {
		return false
	}
	c.skipOrdinal()
	comma := c.take(',')
	if !c.separator() && !comma {
		return false
	}
	d.Year, digits = c.number()
	return digits == 4
}

// yearFirst reads the rest of a date after its year, as in 2024-1-2, 2024-01 and 2024-Jan-02.
func (c *cursor) yearFirst(d *Date, year int) bool {
	d.Year = year
	sep := c.peek()
	if sep != '-' && sep != '/' && sep != '.' && sep != ' ' {
		return false
	}
	c.at++
	digits := 0
	if c.peek()-'0' < 10 {
		d.Month, digits = c.number()
	} else {
		d.Month = months.find(c.word())
	}
	if c.end() && digits == 2 && sep != '.' && sep != ' ' && d.Month >= 1 && d.Month <= 12 {
		d.Day, d.WholeMonth = 1, true
		return isLikelyYear(year)
	}
	if sep == ' ' && digits > 0 || digits > 2 || d.Month == 0 || !c.take(sep) {
		return false
	}
	d.Day, digits = c.number()
	return digits == 1 || digits == 2
}

// dayFirst reads the rest of a date after its first number, as in 1/2/2024, 1/2/24, 01/2024 and 1 Jan 2024.
func (c *cursor) dayFirst(d *Date, n, digits int) bool {
	sep := c.peek()
	if sep == '/' || sep == '-' || sep == '.' {
		if at := c.at + 1; at < len(c.b) && c.b[at]-'0' < 10 {
			c.at = at
			return c.numeric(d, n, digits, sep)
		}
	}
	d.Day = n
	c.skipOrdinal()
	c.separator()
	name := c.word()
	if of := string(name); of == "de" || of == "of" {
		c.blanks()
		name = c.word()
	}
	if d.Month = months.find(name); d.Month == 0 {
		return false
	}
	c.take('.')
	c.take(',')
	c.separator()
	if at := c.at; string(c.word()) == "de" || string(c.b[at:c.at]) == "of" {
		c.blanks()
	} else {
		c.at = at
	}
	d.Year, digits = c.number()
	d.ShortYear = digits == 2
	return digits == 2 || digits == 4
}

// numeric reads the second and the third number of a date.
func (c *cursor) numeric(d *Date, first, width int, sep byte) bool {
	second, digits := c.number()
	if digits == 4 && c.end() && sep != '.' {
		d.Year, d.Month, d.Day, d.WholeMonth = second, first, 1, true
		return first >= 1 && first <= 12 && isLikelyYear(second)
	}
	if digits > 2 || !c.take(sep) {
		return false
	}
	padded := width == 2 && digits == 2
	year, digits := c.number()
	d.Day, d.Month, d.Year, d.digits, d.Numeric, d.Points = first, second, year, width, true, sep == '.'
	d.ShortYear = digits == 2
	// 1.2.34 and 1-2-34 are as often version or part numbers as dates
	return digits == 4 || digits == 2 && (sep == '/' || padded)
}

// separator skips blanks, a hyphen or a slash between two parts.
func (c *cursor) separator() bool {
	if c.blanks() > 0 {
		return true
	}
	return c.take('-') || c.take('/')
}

// skipOrdinal skips what follows the number of a day: the point of 1. and the letters of 1st and 1er.
func (c *cursor) skipOrdinal() {
	at := c.at
	switch string(c.word()) {
	case "st", "nd", "rd", "th", "er", "º", "ª":
	default:
		c.at = at
	}
	c.take('.')
}

// isLikelyYear reports whether a number of four digits next to a month is likely to be a year, and not part of a code.
func isLikelyYear(year int) bool { return year >= 1800 && year < 2200 }
