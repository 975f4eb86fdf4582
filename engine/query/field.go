package query

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/internal/separators"
)

// Field is a column, or a part of a column, on a shelf. Fields can be compared with ==.
type Field struct {
	Column   string
	Part     Part
	BinWidth int64 // of Bin: the width times 10^BinScale, positive
	BinScale int
	// Bins: the number of bins. Fiscal years and quarters: the first month of a year. WeekdayName: the first day of a
	// week, 2 for Tuesday to 7 for Sunday, and 0 for Monday
	N    int
	Spec string // of Edges: the edges, ascending, as EdgeList writes them
	// groups of the field's labels made by hand, as GroupsText writes them; "": none
	Groups string
}

// The names of functions that are not in PartKinds: periods of time, and groups made by hand.
const (
	truncName = "trunc"
	groupName = "group"
)

// Base returns the field without groups made by hand.
func (f Field) Base() Field {
	f.Groups = ""
	return f
}

// String writes the field in the syntax of ParseFields: bin(price, 10).
func (f Field) String() string {
	if f.Groups != "" {
		return groupName + "(" + f.Base().String() + ", " + Literal{Text: f.Groups, Quoted: true}.String() + ")"
	}
	if f.Part == Whole {
		return quoteName(f.Column)
	}
	k := f.Part.Kind()
	if k.Unit != 0 {
		return truncName + "(" + quoteName(f.Column) + ", " + k.Unit.String() + ")"
	}
	text := k.Name + "(" + quoteName(f.Column)
	if argument := f.argument(k.Argument); argument != "" {
		text += ", " + argument
	}
	return text + ")"
}

// argument writes the argument after the column, or "".
func (f Field) argument(a PartArgument) string {
	switch a {
	case Width:
		return f.Width()
	case BinCount, FirstMonth:
		return strconv.Itoa(f.N)
	case EdgeList:
		return f.Spec
	case FirstDay:
		if f.N != calendar.FirstDay() {
			return strings.ToLower(calendar.WeekdayNames[max(f.N, 1)-1])
		}
	}
	return ""
}

// Title returns the field in words: Year of date, Bins of price (width 10).
func (f Field) Title() string {
	if f.Groups != "" {
		return "Groups of " + f.Base().Title()
	}
	k := f.Part.Kind()
	title := fmt.Sprintf(k.Words, f.Column)
	switch k.Argument {
	case Width:
		title += " (width " + f.Width() + ")"
	case BinCount:
		title += " (" + strconv.Itoa(f.N) + ")"
	case EdgeList:
		title += " (" + f.Spec + ")"
	case FirstMonth:
		title += " (from " + calendar.MonthNames[f.N-1] + ")"
	}
	return title
}

// By returns the title that follows the word by, as in Sum of x by date (month). Otherwise the title would be "Sum of x
// by date by month".
func (f Field) By() string {
	if part, is := strings.CutPrefix(f.Part.Kind().Words, "%s by "); is && f.Groups == "" {
		return f.Column + " (" + part + ")"
	}
	return f.Title()
}

// Width returns the width of a field's bins as a decimal.
func (f Field) Width() string { return int128.From(f.BinWidth).Decimal(f.BinScale) }

// field reads a column, a part of a column, or groups of either.
func (p *parser) field() (Field, error) {
	t := p.peek()
	if t.kind != word || len(p.tokens) < 2 || p.tokens[1].text != "(" || p.tokens[1].kind != mark {
		name, err := p.name()
		return Field{Column: name}, err
	}
	switch name := strings.ToLower(t.text); name {
	case groupName:
		return p.group()
	case truncName:
		return p.trunc()
	default:
		for _, k := range PartKinds {
			if k.Name == name {
				p.next()
				p.next()
				return p.part(k)
			}
		}
	}
	if FunctionNamed(t.text) != nil {
		return Field{}, calculatedError(p.src, p.tokens)
	}
	if defined[funcNamed(t.text)] != nil {
		return Field{}, fmt.Errorf("%s is a measure, computed of many rows: write it in --values, or drop its field "+
			"on Values in the window", exprOf(p.src, p.tokens))
	}
	return Field{}, unknownName("date part or bin", t.text, partNames())
}

