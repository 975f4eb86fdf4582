package panel

import (
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/profiler"
	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	"cardinal/ui/look/theme"
)

func TestMain(m *testing.M) {
	test.NewApp()
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light))
	os.Exit(m.Run())
}

var tiers = []profiler.Tier{
	{Name: "serial", Noun: "one core", Host: true}, {Name: "workers", Noun: "all cores", Plural: true, Host: true},
	{Name: "gpu", Noun: "the GPU"},
}

// weighed gives a record the tiers that its predictions and gates are of.
func weighed(r *profiler.Record) *profiler.Record {
	r.Tiers = nil
	for _, t := range tiers {
		time := profiler.TierTime{Tier: t, PredictedMS: r.Predicted[t.Name]}
		if !t.Host {
			time.Shut = r.Shut()
		}
		r.Tiers = append(r.Tiers, time)
	}
	return r
}

// flights returns a run on all cores of a machine with a GPU.
func flights() *profiler.Record {
	return weighed(&profiler.Record{
		Rows: 3_000_000, RowsSelected: 3_000_000, GroupsEstimated: 229, GroupsLow: 229, GroupsHigh: 229,
		GroupsActual: 229,
		Estimate:     profiler.Estimate{Method: "dictionary", Exact: true, MS: 0.012},
		Scoring: profiler.Scoring{
			Score: 0.83, BreakEven: 200_000, SlotLimit: 1024, Class: "integrated", Adapter: "Some GPU 3000",
			Factors: profiler.Factors{Rows: 1.48, Cardinality: 1.02, GPUClass: 0.6, Vendor: 0.95,
				Residency: 1, Buffer: 1},
		},
		Gates: []profiler.Gate{
			{Name: "precision", Pass: true, Detail: "every possible sum fits 64 bits"},
			{Name: "memory", Pass: true, Detail: "it needs 24.1 MB of 1.1 GB"},
			{Name: "health", Pass: true, Detail: "it passed its self-test"},
			{Name: "support", Pass: true, Detail: "the GPU has a program for every measure"},
		},
		Tier: "workers", Strategy: "dense", Threads: 8,
		HostReason: "4.2 ms are expected on 8 cores and 24 ms on one",
		Reason: "4.2 ms are expected on 8 cores and 24 ms on one; a score of 0.83 speaks against the GPU, where " +
			"5.1 ms are expected",
		Predicted: map[string]float64{"serial": 24, "workers": 4.2, "gpu": 5.06}, TierMS: 5.1,
		Stages: []profiler.Stage{
			{Name: "keys", MS: 0.3}, {Name: "estimate", MS: 0.02}, {Name: "aggregate", MS: 5, PredictedMS: 4.1},
			{Name: "merge", MS: 0.1, PredictedMS: 0.1}, {Name: "assemble", MS: 0.4, PredictedMS: 0.5},
		},
		TotalMS: 6.25, RowsPerSecond: 480e6, GBPerSecond: 1.92, MemoryBytes: 14_656,
	})
}

// partitioned returns a run that split its aggregation into several steps.
func partitioned() *profiler.Record {
	r := flights()
	r.Stages = []profiler.Stage{
		{Name: "keys", MS: 0.3}, {Name: "partition", MS: 3, Of: "aggregate"}, {Name: "aggregate", MS: 1.5,
			Of: "aggregate"}, {Name: "decode", MS: 0.5, PredictedMS: 4.1, Of: "aggregate"},
	}
	return r
}

// sampled returns a run on the GPU whose groups were estimated from a sample.
func sampled() *profiler.Record {
	r := flights()
	r.GroupsEstimated, r.GroupsLow, r.GroupsHigh, r.GroupsActual = 51_234, 18_000, 250_000, 48_977
	r.Estimate = profiler.Estimate{Method: "sample", SampleRows: 30_000, Distinct: 18_000, Singletons: 9000,
		Doubletons: 4000, MS: 2.5,
		Estimators: &profiler.Estimators{Chao1: 28_125, ChaoWOR: 27_960, GEE: 108_000, Shlosser: 51_234, Duj1: 48_977}}
	r.Score, r.Tier, r.Strategy, r.Threads, r.TierMS = 1.7, "gpu", "global", 0, 44
	r.Predicted["gpu"] = 20
	r.Stages = []profiler.Stage{{Name: "keys", MS: 0.3, PredictedMS: 0.5}, {Name: "estimate", MS: 0.02,
		PredictedMS: 0.02}, {Name: "kernel", MS: 43, PredictedMS: 19.8}, {Name: "assemble", MS: 0.68,
		PredictedMS: 0.68}}
	r.TotalMS = 44
	r.Reason = "a score of 1.70 speaks for the GPU: 2.5 ms are expected there and 4.2 ms on the processor"
	r.BytesUploaded = 24_000_000
	return weighed(r)
}

