package numfmt

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// OpenDocument returns the elements of OpenDocument for a number format. The style with the given name stands last.
// Styles of other sections, such as N1P0, stand before it, and it says for which numbers they are.
func (f *Format) OpenDocument(name string) string {
	last := len(f.sections) - 1
	var b, maps strings.Builder
	for i := range f.sections[:last] {
		part := fmt.Sprintf("%sP%d", name, i)
		f.sections[i].style(&b, part, "")
		s := &f.sections[i]
		condition := s.when + s.limit.signed()
		if s.when == "" {
			condition = []string{">=0", "<0"}[i]
			if i == 0 && last == 2 {
				condition = ">0"
			}
		}
		condition = strings.Replace(condition, "<>", "!=", 1)
		maps.WriteString(`<style:map style:condition="` + escaped("value()"+condition) +
			`" style:apply-style-name="` + part + `"/>`)
	}
	f.sections[last].style(&b, name, maps.String())
	return b.String()
}

// signed writes a number with its sign.
func (n number) signed() string {
	if n.negative() {
		return "-" + n.plainText()
	}
	return n.plainText()
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}

// style writes the style of a section. maps are its elements for other sections.
func (s *section) style(b *strings.Builder, name, maps string) {
	element, more := "number-style", ""
	for _, i := range s.items {
		switch {
		case i.kind == elapsed:
			element, more = "time-style", ` number:truncate-on-overflow="false"`
		case s.dates && more == "":
			element = "date-style"
		case s.percent > 0:
			element = "percentage-style"
		}
	}
	fmt.Fprintf(b, `<number:%s style:name="%s"%s>`, element, name, more)
	written := false
	for at, i := range s.items {
		switch {
		case i.kind == digit || i.kind == point || i.kind == exponent || i.kind == general:
			if !written {
				b.WriteString(s.digits())
			}
			written = true
		case i.kind == datePart || i.kind == elapsed:
			b.WriteString(s.part(at))
		case i.kind == halfDay:
			b.WriteString(`<number:am-pm/>`)
		case i.kind == literal && i.text != "":
			b.WriteString("<number:text>" + escaped(i.text) + "</number:text>")
		}
	}
	fmt.Fprintf(b, "%s</number:%s>", maps, element)
}

// digits returns the element for all digits of a section.
func (s *section) digits() string {
	var least [3]int // zeros before the point, after it, and in the exponent
	all, of := [3]int{}, 0
	for _, i := range s.items {
		switch i.kind {
		case general:
			return `<number:number number:min-integer-digits="1"/>`
		case point:
			of = 1
		case exponent:
			of = 2
		case digit:
			if all[of]++; i.text == "0" {
				least[of]++
			}
		}
	}
	text := fmt.Sprintf(` number:decimal-places="%d" number:min-decimal-places="%d" number:min-integer-digits="%d"`,
		all[1], least[1], least[0])
	if s.grouped {
		text += ` number:grouping="true"`
	}
	if s.thousands > 0 {
		text += ` number:display-factor="1` + strings.Repeat("000", s.thousands) + `"`
	}
	if all[2] > 0 {
		return fmt.Sprintf(`<number:scientific-number%s number:min-exponent-digits="%d"/>`, text, least[2])
	}
	return "<number:number" + text + "/>"
}

// part returns the element for the part of a date at an index of the items. Seconds have the digits that follow.
func (s *section) part(at int) string {
	letters := s.items[at].text
	long := ""
	if n := len(letters); n == 2 && letters[0] != 'y' || n > 3 {
		long = ` number:style="long"`
	}
	switch letters[0] {
	case 'y':
		return "<number:year" + long + "/>"
	case 'm':
		if len(letters) > 2 && s.items[at].kind == datePart {
			long += ` number:textual="true"`
		}
		if s.items[at].kind == elapsed {
			return "<number:minutes" + long + "/>"
		}
		return "<number:month" + long + "/>"
	case 'd':
		if len(letters) > 2 {
			return "<number:day-of-week" + long + "/>"
		}
		return "<number:day" + long + "/>"
	case 'h':
		return "<number:hours" + long + "/>"
	case 'n':
		return "<number:minutes" + long + "/>"
	}
	if at+1 < len(s.items) && s.items[at+1].kind == secondsFraction {
		long += fmt.Sprintf(` number:decimal-places="%d"`, len(s.items[at+1].text)-1)
	}
	return "<number:seconds" + long + "/>"
}
