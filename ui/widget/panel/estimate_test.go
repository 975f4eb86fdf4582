package panel

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"cardinal/engine/choice/estimate"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu/plan"
	"cardinal/profiler"
)

// TestSampleSection unfolds the sample, and every estimator beside the true number.
func TestSampleSection(t *testing.T) {
	p := show(t, sampled())
	lines := func() string { return strings.Join(read(p.Object()), "\n") }
	if strings.Contains(lines(), "Shlosser") {
		t.Error("the section is open before it was asked for")
	}
	test.Tap(headingOf(t, p, estimateTitle))
	says(t, p, "Rows drawn", "30,000  (1.0%)", "Groups among them", "18,000", "Met only once", "9,000",
		"Met twice", "4,000",
		"Chao1", "28,125", "−43%", "GEE", "108,000", "+121%", "Shlosser", "51,234", "+4.6%", "Jackknife", "0%")
	p.SetRecord(flights(), nil)
	if strings.Contains(lines(), estimateTitle) {
		t.Error("a sample is shown where none was drawn")
	}
	r := sampled()
	r.Estimate.Estimators = nil
	p.SetRecord(r, nil)
	says(t, p, "Met twice", "4,000")
}

func TestOff(t *testing.T) {
	for _, tc := range []struct {
		expected, found int
		want            string
	}{
		{100, 100, "0%"}, {112, 100, "+12%"}, {88, 100, "−12%"}, {101, 100, "+1.0%"}, {10_001, 10_000, "+<0.1%"},
		{500, 100, "× 5.00"}, {0, 100, "−100%"}, {100, 0, "–"}, {0, 0, "–"}, {-1, 5, "–"},
	} {
		if got := errorText(tc.expected, tc.found); got != tc.want {
			t.Errorf("%d for %d: %q, want %q", tc.expected, tc.found, got, tc.want)
		}
	}
}

// TestEveryMethodHasWords holds the panel's words against what the engine can say.
func TestEveryMethodHasWords(t *testing.T) {
	all := []string{estimate.NoRows, estimate.OneSlot, estimate.Dictionary, estimate.Counted, estimate.Ahead,
		estimate.Mapped, estimate.FullCount, estimate.Bitmap, estimate.Remembered,
		estimate.FullOccupancy, estimate.NoSingletons, estimate.Sample, estimate.LargerSample,
		estimate.NearLimit, estimate.LinearCount}
	for _, m := range all {
		if text := method(profiler.Estimate{Method: m, SampleRows: 1234}); strings.HasPrefix(text, "By ") ||
			strings.Contains(text, "#") {
			t.Errorf("%s: %q", m, text)
		}
	}
	if len(all)+1 != len(methods) {
		t.Errorf("words for %d methods, of which there are %d", len(methods)-1, len(all))
	}
	for tier, names := range map[string][]string{"workers": cpu.Names(), "gpu": plan.KernelNames()} {
		for _, s := range names {
			if words(tier, s) == "" {
				t.Errorf("no words for the strategy %s", s)
			}
		}
	}
}

func TestSkewIsSaidWhereItMattered(t *testing.T) {
	r := clustered()
	r.Strategy, r.Estimate.Clustering.RunLength = "partition", 1.2
	p := show(t, r)
	says(t, p, "Largest group holds", "31% of rows")
	for _, tc := range []struct {
		tier, strategy string
		order          profiler.Clustering
	}{
		{"workers", "partition", profiler.Clustering{RunLength: 1.2, HeavyHitter: 0.001}},
		{"workers", "dense", profiler.Clustering{RunLength: 1.2, HeavyHitter: 0.31, Heaviest: 0.31}},
		{"gpu", "global", profiler.Clustering{RunLength: 99, HeavyHitter: 0.31, Heaviest: 0.31}},
	} {
		r.Tier, r.Strategy, r.Estimate.Clustering = tc.tier, tc.strategy, &tc.order
		p.SetRecord(r, nil)
		if text := strings.Join(read(p.Object()), "\n"); strings.Contains(text, "Largest group") ||
			strings.Contains(text, "goes on for") {
			t.Errorf("%+v: the order is shown where it decided nothing", tc)
		}
	}
}
