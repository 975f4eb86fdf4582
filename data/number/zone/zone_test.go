package zone

import (
	"archive/zip"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestNames compares the names with the data of Go, and loads every zone.
func TestNames(t *testing.T) {
	for _, name := range Names() {
		if at, ok := Find(strings.ToUpper(name)); !ok || at.String() != name {
			t.Errorf("%s: %v", name, at)
		}
	}
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, "/") && f.Name != "Factory" {
			names = append(names, f.Name)
		}
	}
	if slices.Sort(names); !slices.Equal(names, Names()) {
		t.Error("names.txt is not the list of Go's zoneinfo.zip: write it again")
	}
}

// TestFind knows no zone for what Go's library takes for the system's zone, UTC or a file.
func TestFind(t *testing.T) {
	for _, name := range []string{"", "Local", "local", "../etc/passwd", "Europe", "Europe/", "Europe/Berlin ",
		"CEST"} {
		if at, ok := Find(name); ok {
			t.Errorf("%q is %v", name, at)
		}
	}
}

func TestSystem(t *testing.T) {
	for tz, want := range map[string]string{"": "UTC", "Asia/Tokyo": "Asia/Tokyo", "Etc/UTC": "UTC",
		":Asia/Tokyo": "Asia/Tokyo", "CET-1CEST": ""} {
		t.Setenv("TZ", tz)
		if got := System(); got != want {
			t.Errorf("TZ=%s: %q, want %q", tz, got, want)
		}
	}
}

// TestOffset compares the offsets with those of Go's library, around all changes of some zones and at the ends of
// time.
func TestOffset(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "UTC",
		"Asia/Kolkata", "Pacific/Apia", "Antarctica/Troll", "Europe/Dublin"} {
		at, _ := Find(name)
		clock := NewClock(at)
		check := func(second int64) {
			_, want := time.Unix(second, 0).In(at).Zone()
			if got, _ := clock.Offset(second); got != int64(want) {
				t.Errorf("%s at %d: %d, want %d", name, second, got, want)
			}
		}
		next := time.Unix(-1<<36, 0).In(at)
		for range 700 {
			_, to := next.ZoneBounds()
			if to.IsZero() {
				break
			}
			for _, d := range []int64{-7200, -1, 0, 1, 3600} {
				check(to.Unix() + d)
			}
			next = to
		}
		for range 2000 {
			check(r.Int64N(1<<38) - 1<<37)
		}
		for _, second := range []int64{math.MinInt64, math.MaxInt64, -1 << 62, 1 << 62} {
			if offset, twice := clock.Offset(second); offset < -16*3600 || offset > 16*3600 || twice {
				t.Errorf("%s at %d: %d, %v", name, second, offset, twice)
			}
		}
	}
}

// TestTwice finds the instants whose wall time comes twice by the wall times of all instants around a change.
func TestTwice(t *testing.T) {
	for name, around := range map[string]string{"Europe/Berlin": "2024-10-27T01:00:00Z",
		"America/New_York": "2024-11-03T06:00:00Z", "Australia/Lord_Howe": "2024-04-06T15:00:00Z",
		"Pacific/Apia": "2011-12-30T10:00:00Z", "Europe/London": "2024-03-31T01:00:00Z"} {
		at, _ := Find(name)
		middle, err := time.Parse(time.RFC3339, around)
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		wall := func(minute int) string {
			return middle.Add(time.Duration(minute) * time.Minute).In(at).Format(time.DateTime)
		}
		for minute := -3000; minute < 3000; minute++ {
			count[wall(minute)]++
		}
		clock, found := NewClock(at), 0
		for minute := -200; minute < 200; minute++ {
			_, twice := clock.Offset(middle.Unix() + int64(minute)*60)
			if twice {
				found++
			}
			if twice != (count[wall(minute)] > 1) {
				t.Errorf("%s, %s: %v", name, wall(minute), twice)
			}
		}
		want := map[string]int{"Europe/Berlin": 120, "America/New_York": 120, "Australia/Lord_Howe": 60}[name]
		if found != want {
			t.Errorf("%s: %d minutes, want %d", name, found, want)
		}
	}
}
