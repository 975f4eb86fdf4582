package main

import (
	"bytes"
	"context"
	"image/color"
	"image/png"
	"os"
	"slices"
	"testing"

	"cardinal/assets"
	"cardinal/data/load"
)

// TestReproducesTheSample compares rows, not bytes: another version of the compressor may compress them differently.
func TestReproducesTheSample(t *testing.T) {
	want, err := assets.Sample(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := writeParquet(&buf, drawSales(seed, rowCount)); err != nil {
		t.Fatal(err)
	}
	if buf.Len() > maxBytes {
		t.Errorf("the sample takes %d bytes, want at most %d", buf.Len(), maxBytes)
	}
	got, err := load.Bytes(context.Background(), "again", buf.Bytes(), load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows != want.Rows || len(got.Columns) != len(want.Columns) {
		t.Fatalf("drew %d rows of %d columns, embedded are %d of %d", got.Rows, len(got.Columns), want.Rows,
			len(want.Columns))
	}
	for i, w := range want.Columns {
		g := got.Columns[i]
		for row := range want.Rows {
			if g.Value(row) != w.Value(row) {
				t.Fatalf("%s, row %d: drew %v, embedded is %v; run go generate ./assets", w.Name, row, g.Value(row),
					w.Value(row))
			}
		}
	}
}

// TestReproducesTheIcon allows two levels of difference: processors round fused products differently.
func TestReproducesTheIcon(t *testing.T) {
	svg, err := os.ReadFile("../icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := drawIcon(svg)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(assets.Icon))
	if err != nil {
		t.Fatal(err)
	}
	level := func(c color.Color) color.NRGBA { return color.NRGBAModel.Convert(c).(color.NRGBA) }
	for y := range iconSize {
		for x := range iconSize {
			a, b := level(drawn.At(x, y)), level(want.At(x, y))
			for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B),
				int(a.A) - int(b.A)} {
				if d < -2 || d > 2 {
					t.Fatalf("pixel %d,%d is %v, embedded is %v; run go generate ./assets", x, y, a, b)
				}
			}
		}
	}
}

func TestDrawIsSeeded(t *testing.T) {
	a, b, other := drawSales(seed, 5000), drawSales(seed, 5000), drawSales(seed+1, 5000)
	if len(a) != 5000 || !slices.Equal(a, b) {
		t.Error("the same seed drew different sales")
	}
	if slices.Equal(a, other) {
		t.Error("another seed drew the same sales")
	}
}
