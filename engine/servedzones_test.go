package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data/remote/dial"
)

// TestServedZones: a server shows instants as the wall times of a zone as this machine does: in figures, labels, rows
// behind figures and conditions.
func TestServedZones(t *testing.T) {
	for seed, name := range []string{"Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"} {
		r := rand.New(rand.NewPCG(uint64(seed), 25))
		address := fillEndless(t, r, 240)
		zones := []string{"z=" + name}
		server, of, err := dial.Table(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		copied, err := dial.Open(t.Context(), address, nil)
		if err == nil {
			copied, err = copied.InZones(t.Context(), zones, false)
		}
		if err == nil {
			err = of.InZones(zones, false)
		}
		if err != nil {
			t.Fatal(err)
		}
		e := New(Options{NoGPU: true})
		schema := of.Schema()
		e.Attach(schema, server, of)
		if z, _ := schema.Column("z"); z.UTC || z.Zone != name || !strings.HasSuffix(z.Note,
			"shown in the time zone "+name) {
			t.Errorf("the column is %+v", z)
		}
		same, refused := sameEndless(t, e, schema, copied, r)
		t.Logf("%s: %d groups are equal, %d queries were refused", name, same, refused)
		e.Close()
		server.Close()
	}
}
