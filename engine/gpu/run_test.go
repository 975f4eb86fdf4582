package gpu

import (
	"slices"
	"testing"
)

func TestRunFirst(t *testing.T) {
	c := newTestClient(t)
	r := testRequest(100)
	for range 2 {
		res := mustRun(t, c, r)
		t.Log(res.Strategy, res.BytesUploaded, res.DeviceBytes, res.Stages)
		for i, want := range reference(r) {
			if !slices.Equal(res.Values[i], want) {
				t.Errorf("aggregate %d", i)
			}
		}
	}
}
