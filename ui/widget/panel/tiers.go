package panel

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
)

// tiers shows the expected and the measured time of every tier. Until the tiers are compared, only the tier that ran
// has a measured time.
func (p *Panel) tiers(r *profiler.Record) *fyne.Container {
	trials := trialsOf(r, p.comparison)
	top := 0.0
	for _, t := range trials {
		top = max(top, t.PredictedMS, t.MS)
	}
	reason := r.Reason
	if r.HostReason != "" && !hasGPU(r) {
		reason = r.HostReason
	}
	box := stack(5, prose(capital(reason), true), tierLine(subtle(""), layout.NewSpacer(), subtle(lang.L("expected")),
		subtle(lang.L("took"))))
	for _, t := range trials {
		box.Add(tierLine(subtleText(lang.L(t.Short())), bars(t.PredictedMS/top, t.MS/top),
			subtleText(dash(t.PredictedMS)),
			normal(dash(t.MS))))
		if t.AgainMS > 0 {
			box.Add(tierLine(subtleText("   "+lang.L("again")), bars(0, t.AgainMS/top), subtleText(""),
				normal(profiler.Millis(t.AgainMS))))
		}
	}
	box.Add(caption(strings.Join(p.notes(trials), " ")))
	return box
}

// withPadding adds a margin above and below an object.
func withPadding(o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(4, 2, 0, 0), o)
}

// notes explains the bars and the figures of the tiers.
func (p *Panel) notes(trials []profiler.Trial) []string {
	notes := []string{lang.L("Grey: expected. Coloured: measured.")}
	for _, t := range trials {
		if t.Trouble != "" {
			trouble := strings.TrimSuffix(t.Trouble, ".") + "."
			if !strings.HasPrefix(trouble, t.Noun+" ") {
				trouble = t.Short() + ": " + trouble
			}
			notes = append(notes, capital(trouble))
		}
		if t.AgainMS > 0 {
			notes = append(notes, capital(lang.L("{{.Hardware}} was sent its columns first; the second time, "+
				"they were there.", lang.With{"Hardware": lang.L(t.Noun)})))
		}
	}
	if p.machine != "" {
		notes = append(notes, p.machine)
	}
	return notes
}

// trialsOf lists the tiers that could be chosen, from the comparison if there is one, or else from the run.
func trialsOf(r *profiler.Record, c *profiler.Comparison) (trials []profiler.Trial) {
	shown := func(t profiler.Tier) bool { return t.Host || t.Name == r.Tier || hasGPU(r) }
	if c != nil {
		return slices.DeleteFunc(slices.Clone(c.Trials), func(t profiler.Trial) bool { return !shown(t.Tier) })
	}
	for _, tier := range r.Tiers {
		if !shown(tier.Tier) {
			continue
		}
		t := profiler.Trial{Tier: tier.Tier, PredictedMS: tier.PredictedMS}
		if tier.Name == r.Tier {
			t.MS = actual(r)
		} else {
			t.Trouble = tier.Shut
		}
		trials = append(trials, t)
	}
	return trials
}

// verdict says whether the fastest tier was chosen, and whether every tier computed the same figures.
func verdict(c *profiler.Comparison) fyne.CanvasObject {
	choice, same := profiler.Unjudged, profiler.Right
	if c.Noticed() && c.Right {
		choice = profiler.Right
	}
	if len(c.Differ) > 0 {
		same = profiler.Off
	}
	return stack(5, judged(c.Verdict, choice, c.Noticed() && !c.Right), judged(c.Agreement(), same, len(c.Differ) > 0))
}

func tierLine(name *canvas.Text, bar fyne.CanvasObject, expected, took *canvas.Text) fyne.CanvasObject {
	return container.New(columns{0.27, 0.52, 0.77}, name, bar, rightText(expected), rightText(took))
}

// bars draws two bars: the expected time above the measured time. A time of 0 has an empty bar.
func bars(expected, took float64) fyne.CanvasObject {
	bar := func(v float64, in fyne.ThemeColorName) fyne.CanvasObject {
		if v > 0 {
			return newBar(thinBar, []segment{{0, v, in}})
		}
		return newBar(thinBar, nil)
	}
	return stack(0, bar(expected, own.ColorSubtle), bar(took, theme.ColorNamePrimary))
}

// dash writes a time, or a dash if the time is 0.
func dash(ms float64) string {
	if ms <= 0 {
		return "–"
	}
	return profiler.Millis(ms)
}

// actual returns the time to compare with the prediction: that of the tier, or else that of the whole run.
func actual(r *profiler.Record) float64 {
	if r.TierMS > 0 {
		return r.TierMS
	}
	return r.TotalMS
}
