package panel

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"cardinal/profiler"
	"cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

func TestTexts(t *testing.T) {
	for _, tc := range []struct {
		name   string
		record *profiler.Record
		want   []string
	}{
		{"exact", flights(), []string{
			"All cores answered in 6.25 ms.", "4.70 ms was predicted.", "229 groups, as expected.", "6.25 ms",
			"4.2 ms are expected on 8 cores and 24 ms on one; a score of 0.83 speaks against the GPU, where 5.1 ms " +
				"are expected.",
			"exactly 229", "Known from the column's list of values, in 12.0 µs",
			"0.83", "Not above 1: the processor is expected to be faster.", "× 1.48", "÷ 1.02",
			"A GPU of this class begins to pay at 200,000 rows. 1,024 groups fit the fast memory of the GPU's cores: " +
				"the slot limit.",
			"Exact on the GPU", "met", "It needs 24.1 MB of 1.1 GB.", "Adapter: Some GPU 3000",
			"One core", "24.0 ms", "All cores", "4.20 ms", "5.10 ms", "GPU", "5.06 ms", "Compare speeds",
			"Adding up", "4.10 ms", "Altogether", "480 million rows/s", "1.92 GB/s", "14.7 kB", "8", "dense",
			"Indexed directly: every possible group has its place.", "3,000,000",
		}},
		{"sampled", sampled(), []string{
			"The GPU answered in 44.0 ms.", "21.0 ms was predicted: it took 2.10 times as long. The greatest " +
				"difference is in this step: Adding up, 43.0 ms, where 19.8 ms was predicted.",
			"48,977 groups; about 51,234 were expected.", "about 51,234", "between 18,000 and 250,000", "48,977",
			"Bar: the range expected.  Mark: what was found.",
			"Estimated from 30,000 rows drawn at random, in 2.50 ms", "1.70", "Above 1: the GPU is expected to be " +
				"faster.", "24 MB", "global", "44.0 ms",
		}},
		{"partitioned", partitioned(), []string{"Splitting", "Naming groups", "Adding up, together",
			"4.10 ms", "5.00 ms"}},
		{"clustered", clustered(), []string{
			"Estimated from 150,000 rows drawn at random, after a smaller sample said too little, in 2.50 ms",
			"runs",
			"Rows came sorted or in runs: equal neighbours are added up first.", "A group goes on for",
			"about 41.7 rows",
		}},
		{"no GPU", noGPU(), []string{
			"All cores answered in 6.25 ms.", "GPU: no Vulkan driver was found.", "4.2 ms are expected on 8 cores " +
				"and 24 ms on one.", "Grey: expected. Coloured: measured.",
		}},
		{"lost GPU", lost(), []string{
			"All cores answered in 44.0 ms.", "The GPU's process was lost in the middle of this pivot, so the " +
				"processor answered.",
			"The GPU's process was lost in the middle of this pivot (killed); the workers answered instead.",
			"Above 1: the GPU would be faster. But the GPU's process was lost in the middle of this pivot.",
		}},
		{"filtered", filtered(), []string{"One core answered in 6.25 ms.", "25.2 ms was predicted: it was faster " +
			"than that.", "Rows that pass the filters", "12", "3,000,000"}},
		{"short and not as predicted", brief(), []string{"47.0 µs was predicted."}},
		{"zones", zoned(), []string{"Not read by the filters", "140 of 153 pieces", "Of 153 pieces of 65,536 rows " +
			"140 were not read: their least and greatest values say which rows pass."}},
		{"no rows", nothing(), []string{"One core answered in 0 ms.", "Nothing was predicted.",
			"No row is left to group.", "0 ms", "exactly 0", "No row is left to group, in 0 ms", "0.00 rows/s",
			"GPU: none is known."}},
	} {
		t.Run(tc.name, func(t *testing.T) { says(t, show(t, tc.record), tc.want...) })
	}
}

