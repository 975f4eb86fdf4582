package chart

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
)

// svgWriter writes shapes as elements of SVG.
type svgWriter struct{ *bufio.Writer }

// SVG writes the scene as SVG. The texts use a font of the reader's machine.
func (s *Scene) SVG(w io.Writer) error {
	out := svgWriter{bufio.NewWriter(w)}
	fmt.Fprintf(out,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" font-family="'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif">`+"\n",
		num(s.Width), num(s.Height))
	fmt.Fprintf(out, "<title>%s</title>\n", escape(s.Title))
	rect{0, 0, s.Width, s.Height, s.look.Paper()}.svg(&out)
	for _, o := range s.shapes {
		o.svg(&out)
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

func (r rect) svg(w *svgWriter) {
	fmt.Fprintf(w, `<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n", num(r.x0), num(r.y0), num(r.x1-r.x0),
		num(r.y1-r.y0), ink("fill", r.fill))
}

func (d dot) svg(w *svgWriter) {
	fmt.Fprintf(w, `<circle cx="%s" cy="%s" r="%s"%s/>`+"\n", num(d.x), num(d.y), num(d.r), ink("fill", d.fill))
}

func (l polyline) svg(w *svgWriter) {
	fmt.Fprintf(w,
		`<polyline points="%s" fill="none" stroke-width="%s" stroke-linejoin="round" stroke-linecap="round"%s/>`+"\n",
		pairs(l.at), num(l.width), ink("stroke", l.ink))
}

func (g polygon) svg(w *svgWriter) {
	fmt.Fprintf(w, `<polygon points="%s"%s/>`+"\n", pairs(g.at), ink("fill", g.fill))
}

func (t text) svg(w *svgWriter) {
	anchor, bold, turn := "", "", ""
	if t.anchor != start {
		anchor = ` text-anchor="` + [...]string{middle: "middle", end: "end"}[t.anchor] + `"`
	}
	if t.bold {
		bold = ` font-weight="bold"`
	}
	if t.up {
		turn = fmt.Sprintf(` transform="rotate(-90 %s %s)"`, num(t.x), num(t.y))
	}
	fmt.Fprintf(w, `<text x="%s" y="%s" font-size="%s"%s%s%s%s>%s</text>`+"\n", num(t.x), num(t.y), num(t.size), anchor,
		bold, turn, ink("fill", t.ink), escape(t.s))
}

// ink writes the attribute of a colour.
func ink(name string, c color.NRGBA) string {
	text := fmt.Sprintf(` %s="#%02x%02x%02x"`, name, c.R, c.G, c.B)
	if c.A < 0xFF {
		text += " " + name + `-opacity="` + num(float64(c.A)/0xFF) + `"`
	}
	return text
}

func pairs(at []point) string {
	var b strings.Builder
	for i, p := range at {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(num(p.x) + "," + num(p.y))
	}
	return b.String()
}

// num writes a length with two decimal places.
func num(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

// escape returns a text in the form for XML, without the characters that XML does not allow.
func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder returns no errors
	return b.String()
}
