package export

import (
	"fmt"
	"image/color"
	"strings"

	"cardinal/engine/figure/mark"
)

// htmlMark returns the attribute with which a cell shows its bar and its colour, both for light and for dark pages.
// Without a bar and a colour, it returns "".
func htmlMark(c mark.Cell) string {
	both := func(of func(*mark.Colours) color.RGBA) string {
		return "light-dark(#" + hex(of(&mark.Light)) + ",#" + hex(of(&mark.Dark)) + ")"
	}
	var background []string
	if c.Bar && c.From != c.To {
		from, to := 100*min(c.From, c.To), 100*max(c.From, c.To)
		background = append(background, fmt.Sprintf("linear-gradient(to right,transparent %.2f%%,%s %.2f%% %.2f%%,"+
			"transparent %.2f%%)", from, both(func(p *mark.Colours) color.RGBA { return p.BarColour(c) }), from,
			to, to))
	}
	if c.Fill != mark.None {
		background = append(background, both(func(p *mark.Colours) color.RGBA {
			fill, _ := p.FillColour(c)
			return fill
		}))
	}
	if len(background) == 0 {
		return ""
	}
	return ` style="background:` + strings.Join(background, " ") + `"`
}