// TestNoGPUTakesOneLine wants one line on a GPU that can never be chosen, and no section.
func TestNoGPUTakesOneLine(t *testing.T) {
	software := flights()
	software.Class = "software"
	for want, r := range map[string]*profiler.Record{
		"GPU: no Vulkan driver was found.":                                                   noGPU(),
		"The GPU is software: it computes on the processor's own cores and is never chosen.": software,
	} {
		p := show(t, r)
		p.SetRecord(r, threeTiers)
		p.SetOpen(append(p.Open(), curveTitle))
		says(t, p, want)
		lines := read(p.Object())
		// the curve names it where it would run
		if n := len(slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
			return !strings.Contains(line, "GPU")
		})); n > 2 {
			t.Errorf("%d lines are about the GPU:\n%s", n, strings.Join(lines, "\n"))
		}
		p.SetComparison(compared())
		if lines := strings.Join(read(p.Object()), "\n"); strings.Contains(lines, "70.2 ms") {
			t.Errorf("a GPU that cannot be chosen is compared:\n%s", lines)
		}
	}
}

// TestMarks holds the mark before each sentence against the verdict.
func TestMarks(t *testing.T) {
	marks := func(r *profiler.Record) (names []string) {
		p := New()
		p.SetRecord(r, nil)
		test.NewTempWindow(t, p.Object()).Resize(fyne.NewSize(320, 900))
		for _, o := range test.LaidOutObjects(p.Object()) {
			if i, ok := o.(*canvas.Image); ok && i.Resource != nil && len(names) < 2 {
				for _, name := range []string{"dot", "roughly", "check", "warning"} {
					if strings.Contains(i.Resource.Name(), name) {
						names = append(names, name)
					}
				}
			}
		}
		return names
	}
	run := func(predicted, took float64, found int) *profiler.Record {
		r := flights()
		r.GroupsLow, r.GroupsHigh, r.GroupsActual = 100, 400, found
		r.Stages, r.TotalMS = []profiler.Stage{{Name: "aggregate", MS: took, PredictedMS: predicted}}, took
		return r
	}
	for _, c := range []struct {
		record *profiler.Record
		want   []string
	}{
		{run(20, 21, 229), []string{"check", "check"}}, {run(20, 30, 390), []string{"roughly", "roughly"}},
		{run(20, 60, 4000), []string{"warning", "warning"}},
		{run(60, 20, 229), []string{"dot", "check"}}, {run(1, 9, 4000), []string{"dot", "dot"}},
	} {
		if got := marks(c.record); !slices.Equal(got, c.want) {
			t.Errorf("%s %s: marks %v, want %v", c.record.TimeSaid(nil), c.record.GroupsSaid(nil), got, c.want)
		}
	}
}

func TestComparison(t *testing.T) {
	p := show(t, flights())
	asked := 0
	p.OnCompare = func() { asked++ }
	button := func(text string) *input.Button {
		t.Helper()
		for _, o := range test.LaidOutObjects(p.Object()) {
			if b, ok := o.(*input.Button); ok && b.Text == text {
				return b
			}
		}
		t.Fatalf("no button %q", text)
		return nil
	}
	test.Tap(button("Compare speeds"))
	p.SetComparison(compared())
	says(t, p, "21.3 ms", "4.90 ms", "70.2 ms", "   again", "6.10 ms", "All cores were the right choice: one core "+
		"took 4.3 times as long.",
		"Every figure was the same everywhere.", "Grey: expected. Coloured: measured. The GPU was sent its columns "+
			"first; the second time, they were there.")
	test.Tap(button("Measure again"))
	p.SetComparison(mistaken())
	says(t, p, "One core would have been the better choice: all cores took 1.6 times as long, 1.80 ms more.",
		"Grey: expected. Coloured: measured. GPU: no Vulkan driver was found.",
		"The figures of one core differ from those of the answer: this is a fault in Cardinal, please report it.")
	p.SetRecord(flights(), nil)
	button("Compare speeds")
	if asked != 2 {
		t.Errorf("asked %d times", asked)
	}
}

func TestMachine(t *testing.T) {
	p := show(t, flights())
	p.SetMachine("Expected times rest on figures of a typical machine.")
	p.SetRecord(sampled(), nil)
	says(t, p, "Grey: expected. Coloured: measured. Expected times rest on figures of a typical machine.")
}

// slips are texts that no person should read: slips of formatting, internal names, marks that do not fit.
var slips = regexp.MustCompile(`%!|NaN|\bInf\b|<nil>|\de[+-]\d|_|,,|\.\.|,\.| [.,]`)

// odd reports slips and doubled words.
func odd(line string) bool {
	words := strings.Fields(strings.ToLower(line))
	return slips.MatchString(line) || len(slices.Compact(slices.Clone(words))) < len(words)
}