// noGPU returns a run on a machine without a GPU.
func noGPU() *profiler.Record {
	r := flights()
	r.Adapter, r.Class, r.Score, r.BreakEven, r.Factors = "", "", 0, 0, profiler.Factors{Cardinality: 1.02}
	r.Classes = []profiler.ClassScore{{Class: "discrete", Score: 2.11}, {Class: "integrated", Score: 0.81},
		{Class: "software", Score: 0.03}}
	r.Gates[2] = profiler.Gate{Name: "health", Detail: "no Vulkan driver was found"}
	delete(r.Predicted, "gpu")
	return weighed(r)
}

// lost returns a run whose GPU went away.
func lost() *profiler.Record {
	r := sampled()
	r.Tier, r.Threads = "workers", 8
	r.Reason = "the GPU's process was lost in the middle of this pivot, so the processor answered"
	r.Gates[2] = profiler.Gate{Name: "health", Detail: "the GPU's process was lost in the middle of this pivot"}
	r.Events = []string{"the GPU's process was lost in the middle of this pivot (killed); the workers answered instead"}
	return weighed(r)
}

// clustered returns a run over rows in an order that matters, with a sample drawn twice.
func clustered() *profiler.Record {
	r := sampled()
	r.Tier, r.Strategy, r.Threads = "workers", "runs", 8
	r.Estimate.Method, r.Estimate.SampleRows, r.Estimate.Independent = "larger sample", 150_000, true
	r.Estimate.Clustering = &profiler.Clustering{RunLength: 41.7, HeavyHitter: 0.31, Heaviest: 0.31, Locality: 0.99}
	return weighed(r)
}

// filtered returns a run whose filter left few rows.
func filtered() *profiler.Record {
	r := flights()
	r.RowsSelected, r.Tier, r.Threads = 12, "serial", 1
	r.Stages[2].PredictedMS = 24.6
	return weighed(r)
}

// brief returns a run with a small difference from the prediction but a large ratio.
func brief() *profiler.Record {
	r := flights()
	r.Stages, r.TotalMS = []profiler.Stage{{Name: "aggregate", MS: 0.078, PredictedMS: 0.047}}, 0.078
	r.TierMS, r.Predicted = 0.078, map[string]float64{"serial": 0.047, "workers": 0.047, "gpu": 5.06}
	return weighed(r)
}

// zoned returns a run whose filter left most rows unread.
func zoned() *profiler.Record {
	r := filtered()
	r.Zones = &profiler.Zones{Morsels: 153, Unread: 140, Rows: 65_536}
	return r
}

// nothing returns a run over a table without rows.
func nothing() *profiler.Record {
	return weighed(&profiler.Record{
		Estimate: profiler.Estimate{Method: "no rows", Exact: true}, Tier: "serial", Strategy: "dense", Threads: 1,
		Reason: "one core is done with 0 rows before others could start", Predicted: map[string]float64{"serial": 0,
			"workers": 0},
	})
}

// compared returns the comparison of flights on every tier; the GPU had to be sent its columns first.
func compared() *profiler.Comparison {
	return profiler.NewComparison("workers", []profiler.Trial{
		{Tier: tiers[0], PredictedMS: 24, MS: 21.3, Runs: 4},
		{Tier: tiers[1], PredictedMS: 4.2, MS: 4.9, Runs: 5},
		{Tier: tiers[2], PredictedMS: 61.5, MS: 70.2, AgainMS: 6.1, Runs: 4},
	}, nil)
}

// mistaken returns a comparison that finds the choice wrong, no GPU, and a fault.
func mistaken() *profiler.Comparison {
	return profiler.NewComparison("workers", []profiler.Trial{
		{Tier: tiers[0], PredictedMS: 24, MS: 3.1, Runs: 5},
		{Tier: tiers[1], PredictedMS: 4.2, MS: 4.9, Runs: 5},
		{Tier: tiers[2], Trouble: "no Vulkan driver was found"},
	}, []string{"serial"})
}

// read lists everything that can be read in an object, a line each, in the order of the screen.
func read(o fyne.CanvasObject) (lines []string) {
	if !o.Visible() {
		return nil
	}
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *canvas.Text:
		lines = append(lines, o.Text)
	case *widget.Label:
		lines = append(lines, o.Text)
	case *widget.RichText:
		lines = append(lines, o.String())
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	for _, part := range parts {
		lines = append(lines, read(part)...)
	}
	return lines
}

// show returns a panel in a window.
func show(t testing.TB, r *profiler.Record) *Panel {
	t.Helper()
	p := New()
	p.SetRecord(r, nil)
	p.SetOpen([]string{"Why this hardware", "GPU score", "Groups", "Method of grouping",
		"Conditions for the GPU", "Time of each step", "Speed and memory"})
	w := test.NewTempWindow(t, p.Object())
	w.Resize(fyne.NewSize(320, 900))
	return p
}

// says fails the test unless every line stands in the panel.
func says(t testing.TB, p *Panel, want ...string) {
	t.Helper()
	text := "\n" + strings.Join(read(p.Object()), "\n") + "\n"
	for _, line := range want {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("the panel does not say %q:%s", line, text)
		}
	}
}
