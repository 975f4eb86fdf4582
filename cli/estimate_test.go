package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// regions writes a table of rows rows: 20 regions by 8 quarters, a pair present only when their sum is even.
func regions(t *testing.T, rows int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("region,quarter,n\n")
	for i := range rows {
		h := uint64(i) * 0x9e3779b97f4a7c15
		region := int((h ^ h>>29) % 20)
		fmt.Fprintf(&b, "r%02d,%d,%d\n", region, (h>>40%4*2+uint64(region))%8, i)
	}
	path := filepath.Join(t.TempDir(), "regions.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func estimated(t *testing.T, args ...string) map[string]any {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Run(context.Background(), append([]string{"estimate"}, args...),
		Streams{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("%v: exit %d: %s", args, code, errs.String())
	}
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v prints %s: %v", args, out.String(), err)
	}
	return got
}

func TestEstimate(t *testing.T) {
	path := regions(t, 120_000)
	got := estimated(t, path, "--rows", "region,quarter", "--json", "--check")
	for _, name := range []string{"groups_estimated", "groups_low", "groups_high", "sample_rows", "d",
		"f1", "f2", "ms"} {
		if _, ok := got[name].(float64); !ok {
			t.Errorf("%s is %v, want a number", name, got[name])
		}
	}
	number := func(name string) float64 { n, _ := got[name].(float64); return n }
	if n := number("groups_estimated"); n < 72 || n > 88 || number("groups_low") > 80 || number("groups_high") < 80 ||
		number("groups_actual") != 80 || number("rows") != 120_000 || number("sample_rows") < 200 {
		t.Errorf("two keys: %v, want about 80 of the 160 pairs, from a sample of some hundred rows", got)
	}
	if e, ok := got["estimators"].(map[string]any); !ok || e["chao1"].(float64) < number("d") ||
		e["shlosser"].(float64) < number("d") {
		t.Errorf("estimators side by side: %v", got["estimators"])
	}
	got = estimated(t, path, "--rows", "region,quarter", "--json", "--sample", "1")
	if got["method"] != "no singletons" || got["exact"] != false || got["cells_exact"] != false ||
		got["groups_low"] == got["groups_high"] {
		t.Errorf("a sample without singletons may have missed a rare key, and is said to be exact: %v", got)
	}
	got = estimated(t, path, "--rows", "region", "--json")
	if got["groups_estimated"] != 20.0 || got["method"] != "dictionary" || got["exact"] != true ||
		got["sample_rows"] != 0.0 || got["estimators"] != nil {
		t.Errorf("one key: %v, want its dictionary and no sample", got)
	}
	if c, ok := got["curve"].(map[string]any); !ok || c["crossovers"] == nil {
		t.Errorf("the curve is %v, want a list of crossovers, also of none", got["curve"])
	}
	for cells, args := range map[float64][]string{7: {"--top", "7"}, 8: {"--top", "7", "--others"},
		20: {"--having", "count() > 9"}} {
		got = estimated(t, append(args, path, "--rows", "region", "--totals", "none", "--json")...)
		if got["groups_estimated"] != 20.0 || got["cells_estimated"] != cells {
			t.Errorf("%v: %v groups and %v cells, want 20 and %v", args, got["groups_estimated"],
				got["cells_estimated"], cells)
		}
	}
	got = estimated(t, path, "--rows", "n", "--cols", "region", "--json")
	if number("groups_estimated") < 60_000 || number("groups_high") != 120_000 {
		t.Errorf("a key of its own for every row: %v", got)
	}
	got = estimated(t, path, "--rows", "region,quarter", "--filter", "region = 'r07'", "--json", "--check")
	if got["groups_estimated"] != 4.0 || got["groups_actual"] != 4.0 {
		t.Errorf("one region: %v, want its 4 quarters", got)
	}
	got = estimated(t, path, "--rows", "region,n", "--sample", "3", "--json")
	if n := got["sample_rows"].(float64); n < 3400 || n > 3800 {
		t.Errorf("three percent of the rows: %v", got)
	}
}

func TestEstimateForPeople(t *testing.T) {
	var out, errs bytes.Buffer
	if code := Run(context.Background(), []string{"estimate", regions(t, 120_000), "--rows", "region,n"},
		Streams{Out: &out, Err: &errs}); code != 0 || errs.Len() > 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	for _, word := range []string{
		"for about", "expected", "between ", "rows sampled", "seen once", "Chao1", "Shlosser", "method", "ms", "score",
		"Gates of the GPU",
		"precision", "health", "Predicted time", "Altogether", "workers",
	} {
		if !strings.Contains(out.String(), word) {
			t.Errorf("no %q in\n%s", word, out.String())
		}
	}
}

// profiled runs a pivot and returns the profile in its JSON.
func profiled(t *testing.T, args ...string) map[string]any {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Run(context.Background(), append([]string{"pivot", "--format", "json"}, args...),
		Streams{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var pivot struct{ Profile map[string]any }
	if err := json.Unmarshal(out.Bytes(), &pivot); err != nil {
		t.Fatal(err)
	}
	return pivot.Profile
}

// TestEstimateIsThePivots asks for the estimate and for the pivot's profile: score, factors, gates and tier are
// the same, and what is not known is null.
func TestEstimateIsThePivots(t *testing.T) {
	path := regions(t, 30_000)
	for _, values := range []string{"sum(n)", "median(n),count()"} {
		got, profile := map[string]any{}, map[string]any{"adapter": "another"}
		for range 5 { // until the GPU was found in time for both of them, or for none
			if got["adapter"] == profile["adapter"] {
				break
			}
			got = estimated(t, path, "--rows", "region,quarter", "--values", values, "--json")
			profile = profiled(t, path, "--rows", "region,quarter", "--values", values)
		}
		for _, name := range []string{"groups_estimated", "groups_low", "groups_high", "slot_limit", "score", "factors",
			"classes", "gates", "predicted_ms", "tier", "reason"} {
			said, ok := got[name]
			if fmt.Sprint(said) != fmt.Sprint(profile[name]) || !ok && name != "classes" {
				t.Errorf("%s: %s is %v before and %v after", values, name, said, profile[name])
			}
		}
		if score, known := got["score"].(float64); known != (got["adapter"] != "") || known && score <= 0 ||
			got["penalty"].(float64) < 1 {
			t.Errorf("%s: score %v, penalty %v on %q", values, got["score"], got["penalty"], got["adapter"])
		}
	}
}