// listed reads a field from a list of fields. If an operator follows the field, the error says how to write a
// calculated field.
func (p *parser) listed() (Field, error) {
	tokens := p.tokens
	f, err := p.field()
	if err == nil && p.atOperator() {
		err = calculatedError(p.src, tokens)
	}
	return f, err
}

// calculatedError returns the error for an expression in place of a field. The expression begins with the first
// token.
func calculatedError(src string, tokens []token) error {
	expr, quote := exprOf(src, tokens), "'"
	if strings.Contains(expr, quote) {
		quote = `"`
	}
	return fmt.Errorf("%[1]s is calculated: name it with --let %[2]sx = %[1]s%[2]s and use x here, or choose New "+
		"calculated field… in the window", expr, quote)
}

// exprOf returns the text of the expression with which the tokens begin.
func exprOf(src string, tokens []token) string {
	return strings.TrimSpace(src[tokens[0].offset:exprEnd(src, tokens)])
}

// exprEnd returns the offset in src after the expression with which the tokens begin.
func exprEnd(src string, tokens []token) int {
	open := 0
	for i, t := range tokens {
		switch {
		case t.kind != mark:
		case t.text == "(":
			open++
		case t.text == "," && open == 0:
			return t.offset
		case t.text == ")":
			if open--; open == 0 && !tokens[i+1].operator() {
				return t.offset + 1
			}
		}
	}
	return len(src)
}

// column reads the column of a part. If the part takes dates, a bare date such as 2024-05-02 is not read as a column.
func (p *parser) column(ofDates bool) (string, error) {
	if t := p.peek(); ofDates && t.kind == quoted && isDate(p.src[t.offset:]) {
		return "", p.unexpected("a column name")
	}
	return p.name()
}

// trunc reads a call such as trunc(date, month).
func (p *parser) trunc() (Field, error) {
	p.next()
	p.next()
	name, err := p.column(true)
	if err != nil {
		return Field{}, err
	}
	if err := p.expect(","); err != nil {
		return Field{}, err
	}
	t := p.next()
	for _, k := range PartKinds {
		if k.Unit != 0 && strings.EqualFold(k.Unit.String(), t.text) {
			return Field{Column: name, Part: k.Part}, p.expect(")")
		}
	}
	return Field{}, fmt.Errorf("trunc cuts dates to %s, not to %q", truncUnits(), t.text)
}

// part reads the text between the brackets of a part.
func (p *parser) part(k PartKind) (Field, error) {
	name, err := p.column(k.Takes == Dates)
	if err != nil {
		return Field{}, err
	}
	f := Field{Column: name, Part: k.Part}
	if k.Argument == FirstDay && p.peek().text == ")" {
		f.N = calendar.FirstDay()
		return f, p.expect(")")
	}
	if k.Argument == NoArgument {
		return f, p.expect(")")
	}
	if err := p.expect(","); err != nil {
		return Field{}, err
	}
	texts := []string{p.next().text}
	for k.Argument == EdgeList && p.accept(",") {
		texts = append(texts, p.next().text)
	}
	if f, err = f.WithArgument(texts); err != nil {
		return Field{}, err
	}
	return f, p.expect(")")
}

// WithArgument returns the field with the argument of its part: the width, the number or the edges of bins, the first
// month of a fiscal year, or the first day of a week.
func (f Field) WithArgument(texts []string) (Field, error) {
	var err error
	text := strings.TrimSpace(texts[0])
	switch f.Part.Kind().Argument {
	case Width:
		f.BinWidth, f.BinScale, err = ParseWidth(text)
	case BinCount:
		if f.N, err = strconv.Atoi(text); err != nil || f.N < 2 || f.N > 1000 {
			err = fmt.Errorf("the number of bins is a whole number from 2 to 1000, not %q", text)
		}
	case EdgeList:
		f.Spec, err = edgeList(texts)
	case FirstMonth:
		if f.N, err = strconv.Atoi(text); err != nil || f.N < 1 || f.N > 12 {
			f.N = calendar.ParseName(calendar.MonthNames[:], text)
			err = nil
		}
		if f.N == 0 {
			err = fmt.Errorf("a fiscal year begins in a month from 1 to 12, not in %q", text)
		}
	case FirstDay:
		if f.N = calendar.ParseName(calendar.WeekdayNames[:], text); f.N == 0 {
			err = fmt.Errorf("a week begins on a day such as sunday, not on %q", text)
		}
		if f.N == 1 {
			f.N = 0
		}
	}
	return f, err
}

