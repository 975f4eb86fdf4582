package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// shared finds a real file beside the project and skips where the folder is absent.
func shared(t *testing.T, path string) string {
	t.Helper()
	full := filepath.Join("..", "..", "shared", "data", "tables", path)
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	return full
}

// crosstab is the interchange form, as other programs read it.
type crosstab struct {
	RowFields []string        `json:"row_fields"`
	Rows      [][]any         `json:"rows"`
	Cols      [][]any         `json:"cols"`
	Cells     json.RawMessage `json:"cells"`
	Totals    json.RawMessage `json:"row_totals"`
	Grand     json.RawMessage `json:"grand_total"`
	Profile   map[string]any  `json:"profile"`
}

func pivotJSON(t *testing.T, args ...string) crosstab {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Run(context.Background(), append(append([]string{"pivot"}, args...), "--format", "json"), Streams{&out, &errs}); code != 0 {
		t.Fatalf("%v: exit %d: %s", args, code, errs.String())
	}
	var c crosstab
	if err := json.Unmarshal(out.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFlightsOnEveryTier(t *testing.T) {
	file := shared(t, "flights-3m.parquet")
	var first crosstab
	for i, tier := range []string{"serial", "workers", "gpu"} {
		c := pivotJSON(t, file, "--rows", "origin", "--values", "count(),avg(delay),sum(distance),min(delay),max(delay)", "--tier", tier)
		if i == 0 {
			first = c
		}
		if got := c.Profile["tier"]; got != tier && (tier != "gpu" || os.Getenv("CARDINAL_REQUIRE_GPU") != "") {
			t.Errorf("asked for %s, ran on %v: %v", tier, got, c.Profile["reason"])
		}
		if !bytes.Equal(c.Cells, first.Cells) || !bytes.Equal(c.Grand, first.Grand) || !reflect.DeepEqual(c.Rows, first.Rows) {
			t.Errorf("%s answers otherwise than one core", tier)
		}
	}
	var cells [][][]float64
	if err := json.Unmarshal(first.Cells, &cells); err != nil {
		t.Fatal(err)
	}
	for i, label := range first.Rows {
		// the figures of an independent engine
		if want := []float64{166341, 9.27365472132547, 128190717, -67, 940}; label[0] == "ORD" && !reflect.DeepEqual(cells[i][0], want) {
			t.Errorf("ORD %v, want %v", cells[i][0], want)
		}
	}
}

func TestSameTableInTwoFormats(t *testing.T) {
	csv := pivotJSON(t, shared(t, "pizzaplace.csv"), "--rows", "type", "--cols", "size", "--values", "sum(price)")
	parquet := pivotJSON(t, shared(t, "pizzaplace.parquet"), "--rows", "type", "--cols", "size", "--values", "sum(price)")
	csv.Profile, parquet.Profile = nil, nil
	if !reflect.DeepEqual(csv, parquet) {
		t.Errorf("CSV gives\n%+v\nand Parquet\n%+v", csv, parquet)
	}
	if want := []byte(`[["102339.00"],["65224.50"],["28356.00"],null,null]`); !bytes.HasPrefix(csv.Cells[1:], want) {
		t.Errorf("chicken: %.80s, want %s", csv.Cells, want)
	}
}
