package export

import (
	"fmt"
	"image/color"

	"cardinal/engine/figure/mark"
	"cardinal/engine/query"
)

// htmlMark returns the attribute of a cell with its conditional format, in the colours of a light and a dark page, or
// "".
func htmlMark(c mark.Cell) string {
	both := func(of func(*mark.Colours) color.RGBA) string {
		return "light-dark(#" + hex(of(&mark.Light)) + ",#" + hex(of(&mark.Dark)) + ")"
	}
	if _, filled := mark.Light.Fill(c); filled {
		return ` style="background:` + both(func(p *mark.Colours) color.RGBA {
			fill, _ := p.Fill(c)
			return fill
		}) + `"`
	}
	if c.Mark.Kind != query.Bars || c.From == c.To {
		return ""
	}
	from, to := 100*min(c.From, c.To), 100*max(c.From, c.To)
	return fmt.Sprintf(` style="background:linear-gradient(to right,transparent %.2f%%,%s %.2f%% %.2f%%,transparent %.2f%%)"`,
		from, both(func(p *mark.Colours) color.RGBA { return p.BarColour(c) }), from, to, to)
}
