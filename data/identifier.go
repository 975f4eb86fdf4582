package data

import (
	"slices"
	"strings"
	"unicode"
)

// Words splits a name into words in lower case: order and date for orderDate and for ORDER_DATE.
func Words(name string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		before = r
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}

var (
	years       = strings.Fields("year yr jahr année annee año ano anno")
	identifiers = strings.Fields("id uid uuid guid pk fk key code zip zipcode postcode postalcode plz phone " +
		"telephone telefon fax isbn ean upc gtin sku ssn fips")
	// after a word that says of what
	numbers = strings.Fields("number nr no num nummer numéro numero número")
	amounts = strings.Fields("total sum average avg mean max min per pro par por last this next previous prior current")
	// at the end of one word, after at least two letters: customerid, l_orderkey
	endings    = strings.Fields("id key code number nummer nr leitzahl")
	misleading = strings.Fields("paid grid raid void acid valid invalid rapid solid fluid liquid humid hybrid covid " +
		"unpaid prepaid postpaid repaid overpaid underpaid android monkey turkey donkey whiskey")
)

// leastNumbered is the least number of rows of a column of row numbers. In a shorter column, values that count up may
// be measurements.
const leastNumbered = 100

// IsIdentifier reports whether the column's whole numbers identify things and measure nothing. The name of the column
// decides: order_id, Postcode, invoice number, model year. Row numbers are identifiers under any name. Identifiers
// are not summed by default, and they are shown without separators of thousands.
func (c *Column) IsIdentifier() bool {
	if c.Type != Int || c.Format != (NumberFormat{}) {
		return false
	}
	switch classifyName(c.Name) {
	case aYear:
		return c.Min >= 0 && c.Max <= 2999
	case anIdentifier:
		return true
	}
	return c.isRowNumber()
}

// versions are names of columns whose decimal numbers identify things: version 1.10 follows version 1.9.
var versions = strings.Fields("version ver release build revision rev firmware section chapter clause paragraph")

// NamesCodes reports whether the name of a column says that its values identify things and measure nothing, in
// whatever form they are written: sku, order_id, version.
func NamesCodes(name string) bool {
	words := Words(name)
	return classifyName(name) == anIdentifier || len(words) > 0 && slices.Contains(versions, words[len(words)-1])
}

// isRowNumber reports whether the values count the rows up from 0 or 1, by the least and the greatest value and
// some values between: the index that pandas writes, a counter of records.
func (c *Column) isRowNumber() bool {
	if c.Rows < leastNumbered || c.Nulls > 0 || c.Min < 0 || c.Min > 1 || c.Max != c.Min+int64(c.Rows)-1 {
		return false
	}
	for i := range leastNumbered {
		if row := i * (c.Rows - 1) / (leastNumbered - 1); c.Int(row) != c.Min+int64(row) {
			return false
		}
	}
	return true
}

// nameClass is what the name of a column tells about its numbers.
type nameClass uint8

const (
	nothing nameClass = iota
	aYear
	anIdentifier
)

// classifyName decides by the last word of a name and the word before it.
func classifyName(name string) nameClass {
	words := Words(name)
	if len(words) == 0 {
		return nothing
	}
	last := words[len(words)-1]
	ends := func(end string) bool { return strings.HasSuffix(last, end) && len(last) > len(end)+1 }
	measured := len(words) > 1 && slices.Contains(amounts, words[len(words)-2])
	switch {
	case measured && (slices.Contains(years, last) || slices.Contains(numbers, last)):
	case slices.Contains(years, last) || ends("jahr"):
		return aYear
	case slices.Contains(numbers, last) && len(words) > 1, slices.Contains(identifiers, last),
		slices.ContainsFunc(endings, ends) && !slices.Contains(misleading, last):
		return anIdentifier
	}
	return nothing
}

// IsUngrouped reports whether a person reads the numbers of the column without signs between the thousands:
// identifiers, and whole numbers from 1000 to 2999, which may be years. A year is 2024, not 2,024.
func (c *Column) IsUngrouped() bool {
	years := c.Type == Int && c.Format == (NumberFormat{}) && c.Nulls < c.Rows && c.Min >= 1000 && c.Max <= 2999
	return years || c.IsIdentifier()
}