// TestWords looks for odd words in every kind of record, one of nothing but zeros and one of impossible figures
// included.
func TestWords(t *testing.T) {
	impossible := flights()
	impossible.Score, impossible.TotalMS, impossible.TierMS = profiler.Number(math.NaN()), math.Inf(1), math.NaN()
	impossible.RowsPerSecond, impossible.GBPerSecond = math.Inf(1), math.NaN()
	impossible.Factors = profiler.Factors{Rows: profiler.Number(math.NaN()), GPUClass: profiler.Number(math.Inf(1)),
		Vendor: -1}
	impossible.GroupsLow, impossible.GroupsHigh, impossible.Rows = 9, -3, -1
	for name, r := range map[string]*profiler.Record{
		"none": nil, "zero": {}, "flights": flights(), "sampled": sampled(), "clustered": clustered(),
		"no GPU": noGPU(), "lost": lost(),
		"filtered": filtered(), "nothing": nothing(), "impossible": impossible,
	} {
		p := show(t, r)
		if name == "flights" {
			p.SetComparison(compared())
		}
		for _, line := range read(p.Object()) {
			if name != "impossible" && odd(line) || strings.Contains(line, "%!") {
				t.Errorf("%s: %q", name, line)
			}
		}
		for _, o := range test.LaidOutObjects(p.Object()) {
			at, size := o.Position(), o.Size()
			for _, v := range []float32{at.X, at.Y, size.Width, size.Height} {
				if v != v || math.IsInf(float64(v), 0) {
					t.Errorf("%s: %T at %v, %v", name, o, at, size)
				}
			}
		}
	}
}

func TestNoRecord(t *testing.T) {
	p := show(t, nil)
	says(t, p, "Profiler")
	if p.Record() != nil {
		t.Error("a record of nothing")
	}
	p.SetPainted(time.Second) // of nothing: not shown, and not kept for the next
	r := flights()
	p.SetRecord(r, nil)
	if p.Record() != r || strings.Contains(strings.Join(read(p.Object()), "\n"), "On the screen") {
		t.Error("the time of another result is shown")
	}
}

func TestPainted(t *testing.T) {
	p := show(t, flights())
	p.SetPainted(23*time.Millisecond + 400*time.Microsecond)
	says(t, p, "On the screen 23.4 ms after your edit")
	p.Refresh()
	says(t, p, "On the screen 23.4 ms after your edit")
}

// headingOf finds the title of a section.
func headingOf(t testing.TB, p *Panel, title string) *heading {
	t.Helper()
	for _, o := range test.LaidOutObjects(p.Object()) {
		if h, ok := o.(*heading); ok && h.title == title {
			return h
		}
	}
	t.Fatalf("no section %q", title)
	return nil
}

// TestSectionsAreInTheHelp looks for every section of the panel in the page on the window.
func TestSectionsAreInTheHelp(t *testing.T) {
	page, err := os.ReadFile("../../../docs/window.md")
	if err != nil {
		t.Fatal(err)
	}
	p := New()
	p.SetRecord(sampled(), func() *profiler.Curve { return nil })
	test.NewTempWindow(t, p.Object()).Resize(fyne.NewSize(320, 900))
	sections := 0
	for _, o := range test.LaidOutObjects(p.Object()) {
		if h, ok := o.(*heading); ok {
			if sections++; !strings.Contains(string(page), "| "+h.title+" | ") {
				t.Errorf("docs/window.md has no line on the section %q", h.title)
			}
		}
	}
	if sections != 9 {
		t.Errorf("the panel has %d sections, want all 9", sections)
	}
}

// TestFirstLines holds the panel as it opens: plain words, and nothing of the sections.
func TestFirstLines(t *testing.T) {
	p := New()
	p.SetRecord(flights(), nil)
	test.NewTempWindow(t, p.Object()).Resize(fyne.NewSize(320, 900))
	got := strings.Join(read(p.Object()), "\n")
	for _, hidden := range []string{"Altogether", "× 1.48", "Grey: expected", "exactly 229", "480 million"} {
		if strings.Contains(got, hidden) {
			t.Errorf("%q can be read in a folded panel", hidden)
		}
	}
	if !strings.HasPrefix(got, "All cores answered in 6.25 ms.\n4.70 ms was predicted.\n229 groups, as expected.\n"+
		"Compare speeds\n") {
		t.Errorf("it begins with\n%s", got)
	}
	test.Tap(headingOf(t, p, "Groups"))
	if open := p.Open(); len(open) != 1 || open[0] != "Groups" {
		t.Errorf("open are %v", open)
	}
}