// ParseWidth reads the width of a bin, a decimal above zero, as an integer and a number of decimal places.
func ParseWidth(s string) (width int64, scale int, err error) {
	width, scale, err = decimal(s)
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("the width of a bin %w", err)
	case width <= 0:
		return 0, 0, fmt.Errorf("the width of a bin is above zero, not %s", s)
	}
	return width, scale, nil
}

// decimal works like Decimal, but returns an error. The error is the predicate of a sentence, to which the caller adds
// the subject: "is a number, not ...".
func decimal(s string) (unscaled int64, scale int, err error) {
	unscaled, scale, ok := Decimal(s)
	if ok {
		return unscaled, scale, nil
	}
	near, err := strconv.ParseFloat(s, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(s), "e")
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange) || strings.Trim(mantissa, "+-.0123456789") != "":
		return 0, 0, fmt.Errorf("is a number such as 10 or 0.5, not %q", s)
	case math.Abs(near) >= 1<<63:
		return 0, 0, fmt.Errorf("lies within 64 bits, up to 9223372036854775807, and %s does not", s)
	case math.Abs(near) < 1e9: // 9 places fit
		return 0, 0, fmt.Errorf("has at most 9 places, and %s has more", s)
	}
	return 0, 0, fmt.Errorf("has at most 18 digits and 9 places, and %s has more", s)
}

// maxEdges is the largest number of edges of a field.
const maxEdges = 1000

// edgeList checks that edges are ascending decimals, and joins them with commas.
func edgeList(texts []string) (string, error) {
	if len(texts) > maxEdges {
		return "", separators.Errorf("%d edges are more than %d", len(texts), maxEdges)
	}
	var last *big.Rat
	written := make([]string, len(texts))
	for i, text := range texts {
		text = strings.TrimSpace(text)
		unscaled, scale, err := decimal(text)
		if err != nil {
			return "", fmt.Errorf("an edge of bins %w", err)
		}
		at := new(big.Rat).SetFrac64(unscaled, pow10(scale))
		if last != nil && at.Cmp(last) <= 0 {
			return "", fmt.Errorf("the edges of bins ascend, and %s does not come after %s", text, written[i-1])
		}
		last, written[i] = at, int128.From(unscaled).Decimal(scale)
	}
	return strings.Join(written, ", "), nil
}

// EdgeTexts returns the edges of a field in ascending order, each in the syntax of Decimal.
func (f Field) EdgeTexts() []string { return strings.Split(f.Spec, ", ") }

// Decimal reads a decimal number of 64 bits and at most 9 decimal places, such as -2.5 or 1e9. It returns the number
// without its decimal point, as an integer, and the number of decimal places.
func Decimal(s string) (unscaled int64, scale int, ok bool) {
	if strings.ContainsAny(s, "eE") {
		if s, ok = withoutExponent(s); !ok {
			return 0, 0, false
		}
	}
	whole, frac, _ := strings.Cut(s, ".")
	frac = strings.TrimRight(frac, "0")
	unscaled, err := strconv.ParseInt(whole+frac, 10, 64)
	return unscaled, len(frac), err == nil && len(frac) <= 9
}

// withoutExponent writes a number such as 1e9 as 1000000000. ok is false for a number of more than 9 decimal places.
func withoutExponent(s string) (text string, ok bool) {
	_, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	if n, err := strconv.Atoi(exponent); err != nil || n < -30 || n > 30 || len(s) > 40 {
		return "", false
	}
	exact, ok := new(big.Rat).SetString(s)
	if !ok {
		return "", false
	}
	text = exact.FloatString(9)
	rounded, _ := new(big.Rat).SetString(text)
	return text, rounded.Cmp(exact) == 0
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// Named reports whether the field's labels are names of months or weekdays.
func (f Field) Named() bool {
	return (f.Part == MonthName || f.Part == WeekdayName) && f.Groups == ""
}
