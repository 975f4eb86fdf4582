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

// Clock tells the offsets of a zone. It remembers the last stretch of time between two changes of the clocks, so that
// neighbouring instants cost no search. One goroutine uses it.
type Clock struct {
	at            *time.Location
	from, to      int64 // the stretch, in seconds since 1970; to is not part of it
	offset        int64
	before, after int64 // the offsets of the neighbouring stretches
}

// NewClock returns a clock of a zone.
func NewClock(at *time.Location) Clock { return Clock{at: at, from: 1} }

// The years before and after which no clock is changed any more than in these.
const earliest, latest = -1 << 45, 1 << 45

// Offset returns the seconds by which the wall time is ahead of UTC at a number of seconds since 1970-01-01 in UTC.
// twice reports whether the same wall time also comes at another instant, because clocks are put back.
func (c *Clock) Offset(second int64) (offset int64, twice bool) {
	second = min(max(second, earliest), latest)
	if second < c.from || second >= c.to {
		c.find(second)
	}
	wall := second + c.offset
	return c.offset, wall-c.before < c.from || wall-c.after >= c.to
}

// find sets the stretch of an instant.
func (c *Clock) find(second int64) {
	t := time.Unix(second, 0).In(c.at)
	offset := func(second int64) int64 {
		_, seconds := time.Unix(second, 0).In(c.at).Zone()
		return int64(seconds)
	}
	c.offset = offset(second)
	c.from, c.before, c.to, c.after = 2*earliest, c.offset, 2*latest, c.offset
	from, to := t.ZoneBounds()
	if !from.IsZero() {
		c.from = from.Unix()
		c.before = offset(c.from - 1)
	}
	if !to.IsZero() {
		c.to = to.Unix()
		c.after = offset(c.to)
	}
}
