package data

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cardinal/data/number/zone"
)

// TestInZone compares the wall times of 10,000 random moments in 40 zones with those of Go's library, at all scales.
func TestInZone(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe",
		"Pacific/Apia", "Pacific/Chatham", "Africa/Monrovia", "America/St_Johns", "Antarctica/Troll"}
	for _, i := range r.Perm(len(zone.Names()))[:30] {
		names = append(names, zone.Names()[i])
	}
	for at, name := range names {
		place, _ := zone.Find(name)
		scale := []int{0, 3, 6, 9}[at%4]
		unit := int64(math.Pow10(scale))
		values := make([]int64, 10_000)
		valid := NewBitmap(len(values))
		for i := range values {
			from, to := int64(-5364662400), int64(7258118400) // the years 1800 to 2200
			if scale == 9 {
				from, to = -9e9, 9e9
			}
			values[i] = (from + r.Int64N(to-from)) * unit
			values[i] += r.Int64N(unit)
			if i%97 > 0 {
				valid.Set(i)
			}
		}
		c := NewInts("at", Timestamp, scale, slices.Clone(values), slices.Clone(valid))
		c.UTC = true
		zoned, err := c.InZone(t.Context(), name)
		if err != nil || zoned.UTC || zoned.Zone != name || zoned.Nulls != c.Nulls || c.Value(1).Int.Sign() == 0 {
			t.Fatal(err, zoned)
		}
		for i, v := range values {
			if !valid.Get(i) {
				if !zoned.Value(i).IsNull() {
					t.Fatalf("row %d is no null", i)
				}
				continue
			}
			sec, rest := v/unit, v%unit
			if rest < 0 {
				sec, rest = sec-1, rest+unit
			}
			want := time.Unix(sec, rest*(1e9/unit)).In(place).Format("2006-01-02T15:04:05.999999999")
			if got := zoned.Value(i).String(); got != want {
				t.Fatalf("%s, %d: %s, want %s", name, v, got, want)
			}
		}
	}
}

// instants returns a table with instants, wall times, dates and numbers.
func instants(t *testing.T) *Table {
	t.Helper()
	at := func(texts ...string) (values []int64) {
		for _, text := range texts {
			v, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, v.Unix())
		}
		return values
	}
	created := NewInts("Created", Timestamp, 0, at("2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z",
		"2024-06-30T22:30:00Z"), nil)
	created.UTC, created.Note = true, "times with an offset, moved to UTC"
	own := NewInts("own", Timestamp, 0, at("2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"), nil)
	own.UTC, own.Zone = true, "Asia/Tokyo"
	return NewTable("t", []*Column{created, own, NewInts("wall", Timestamp, 0, []int64{1, 2, 3}, nil),
		NewInts("day", Date, 0, []int64{1, 2, 3}, nil), NewInts("n", Int, 0, []int64{1, 2, 3}, nil)})
}

func TestInZones(t *testing.T) {
	table := instants(t)
	got, err := table.InZones(t.Context(), []string{"created = europe/BERLIN", "own=file"}, false)
	if err != nil {
		t.Fatal(err)
	}
	created, _ := got.Column("created")
	own, _ := got.Column("own")
	texts := created.Value(0).String() + " " + created.Value(1).String() + " " + created.Value(2).String() + " " +
		own.Value(0).String()
	if texts != "2024-10-27T02:30:00 2024-10-27T02:30:00 2024-07-01T00:30:00 2024-01-01T09:00:00" {
		t.Error(texts)
	}
	if !slices.Equal(got.Reading.Zones, []string{"Created=Europe/Berlin", "own=Asia/Tokyo"}) {
		t.Errorf("zones %q", got.Reading.Zones)
	}
	if last := got.Notes[len(got.Notes)-2:]; last[0] != "Created: shown in the time zone Europe/Berlin; rows in an "+
		"hour that comes twice there, because clocks are put back: 2" ||
		last[1] != "own: shown in the time zone Asia/Tokyo" {
		t.Errorf("%q", got.Notes)
	}
	if was := table.Columns[0]; !was.UTC || was.Value(0).String() != "2024-10-27T00:30:00Z" || len(table.Notes) != 1 {
		t.Error("the table was changed")
	}
	if got, err = got.InZones(t.Context(), []string{"created=UTC"}, true); err != nil || !strings.Contains(
		got.Notes[len(got.Notes)-1], "a zone was left out: the times of Created are wall times") {
		t.Error(err, got)
	}
	for entry, words := range map[string]string{
		"created=Europe/Berln": "no zone has this name; there are Europe/Berlin, ",
		"created=":             "write a column and a zone",
		"=UTC":                 "write a column and a zone",
		"wall=UTC":             "the times of wall are wall times without a zone",
		"day=Europe/Berlin":    "day has no times with a zone: it is date",
		"n=Europe/Berlin":      "n has no times with a zone: it is int",
		"created=file":         "the file names no zone for Created",
		"gone=UTC":             `no column "gone"`,
	} {
		if _, err := table.InZones(t.Context(), []string{entry}, false); err == nil ||
			!strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", entry, err)
		}
		if got, err := table.InZones(t.Context(), []string{entry}, true); err != nil || !strings.Contains(
			got.Notes[len(got.Notes)-1], words) || !slices.Equal(got.Reading.Zones, []string{entry}) {
			t.Errorf("%s: %v", entry, err)
		}
	}
	some := table.Only([]string{"n"})
	if got, err := some.InZones(t.Context(), []string{"created=Europe/Berlin"}, false); err != nil ||
		len(got.Notes) > 0 {
		t.Error("the zone of a column that is not read", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := table.InZones(ended, []string{"created=Europe/Berlin"}, false); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestInZoneAtTheEnds moves times at the ends of what 64 bits hold: none of them turns round.
func TestInZoneAtTheEnds(t *testing.T) {
	for _, v := range []int64{math.MaxInt64, math.MinInt64 + 1} {
		c := NewInts("at", Timestamp, 9, []int64{v, 0}, nil)
		c.UTC = true
		for name, fits := range map[string]bool{"Asia/Tokyo": v < 0, "America/New_York": v > 0, "UTC": true} {
			if _, err := c.InZone(t.Context(), name); (err == nil) != fits {
				t.Errorf("%d in %s: %v", v, name, err)
			}
		}
	}
}

func TestWithZone(t *testing.T) {
	zones := WithZone([]string{"A=UTC", "b=UTC"}, "a", "Asia/Tokyo")
	if !slices.Equal(zones, []string{"b=UTC", "a=Asia/Tokyo"}) || WithZone([]string{"a=UTC"}, "a", "") != nil {
		t.Error(zones)
	}
}
