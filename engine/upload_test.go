package engine

import (
	"context"
	"testing"

	"cardinal/engine/query"
)

// The bytes sent are the bytes predicted: the codes as the table has them, in one, two or four bytes.
func TestUploadIsAsForeseen(t *testing.T) {
	e := ownGPU(t) // with nothing on it
	const rows = 20_001
	table := madeTable(t, rows)
	q := query.Query{
		Rows:   []query.Field{{Column: "few"}, {Column: "some"}},
		Values: []query.Measure{{Func: query.Sum, Column: "small"}, {Func: query.Sum, Column: "large"}},
	}
	stages := startStages(nil)
	p, err := e.plan(context.Background(), table, q, RunOptions{Tier: GPU}, stages)
	if err != nil {
		t.Fatal(err)
	}
	g, err := p.run(context.Background(), stages)
	if err != nil {
		t.Fatal(err)
	}
	shape, r := p.offers[g.on].Shape(p.decision.Candidates[g.on].Plan), e.learn(p, g, stages)
	want := int64(rows * (1 + 2 + 1 + 4))
	if r.Tier != "gpu" || r.BytesUploaded != want || shape.Upload != want || shape.Bytes != want {
		t.Errorf("%s: %d bytes sent, %d foreseen of %d needed, want %d", r.Tier, r.BytesUploaded, shape.Upload,
			shape.Bytes, want)
	}
	if got := r.MemoryBytes; got != want+2*rows { // and the slots
		t.Errorf("%d bytes on the device, want %d", got, want+2*rows)
	}
}
