package query

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"time"

	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Op is the operator of an expression node.
type Op uint8

// The operators. As in SQL, a comparison with null is neither true nor false but unknown. Only in IN, the value null
// matches null.
const (
	And Op = iota
	Or
	Not
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	In
	Like // % matches any text, _ one character
	Contains
	Begins
	Ends
	Matches // a regular expression of Go's package regexp, anywhere in the text
	Within  // a period of days
	IsNull
	IsTrue // a computed value, without a comparison, is true
)

var opNames = [...]string{And: "and", Or: "or", Not: "not", Eq: "=", Ne: "<>", Lt: "<", Le: "<=", Gt: ">",
	Ge: ">=", In: "in",
	Like: "like", Contains: "contains", Begins: "begins", Ends: "ends", Matches: "matches", Within: "in",
	IsNull: "is null", IsTrue: "is true"}

// Holds reports whether a comparison of two values is true. order is negative if the first value is less, 0 if both are
// equal, and positive if it is greater. o is one of Eq to Ge.
func (o Op) Holds(order int) bool {
	switch o {
	case Eq:
		return order == 0
	case Ne:
		return order != 0
	case Lt:
		return order < 0
	case Le:
		return order <= 0
	case Gt:
		return order > 0
	}
	return order >= 0
}

// Orders reports whether a comparison depends on which of two values comes first.
func (o Op) Orders() bool { return o == Lt || o == Le || o == Gt || o == Ge }

// Expr is a filter. And, Or and Not have Args. The other operators compare Field with Values, except that IsNull has no
// Values and Within compares with Period. If the left side is computed, Of replaces Field; if the right side is
// computed, With replaces Values. IsTrue has only Of.
type Expr struct {
	Op      Op
	Args    []*Expr
	Field   Field
	Values  []Literal
	AnyCase bool   // for Eq, Like, Contains, Begins, Ends and Matches: case does not matter
	Period  Period // of Within

	Of, With *Arith
}

// AllOf returns the condition that holds if all given conditions hold. It ignores conditions that are nil, and returns
// nil if all are nil.
func AllOf(conditions ...*Expr) *Expr {
	all := slices.DeleteFunc(slices.Clone(conditions), func(e *Expr) bool { return e == nil })
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return &Expr{Op: And, Args: all}
}

// Literal is a constant as it was written. It has the type of the column with which it is compared.
type Literal struct {
	Text   string
	Quoted bool // a string, even if it looks like a number
	Null   bool
	Others bool // the literal is the label Others or, if no label is left out, a label with this text
}

// Time reads a date, or a date with a time: 2024-12-31, 2024-12-31 18:30 or 2024-12-31T18:30:00.5Z.
func (l Literal) Time() (at time.Time, err error) {
	text := strings.TrimSuffix(strings.Replace(strings.TrimSpace(l.Text), " ", "T", 1), "Z")
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly} {
		if at, err = time.Parse(layout, text); err == nil {
			break
		}
	}
	return at, err
}

// String writes the literal in the syntax of ParseFilter.
func (l Literal) String() string {
	switch {
	case l.Null:
		return "null"
	case l.Quoted:
		return "'" + strings.ReplaceAll(l.Text, "'", "''") + "'"
	}
	return l.Text
}

// title returns the literal for people: numbers have the separators of this process.
func (l Literal) title() string {
	if l.Quoted || l.Null {
		return l.String()
	}
	return separators.Show(l.Text)
}

// String writes the expression so that ParseFilter reads an equal expression back.
func (e *Expr) String() string { return e.write(Field.String, Literal.String, exactly) }

// exactly returns a formula unchanged, for texts that the parser reads.
func exactly(formula string) string { return formula }

// write writes the condition. name writes fields, literal writes literals, and formula writes computed sides.
func (e *Expr) write(name func(Field) string, literal func(Literal) string, formula func(string) string) string {
	switch e.Op {
	case And, Or:
		parts := each.Of(e.Args, func(a *Expr) string { return a.write(name, literal, formula) })
		return "(" + strings.Join(parts, " "+opNames[e.Op]+" ") + ")"
	case Not:
		return "not " + e.Args[0].write(name, literal, formula)
	case IsTrue:
		return formula(e.Of.String())
	case IsNull:
		return e.side(name, formula) + " is null"
	case Within:
		return e.side(name, formula) + " in " + e.Period.String()
	case In:
		parts := each.Of(e.Values, literal)
		return e.side(name, formula) + " in (" + strings.Join(parts, ", ") + ")"
	}
	if e.With != nil {
		return e.side(name, formula) + " " + e.operator() + " " + formula(e.With.rightSide())
	}
	return e.side(name, formula) + " " + e.operator() + " " + literal(e.Values[0])
}

// operator returns the word of a comparison: contains, icontains.
func (e *Expr) operator() string {
	switch {
	case !e.AnyCase:
		return opNames[e.Op]
	case e.Op == Eq:
		return "iequals"
	}
	return "i" + opNames[e.Op]
}

// Pattern compiles the regular expression of Matches. Matching takes time linear in the length of a text.
func Pattern(text string, anyCase bool) (*regexp.Regexp, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		why, fault := err.Error(), (*syntax.Error)(nil)
		if errors.As(err, &fault) {
			if why = fault.Code.String(); fault.Expr != text {
				why += " in " + fault.Expr
			}
		}
		return nil, fmt.Errorf("%q is no regular expression: %s", text, why)
	}
	if anyCase {
		re, err = regexp.Compile("(?i)" + text)
	}
	return re, err
}

// side writes the left side of a comparison.
func (e *Expr) side(name func(Field) string, formula func(string) string) string {
	if e.Of != nil {
		return formula(e.Of.writeWithin(1))
	}
	return name(e.Field)
}

// rightSide writes a computed right side. If it is only a column name in quotes, it gets brackets, since the parser
// reads a quoted word on the right as a text.
func (a *Arith) rightSide() string {
	if text := a.writeWithin(1); a.Column == "" || text[0] != '"' {
		return text
	}
	return "(" + a.String() + ")"
}
