package markup

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"cardinal/internal/lazyregexp"
)

// numberOf returns the exact number of a cell, which LibreOffice writes in attribute sdval and Excel in x:num. It
// returns nil if the element has no such attribute.
func numberOf(token html.Token) *number {
	for _, a := range token.Attr {
		if (a.Key == "sdval" || a.Key == "x:num") && a.Val != "" {
			return &number{value: a.Val}
		}
	}
	return nil
}

// numeral matches a number in a text, with its thousands separators.
var numeral = lazyregexp.New(`[0-9](?:[0-9.,'’ \x{a0}\x{2009}\x{202f}]*[0-9])?(?:[eE][+-]?[0-9]+)?`)

// number is the exact number, date or time of a spreadsheet's cell.
type number struct {
	value string // with all digits
	shown string
}

// showExact replaces rounded numbers in a spreadsheet's cells by the exact numbers: $1,234.57 becomes $1234.567 if the
// exact number is 1234.567. A text stays the same if it already has all digits, or if it is not the rounded number but,
// for example, a date.
func (g *grid) showExact() {
	sign := byte('.')
	for _, row := range g.rows {
		for _, c := range row {
			if c.number != nil && strings.Contains(c.text, ",") && exactText(c.text, c.number.value, '.') == "" &&
				exactText(c.text, c.number.value, ',') != "" {
				sign = ',' // all numbers of a page have the same sign
			}
		}
	}
	for _, row := range g.rows {
		for i := range row {
			if c := &row[i]; c.number != nil {
				c.number.shown = c.text
				if text := exactText(c.text, c.number.value, sign); text != "" {
					c.text = text
				}
			}
		}
	}
}

// exactText returns the text of a cell with all digits of its number. sign is the decimal sign of the shown text. The
// result is "" if the text is not the rounded number.
func exactText(shown, value string, sign byte) string {
	of, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsInf(of, 0) || math.IsNaN(of) || math.Abs(of) >= 1e21 || of != 0 && math.Abs(of) < 1e-30 ||
		len(shown) > 100 {
		return ""
	}
	at := numeral().FindStringIndex(shown)
	if at == nil {
		return ""
	}
	before, text, after := shown[:at[0]], shown[at[0]:at[1]], shown[at[1]:]
	if strings.ContainsAny(before+after, "0123456789") || of < 0 != strings.ContainsAny(before+after, "-−(") {
		return ""
	}
	digits := strconv.FormatFloat(math.Abs(of), 'f', -1, 64)
	if strings.Contains(after, "%") {
		digits = timesHundred(digits)
	}
	rounded, step, ok := parseNumeral(text, sign)
	all, _ := strconv.ParseFloat(digits, 64)
	if !ok || math.Abs(all-rounded) > step/2*(1+1e-9) {
		return ""
	}
	if all == rounded {
		return shown
	}
	if whole, places, _ := strings.Cut(digits, "."); len(places) == 3 && len(whole) <= 3 && whole != "0" {
		digits += "0" // 1.234 could be read as 1234
	}
	return before + strings.Replace(digits, ".", string(sign), 1) + after
}

// timesHundred multiplies a number by 100, by moving its point.
func timesHundred(digits string) string {
	whole, places, _ := strings.Cut(digits, ".")
	for len(places) < 2 {
		places += "0"
	}
	whole = cmp.Or(strings.TrimLeft(whole+places[:2], "0"), "0")
	if places = places[2:]; places == "" {
		return whole
	}
	return whole + "." + places
}

// parseNumeral reads a number with a decimal sign. step is the place value of its last digit, such as 0.01.
func parseNumeral(number string, sign byte) (p, step float64, ok bool) {
	number, power, _ := strings.Cut(strings.ToLower(number), "e")
	whole, places, _ := strings.Cut(number, string(sign))
	if strings.ContainsFunc(places, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0, 0, false
	}
	whole = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, whole)
	exponent, _ := strconv.Atoi(power)
	p, err := strconv.ParseFloat(whole+"."+places+"e"+strconv.Itoa(exponent), 64)
	return p, math.Pow10(exponent - len(places)), err == nil
}

// Exact returns text with exact instead of rounded numbers. text has cells from a spreadsheet's clipboard, with tabs
// between them, and page has the same cells as HTML. If page has other cells, Exact returns text unchanged.
func Exact(ctx context.Context, text, page []byte) []byte {
	if !bytes.Contains(page, []byte("sdval=")) && !bytes.Contains(page, []byte("x:num=")) {
		return text
	}
	p, err := readPage(ctx, bytes.NewReader(page))
	if err != nil || len(p.tables) != 1 {
		return text
	}
	g := &p.tables[0].grid
	g.showExact()
	if g.spread(mostBytes(int64(len(page)), 0)) != nil {
		return text
	}
	var out bytes.Buffer
	for row, rest := 0, text; len(rest) > 0; row++ {
		if row >= len(g.rows) {
			return text
		}
		cells := g.rows[row]
		for col, more := 0, true; more; col++ {
			var field []byte
			field, rest = nextField(rest)
			if col < len(cells) && cells[col].number != nil {
				if strings.Join(strings.Fields(string(field)),
					" ") != strings.Join(strings.Fields(cells[col].number.shown), " ") {
					return text
				}
				field = []byte(cells[col].text)
			}
			out.Write(field)
			more = len(rest) > 0 && rest[0] == '\t'
			end := 1
			if !more {
				end = len(rest) - len(bytes.TrimPrefix(bytes.TrimPrefix(rest, []byte("\r")), []byte("\n")))
			}
			out.Write(rest[:end])
			rest = rest[end:]
		}
	}
	return out.Bytes()
}

// nextField cuts the first field off a text. The field ends before a tab or a line end. A field in quotes may contain
// both.
func nextField(text []byte) (field, rest []byte) {
	from := 0
	if len(text) > 0 && text[0] == '"' {
		for from = 1; from < len(text); from++ {
			if text[from] == '"' {
				if from++; from == len(text) || text[from] != '"' {
					break
				}
			}
		}
	}
	if end := bytes.IndexAny(text[from:], "\t\r\n"); end >= 0 {
		return text[:from+end], text[from+end:]
	}
	return text, nil
}
