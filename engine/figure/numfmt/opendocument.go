package numfmt

import (
	"fmt"
	"html"
	"strings"
)

// OpenDocument returns the elements of OpenDocument for a number format. The last element is the style called `name`,
// for the last section. Each earlier section has a style with a name such as N1P0, and the last element says which
// numbers have which of these styles.
func (f *Format) OpenDocument(name string) string {
	last := len(f.sections) - 1
	var b, maps strings.Builder
	for i := range f.sections[:last] {
		s, part := &f.sections[i], fmt.Sprintf("%sP%d", name, i)
		s.style(&b, part, "")
		condition := []string{">=0", "<0"}[i]
		switch {
		case s.when != "" && s.limit.negative():
			condition = s.when + "-" + s.limit.plainText()
		case s.when != "":
			condition = s.when + s.limit.plainText()
		case i == 0 && last == 2:
			condition = ">0"
		}
		fmt.Fprintf(&maps, `<style:map style:condition="%s" style:apply-style-name="%s"/>`,
			html.EscapeString("value()"+strings.Replace(condition, "<>", "!=", 1)), part)
	}
	f.sections[last].style(&b, name, maps.String())
	return b.String()
}

// style writes the style of a section. maps are the elements in it that name the styles of other sections.
func (s *section) style(b *strings.Builder, name, maps string) {
	element, more := "number-style", ""
	if s.dates {
		element = "date-style"
	} else if s.percent > 0 {
		element = "percentage-style"
	}
	text, digits := "", s.digits()
	for at, i := range s.items {
		switch i.kind {
		case digit, point, exponent, general: // one element has all of them
			text, digits = text+digits, ""
		case elapsed:
			element, more = "time-style", ` number:truncate-on-overflow="false"`
			text += s.part(at)
		case datePart:
			text += s.part(at)
		case halfDay:
			text += "<number:am-pm/>"
		case literal:
			text += "<number:text>" + html.EscapeString(i.text) + "</number:text>"
		}
	}
	fmt.Fprintf(b, `<number:%s style:name="%s"%s>%s%s</number:%[1]s>`, element, name, more, text, maps)
}

// digits returns the element for all digits of a section.
func (s *section) digits() string {
	whole, fraction, power := s.places()
	at, least := 0, [3]int{} // zeros before the point, after it, and in the exponent
	for _, i := range s.items {
		switch {
		case i.kind == general:
			return `<number:number number:min-integer-digits="1"/>`
		case i.kind == point:
			at = 1
		case i.kind == exponent:
			at = 2
		case i.kind == digit && i.text == "0":
			least[at]++
		}
	}
	text := fmt.Sprintf(` number:decimal-places="%d" number:min-decimal-places="%d" number:min-integer-digits="%d"`,
		fraction, least[1], min(whole, least[0]))
	if s.grouped {
		text += ` number:grouping="true"`
	}
	if s.thousands > 0 {
		text += ` number:display-factor="1` + strings.Repeat("000", s.thousands) + `"`
	}
	if power > 0 {
		return fmt.Sprintf(`<number:scientific-number%s number:min-exponent-digits="%d"/>`, text, least[2])
	}
	return "<number:number" + text + "/>"
}

// part returns the element for the part of a date at an index of the items. Seconds have the digits that follow.
func (s *section) part(at int) string {
	letters := s.items[at].text
	n, element := len(letters), map[byte]string{'y': "year", 'm': "month", 'd': "day", 'h': "hours", 'n': "minutes",
		's': "seconds"}[letters[0]]
	switch {
	case element == "month" && s.items[at].kind == elapsed:
		element = "minutes"
	case element == "day" && n > 2:
		element = "day-of-week"
	}
	text := "<number:" + element
	if n > 3 || n == 2 && element != "year" {
		text += ` number:style="long"`
	}
	if element == "month" && n > 2 {
		text += ` number:textual="true"`
	}
	if element == "seconds" && at+1 < len(s.items) && s.items[at+1].kind == secondsFraction {
		text += fmt.Sprintf(` number:decimal-places="%d"`, len(s.items[at+1].text)-1)
	}
	return text + "/>"
}
