package panel

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"cardinal/profiler"
)

// score is the gauge of the GPU score with the threshold at 1, and the six factors it is made of.
func score(r *profiler.Record) *fyne.Container {
	if r.Adapter == "" {
		return stack(5, prose("There is nothing to weigh: "+unmet(r)+".", true))
	}
	verdict := "not above 1: the processor is expected to be faster"
	if r.Score > 1 {
		verdict = "above 1: the GPU is expected to be faster"
	}
	top := max(2, r.Score*1.1)
	f := r.Factors
	return stack(5,
		container.NewBorder(nil, nil, line(digits(r.Score), theme.SizeNameHeadingText, theme.ColorNameForeground, true), nil,
			container.New(layout.NewCustomPaddedLayout(0, 0, 8, 0), newBar(12, []span{{0, r.Score / top, theme.ColorNamePrimary}}, 1/top))),
		prose(capital(verdict), true),
		factor("Rows to work on", f.Rows, false),
		factor("Number of groups", f.Cardinality, true),
		factor("Class of GPU", f.GPUClass, false),
		factor("Maker and driver", f.Vendor, false),
		factor("Data already there", f.Residency, false),
		factor("Room for the result", f.Buffer, false),
		caption("Right of the middle speaks for the GPU, left against it."),
	)
}

// factor is one part of the score on a logarithmic scale from a quarter to four, 1 in the middle. A divisor counts
// against the GPU when it is large.
func factor(name string, v float64, divides bool) fyne.CanvasObject {
	text, effect := "× "+digits(v), v
	if divides {
		text, effect = "÷ "+digits(v), 1/v
	}
	at := 0.0
	if effect > 0 {
		at = clamp(0.5 + math.Log2(effect)/4)
	}
	s := span{0.5, at, theme.ColorNamePrimary}
	if at < 0.5 {
		s = span{at, 0.5, theme.ColorNameWarning}
	}
	return container.New(columns{0.58, 0.80}, subtleText(name), newBar(6, []span{s}, 0.5), right(text))
}

// gates lists the conditions, each with its verdict in a mark and a word.
func gates(r *profiler.Record) *fyne.Container {
	box := stack(6)
	if len(r.Gates) == 0 {
		box.Add(prose("Nothing was checked: the tier was chosen by hand.", true))
	}
	for _, g := range r.Gates {
		mark, word := icon(theme.ConfirmIcon(), theme.ColorNameSuccess), "met"
		if !g.Pass {
			mark, word = icon(theme.CancelIcon(), theme.ColorNameError), "not met"
		}
		head := container.NewBorder(nil, nil, mark, subtle(word), normal(gateName(g.Name)))
		if g.Detail == "" {
			box.Add(head)
			continue
		}
		box.Add(stack(0, head, prose(capital(g.Detail), true)))
	}
	if r.Adapter != "" {
		box.Add(prose("Adapter: "+r.Adapter, true))
	}
	return box
}

var gateNames = map[string]string{
	"precision": "Exact on the GPU", "memory": "Fits its memory", "health": "The GPU answers", "support": "It can do every measure",
}

func gateName(name string) string {
	if n, ok := gateNames[name]; ok {
		return n
	}
	return strings.TrimSuffix(capital(name), ".")
}
