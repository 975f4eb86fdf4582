package postgres

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data/number/zone"
	"cardinal/data/remote"
)

// TestZones compares the wall times of 10,000 random moments of the years 1800 to 2200 in 40 zones, as the server
// writes them, with those of this machine.
func TestZones(t *testing.T) {
	s := connect(t)
	r := rand.New(rand.NewPCG(1, 2))
	var moments []string
	for range 10_000 {
		moments = append(moments, fmt.Sprintf("(to_timestamp(0) + %d * interval '1 second' + %d * interval '1 "+
			"microsecond')", r.Int64N(7258118400+5364662400)-5364662400, r.IntN(1e6)))
	}
	run(t, s, "DROP TABLE IF EXISTS moments; CREATE TABLE moments (at timestamptz); INSERT INTO moments VALUES "+
		strings.Join(moments, ", "))
	t.Cleanup(func() { run(t, s, "DROP TABLE moments") })
	names := []string{"Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Monrovia"}
	for _, i := range r.Perm(len(zone.Names()))[:35] {
		names = append(names, zone.Names()[i])
	}
	var instants remote.Question
	for _, name := range append([]string{""}, names...) {
		of, err := s.Table(t.Context(), "public.moments")
		if err != nil {
			t.Fatal(err)
		}
		if name != "" {
			if err := of.InZones([]string{"at=" + name}, false); err != nil {
				t.Fatal(err)
			}
		}
		c := of.Columns[0]
		q := remote.Question{SQL: "SELECT " + s.dialect.Value(c) + " FROM " + s.dialect.From(of.Address),
			Columns: []remote.Result{c.Result()}}
		if name == "" {
			instants = q
			continue
		}
		there, err := s.Ask(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		here, err := s.Ask(t.Context(), instants)
		if err == nil && name != "UTC" {
			here, err = here.InZones(t.Context(), []string{"at=" + name}, false)
		}
		if err != nil {
			t.Fatal(err)
		}
		for row := range here.Rows {
			if a, b := there.Columns[0].Int(row), here.Columns[0].Int(row); a != b {
				t.Fatalf("%s: %s, want %s", name, there.Columns[0].Value(row), here.Columns[0].Value(row))
			}
		}
	}
}
