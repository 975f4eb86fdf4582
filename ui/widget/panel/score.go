package panel

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// hasGPU reports whether the machine has a GPU that could be chosen. A software GPU is never chosen, since it computes
// on the same cores as the processor's tiers.
func hasGPU(r *profiler.Record) bool {
	return r.Score > 0 && r.Class != "" && r.Class != "software" || !r.Words().Host && r.Pull == nil
}

// noGPUSentence says why no GPU could be chosen.
func noGPUSentence(r *profiler.Record) string {
	switch why := r.Unhealthy(); {
	case r.Class == "software":
		return lang.L("The GPU is software: it computes on the processor's own cores and is never chosen.")
	case why != "":
		return lang.L("GPU: {{.Why}}.", lang.With{"Why": lang.L(why)})
	}
	return lang.L("GPU: none is known.")
}

// score shows the GPU score beside its threshold, 1, and the six factors of the score.
func score(r *profiler.Record) *fyne.Container {
	v, f := float64(r.Score), r.Factors
	top := max(2, v*1.1)
	box := stack(5,
		container.NewBorder(nil, nil, line(profiler.Score(r.Score), theme.SizeNameHeadingText,
			theme.ColorNameForeground, true), nil,
			container.New(layout.NewCustomPaddedLayout(0, 0, 8, 0),
				newBar(12, []segment{{0, v / top, theme.ColorNamePrimary}}, 1/top))),
		prose(verdictOf(r), true),
		factor(lang.L("Rows to work on"), f.Rows, false),
		factor(lang.L("Number of groups"), f.Cardinality, true),
		factor(lang.L("Class of GPU"), f.GPUClass, false),
		factor(lang.L("This GPU, as measured"), f.Vendor, false),
		factor(lang.L("Columns already on the GPU"), f.Residency, false),
		factor(lang.L("Largest buffer of the GPU"), f.Buffer, false),
		caption(lang.L("A bar to the right is in favour of the GPU, a bar to the left is against it.")),
	)
	if r.SlotLimit > 0 {
		box.Add(caption(limits(r)))
	}
	return box
}

// verdictOf says what the score means. If another condition keeps the pivot from the GPU, it names this condition, too.
func verdictOf(r *profiler.Record) string {
	shut := r.Shut()
	switch {
	case r.Score > 1 && shut != "":
		return lang.L("Above 1: the GPU would be faster. But {{.Why}}.", lang.With{"Why": shut})
	case r.Score > 1:
		return lang.L("Above 1: the GPU is expected to be faster.")
	case shut != "":
		return lang.L("Not above 1: the processor is expected to be faster. Besides, {{.Why}}.", lang.With{"Why": shut})
	}
	return lang.L("Not above 1: the processor is expected to be faster.")
}

// limits names the numbers of rows and of groups with which a pivot is compared to compute the score.
func limits(r *profiler.Record) string {
	text := lang.N("{{.N}} group fit the fast memory of the GPU's cores: the slot limit.",
		"{{.N}} groups fit the fast memory of the GPU's cores: the slot limit.", r.SlotLimit)
	switch {
	case r.BreakEven > 0:
		text = lang.N("A GPU of this class begins to pay at {{.N}} row.",
			"A GPU of this class begins to pay at {{.N}} rows.", r.BreakEven) + " " + text
	}
	return text
}

// factor shows one factor of the score on a logarithmic scale from a quarter to four, with 1 in the middle. If divides
// is true, the score is divided by f, so that a large f counts against the GPU.
func factor(name string, f profiler.Number, divides bool) fyne.CanvasObject {
	if f == 0 {
		return pair(name, lang.L("not known"))
	}
	text, effect := "× "+profiler.Score(f), float64(f)
	if divides {
		text, effect = "÷ "+profiler.Score(f), 1/effect
	}
	at := 0.0
	if effect > 0 {
		at = clamp(0.5 + math.Log2(effect)/4)
	}
	s := segment{0.5, at, theme.ColorNamePrimary}
	if at < 0.5 {
		s = segment{at, 0.5, theme.ColorNameWarning}
	}
	return container.New(columns{0.58, 0.80}, subtleText(name), newBar(6, []segment{s}, 0.5), right(text))
}

// gates lists the conditions for a run on the GPU, and says which are met.
func gates(r *profiler.Record) *fyne.Container {
	box := stack(6)
	if len(r.Gates) == 0 {
		box.Add(prose(lang.L("Nothing was checked: the tier was chosen by hand."), true))
	}
	for _, g := range r.Gates {
		mark, word := icon(theme.ConfirmIcon(), theme.ColorNameSuccess), lang.L("met")
		if !g.Pass {
			mark, word = icon(theme.CancelIcon(), theme.ColorNameError), lang.L("not met")
		}
		head := container.NewBorder(nil, nil, mark, subtle(word), normal(gateName(g.Name)))
		if g.Detail == "" {
			box.Add(head)
			continue
		}
		box.Add(stack(0, head, prose(capital(g.Detail), true)))
	}
	if r.Adapter != "" {
		box.Add(prose(lang.L("Adapter: {{.Adapter}}", lang.With{"Adapter": r.Adapter}), true))
	}
	return box
}

var gateNames = map[string]string{
	"allowed": lang.Key("Allowed in the preferences"), "precision": lang.Key("Exact on the GPU"),
	"memory": lang.Key("Fits its memory"),
	"health": lang.Key("The GPU answers"), "support": lang.Key("It can do every measure"),
	"range": lang.Key("Faster over the range of groups"),
}

func gateName(name string) string {
	if n, ok := gateNames[name]; ok {
		return lang.L(n)
	}
	return strings.TrimSuffix(capital(name), ".")
}
