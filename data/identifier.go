package data

import (
	"fmt"
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
	// after a word that says what is numbered, as in order number
	numbers = strings.Fields("number nr no num nummer numéro numero número")
	amounts = strings.Fields("total sum average avg mean max min per pro par por last this next previous prior current")
	// at the end of one word, after at least two letters: customerid, l_orderkey
	endings    = strings.Fields("id key code number nummer nr leitzahl")
	misleading = strings.Fields("paid grid raid void acid valid invalid rapid solid fluid liquid humid hybrid covid " +
		"unpaid prepaid postpaid repaid overpaid underpaid android monkey turkey donkey whiskey")
)

// leastNumbered is the least number of rows for values that count up to be taken for row numbers. In a shorter column,
// values that count up may be measurements.
const leastNumbered = 100

// IsIdentifier reports whether the column's whole numbers identify things and measure nothing. A person decides (Role),
// or the name of the column: order_id, Postcode, invoice number, model year. Row numbers, and numbers as wide as
// hashes, are identifiers under any name. Identifiers are not summed by default. They are shown without separators of
// thousands, and have no mean. For a column of a server's answer (Answered), only the name decides.
func (c *Column) IsIdentifier() bool {
	switch {
	case c.Type != Int || c.Role == Quantity:
		return false
	case c.Role == Identifier:
		return true
	case c.Format != (NumberFormat{}):
		return false
	}
	switch classifyName(c.Name) {
	case aYear:
		return c.Min >= 0 && c.Max <= 2999
	case anIdentifier:
		return true
	}
	return !c.Answered && (c.isRowNumber() || c.isWide())
}

// wide is a number of bits. Integers of at least so many bits are too long to be amounts: a float does not hold all of
// them.
const wide = 53

// isWide reports whether most values of a sample are wide and nearly all values differ, as hashes and random keys do.
func (c *Column) isWide() bool {
	isWide := func(v int64) bool { return v >= 1<<wide || v <= -1<<wide }
	if c.Rows < leastNumbered || !isWide(c.Min) && !isWide(c.Max) {
		return false
	}
	valid, many, differ := 0, 0, map[int64]bool{}
	for i := range leastNumbered {
		row := i * (c.Rows - 1) / (leastNumbered - 1)
		if !c.Valid.Get(row) {
			continue
		}
		v := c.Int(row)
		valid, differ[v] = valid+1, true
		if isWide(v) {
			many++
		}
	}
	return 2*many > valid && 10*len(differ) > 9*valid
}

// Role is what the whole numbers of a column mean, as a person says.
type Role uint8

// The roles.
const (
	ByRule     Role = iota // nothing: IsIdentifier decides
	Identifier             // the values name things, such as orders
	Quantity               // the values measure something
)

var roleNames = map[string]Role{"identifier": Identifier, "quantity": Quantity}

// ParseRole reads an entry of Reading.Roles.
func ParseRole(entry string) (column string, r Role, err error) {
	column = strings.TrimSpace(TypedColumn(entry))
	r = roleNames[strings.TrimSpace(entry[strings.LastIndexByte(entry, '=')+1:])]
	if column == "" || r == ByRule {
		return "", r, fmt.Errorf("role %q: write identifier or quantity, as in order=identifier", entry)
	}
	return column, r, nil
}

// WithRole returns the entries of Reading.Roles with another role of a column. ByRule removes its entry.
func WithRole(roles []string, column string, r Role) []string {
	roles = slices.DeleteFunc(slices.Clone(roles), func(e string) bool {
		of, _, _ := ParseRole(e)
		return of == column
	})
	for name, role := range roleNames {
		if role == r {
			roles = append(roles, column+"="+name)
		}
	}
	if len(roles) == 0 {
		return nil
	}
	return roles
}

// OtherRole returns the role that makes an identifier a quantity, or a quantity an identifier. It is ByRule if the rule
// gives the same result.
func (c *Column) OtherRole() Role {
	bare, r := *c, Identifier
	if c.IsIdentifier() {
		r = Quantity
	}
	if bare.Role = ByRule; bare.IsIdentifier() == (r == Identifier) {
		return ByRule
	}
	return r
}

// SetRoles sets the roles of the columns that the entries name. Other columns follow the rule. The table must not be
// shared yet. An entry stays even if the table lacks its column, because a later version of the file may have the
// column.
func (t *Table) SetRoles(roles []string) {
	t.Reading.Roles = roles
	for _, c := range t.Columns {
		c.Role = ByRule
	}
	for _, e := range roles {
		name, r, _ := ParseRole(e)
		if c, err := t.Column(name); err == nil {
			c.Role = r
		}
	}
	t.index()
}

// versions are names of columns whose decimal numbers identify things: version 1.10 follows version 1.9.
var versions = strings.Fields("version ver release build revision rev firmware section chapter clause paragraph")

// NamesCodes reports whether the name of a column says that its values identify things and measure nothing, in
// whatever form they are written: sku, order_id, version.
func NamesCodes(name string) bool {
	words := Words(name)
	return classifyName(name) == anIdentifier || len(words) > 0 && slices.Contains(versions, words[len(words)-1])
}

// isRowNumber reports whether the values count the rows from 0 or 1, as the index of pandas does. It checks the least
// value, the greatest value and some values between.
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
	years := c.Type == Int && c.Role != Quantity && c.Format == (NumberFormat{}) && c.Nulls < c.Rows &&
		c.Min >= 1000 && c.Max <= 2999
	return years || c.IsIdentifier()
}
