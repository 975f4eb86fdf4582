package zone

import (
	_ "embed" // names.txt
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // for systems without the data of zones
)

// namesText has the names that the data in the program has, one a line.
//
//go:embed names.txt
var namesText string

// Names returns the names of all zones in their order. The caller must not change them.
var Names = sync.OnceValue(func() []string { return strings.Fields(namesText) })

// Find returns the zone with a name in any case. ok is false if no zone has the name.
func Find(name string) (at *time.Location, ok bool) {
	for _, known := range Names() {
		if strings.EqualFold(known, name) {
			at, err := time.LoadLocation(known)
			return at, err == nil
		}
	}
	return nil, false
}

// System returns the name of the system's zone, or "" if the system does not name its zone.
func System() string {
	name, isSet := os.LookupEnv("TZ")
	if name = strings.TrimPrefix(name, ":"); isSet && name == "" {
		return "UTC"
	}
	if !isSet {
		path, _ := filepath.EvalSymlinks("/etc/localtime")
		_, name, _ = strings.Cut(filepath.ToSlash(path), "zoneinfo/")
	}
	if !isSet && !slices.Contains(Names(), name) {
		text, _ := os.ReadFile("/etc/timezone")
		name = strings.TrimSpace(string(text))
	}
	switch {
	case name == "Etc/UTC":
		return "UTC"
	case slices.Contains(Names(), name):
		return name
	}
	return ""
}

// Clock tells the offsets of a zone. It remembers the stretches of time that it was asked for. Only one goroutine may
// use a Clock at a time.
type Clock struct {
	at    *time.Location
	now   stretch   // of the last instant
	known []stretch // ascending
}

// stretch is a stretch of time between two changes of the clocks.
type stretch struct {
	from, to      int64 // in seconds since 1970; to is not part of it
	offset        int64
	before, after int64 // the offsets of the neighbouring stretches
}

// NewClock returns a clock of a zone.
func NewClock(at *time.Location) Clock { return Clock{at: at} }

// earliest and latest are bounds in seconds: no zone changes its offset before or after them.
const earliest, latest = -1 << 45, 1 << 45

// Offset returns the seconds by which the wall time is ahead of UTC at a number of seconds since 1970-01-01 in UTC.
// twice reports whether the same wall time also occurs at another instant, because clocks are put back.
func (c *Clock) Offset(second int64) (offset int64, twice bool) {
	second = min(max(second, earliest), latest)
	if second < c.now.from || second >= c.now.to {
		c.seek(second)
	}
	wall := second + c.now.offset
	return c.now.offset, wall-c.now.before < c.now.from || wall-c.now.after >= c.now.to
}

// seek sets the stretch of an instant.
func (c *Clock) seek(second int64) {
	place, found := slices.BinarySearchFunc(c.known, second, func(s stretch, second int64) int {
		switch {
		case s.to <= second:
			return -1
		case s.from > second:
			return 1
		}
		return 0
	})
	if !found {
		c.known = slices.Insert(c.known, place, stretchOf(c.at, second))
	}
	c.now = c.known[place]
}

// stretchOf returns the stretch of an instant in a zone.
func stretchOf(at *time.Location, second int64) stretch {
	offset := func(second int64) int64 {
		_, seconds := time.Unix(second, 0).In(at).Zone()
		return int64(seconds)
	}
	now := offset(second)
	s := stretch{from: 2 * earliest, to: 2 * latest, offset: now, before: now, after: now}
	from, to := time.Unix(second, 0).In(at).ZoneBounds()
	if !from.IsZero() {
		s.from, s.before = from.Unix(), offset(from.Unix()-1)
	}
	if !to.IsZero() {
		s.to, s.after = to.Unix(), offset(to.Unix())
	}
	return s
}