func TestSectionsFold(t *testing.T) {
	p := show(t, flights())
	find := func(title string) *heading {
		t.Helper()
		return headingOf(t, p, title)
	}
	reads := func(s string) bool { return strings.Contains(strings.Join(read(p.Object()), "\n"), s) }
	h := find("Time of each step")
	test.Tap(h)
	if reads("Altogether") || h.open {
		t.Error("a folded section can be read")
	}
	p.SetRecord(sampled(), nil)
	if reads("Altogether") || find("Time of each step").open || !reads("Expected") {
		t.Error("the next record opens a folded section, or folds another")
	}
	h = find("Time of each step")
	h.TypedKey(&fyne.KeyEvent{Name: fyne.KeyA})
	h.TypedRune('a')
	if h.open {
		t.Error("any key unfolds")
	}
	for _, k := range []fyne.KeyName{fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter} {
		h.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if !h.open || !reads("Altogether") {
		t.Error("keys do not unfold")
	}
}

func TestHeadingLooks(t *testing.T) {
	h := newHeading("Time of each step", true, func(bool) {})
	r := test.TempWidgetRenderer(t, h).(*headingRenderer)
	h.MouseIn(nil)
	h.MouseMoved(nil)
	if r.back.FillColor == nil {
		t.Error("no hover")
	}
	h.FocusGained()
	if r.back.StrokeWidth == 0 {
		t.Error("no ring")
	}
	h.MouseOut()
	h.FocusLost()
	if r.back.FillColor != nil || r.back.StrokeWidth != 0 {
		t.Error("hover or ring stay")
	}
	was := r.mark.Resource.Name()
	h.toggle()
	if r.mark.Resource.Name() == was {
		t.Error("the mark does not turn")
	}
}

// TestThemeChange rebuilds the panel: it must have the colours of the new theme.
func TestThemeChange(t *testing.T) {
	p := show(t, flights())
	ink := func() any {
		for _, o := range test.LaidOutObjects(p.Object()) {
			if text, ok := o.(*canvas.Text); ok {
				return text.Color
			}
		}
		return nil
	}
	light, back := ink(), p.back.FillColor
	test.ApplyTheme(t, theme.New(theme.Dark))
	defer test.ApplyTheme(t, theme.New(theme.Light))
	p.Refresh()
	if ink() == light || p.back.FillColor == back {
		t.Error("the panel keeps the colours of the light theme")
	}
}

// TestVerdict holds the words beside the score against the record, for every kind of score and any gates that are shut.
func TestVerdict(t *testing.T) {
	details := []string{"the sum of x needs 128 bits", "it has no program for median(x)", "its process was lost"}
	for _, v := range []profiler.Number{0.0004, 0.9996, 1, 1.0004, 2.1, 64} {
		for shut := range 1 << len(details) {
			r := flights()
			r.Score, r.Gates = v, nil
			for i, detail := range details {
				r.Gates = append(r.Gates, profiler.Gate{Name: []string{"precision", "support", "health"}[i],
					Detail: detail, Pass: shut>>i&1 == 0})
			}
			text := strings.Join(read(score(r)), "\n")
			for i, detail := range details {
				if said := strings.Contains(strings.ToLower(text), strings.ToLower(detail)); said != (shut>>i&1 == 1) {
					t.Errorf("%v, gates %03b: %q is said: %v\n%s", v, shut, detail, said, text)
				}
			}
			for words, want := range map[string]bool{
				"the GPU is expected to be faster": v > 1 && shut == 0, "the GPU would be faster": v > 1 && shut != 0,
				"the processor is expected to be faster": v <= 1,
			} {
				if got := strings.Contains(text, words); got != want {
					t.Errorf("%v, gates %03b: %q is said: %v\n%s", v, shut, words, got, text)
				}
			}
			if strings.Contains(text, "0.00\n") || v != 1 && strings.Contains(text, "\n1.00\nNot") {
				t.Errorf("%v reads as another number: %s", v, text)
			}
		}
	}
}
