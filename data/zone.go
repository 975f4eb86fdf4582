package data

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"cardinal/data/number/calendar"
	"cardinal/data/number/zone"
	"cardinal/data/parallel"
	"cardinal/data/text/header"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// ParseZone reads an entry of Reading.Zones. The zone is the name of an IANA zone in any case, "system" for the zone of
// this system, or "file" for the zone that the file names; "file" is returned unchanged.
func ParseZone(entry string) (column, name string, err error) {
	column = strings.TrimSpace(TypedColumn(entry))
	name = strings.TrimSpace(entry[strings.LastIndexByte(entry, '=')+1:])
	if column == "" || name == "" {
		return "", "", fmt.Errorf("zone %q: write a column and a zone, as in created=Europe/Berlin", entry)
	}
	switch {
	case strings.EqualFold(name, "file"):
		return column, "file", nil
	case strings.EqualFold(name, "system"):
		if name = zone.System(); name == "" {
			return "", "", fmt.Errorf("zone %q: this system does not name its zone: write one, as in Europe/Berlin",
				entry)
		}
	}
	at, ok := zone.Find(name)
	if !ok {
		return "", "", fmt.Errorf("zone %q: no zone has this name; there are %s", entry,
			header.Nearest(zone.Names(), name))
	}
	return column, at.String(), nil
}

// WithZone returns the entries of Reading.Zones with another zone of a column. "" removes its entry.
func WithZone(zones []string, column, name string) []string {
	zones = slices.DeleteFunc(slices.Clone(zones), func(e string) bool {
		return strings.EqualFold(strings.TrimSpace(TypedColumn(e)), column)
	})
	if name != "" {
		zones = append(zones, column+"="+name)
	}
	if len(zones) == 0 {
		return nil
	}
	return zones
}

// InZones returns the table with the wall times of zones in place of instants, as entries of Reading.Zones say. The
// error names the first entry that does not suit its column. If lenient is set, a note reports the entry instead, and
// its column stays as it is: the file may have changed since the zone was chosen. Columns that were not read stay as
// they are.
func (t *Table) InZones(ctx context.Context, zones []string, lenient bool) (*Table, error) {
	out := *t
	out.Columns, out.Notes, out.Reading.Zones = slices.Clone(t.Columns), slices.Clone(t.Notes), nil
	for _, entry := range zones {
		name, in, err := ParseZone(entry)
		if err != nil && !lenient {
			return nil, err
		}
		if slices.ContainsFunc(t.LeftOut, func(left string) bool { return strings.EqualFold(left, name) }) {
			out.Reading.Zones = append(out.Reading.Zones, entry)
			continue
		}
		var c *Column
		if err == nil {
			c, err = out.Column(name)
		}
		if err == nil {
			in, err = c.checkZone(in)
		}
		switch {
		case err != nil && !lenient:
			return nil, fmt.Errorf("zone %q: %w", entry, err)
		case err != nil:
			out.Notes = append(out.Notes, fmt.Sprintf("a zone was left out: %v", err))
			out.Reading.Zones = append(out.Reading.Zones, entry)
			continue
		}
		out.Reading.Zones = append(out.Reading.Zones, c.Name+"="+in)
		if in == "UTC" {
			continue
		}
		zoned, err := c.InZone(ctx, in)
		if err != nil {
			return nil, err
		}
		out.Columns[slices.Index(out.Columns, c)] = zoned
		out.Notes = append(out.Notes, zoned.Name+": "+strings.TrimPrefix(strings.TrimPrefix(zoned.Note, c.Note), "; "))
	}
	out.index()
	return &out, nil
}

// checkZone returns the name of a zone for the instants of the column; "file" becomes the zone that the file names.
func (c *Column) checkZone(name string) (string, error) {
	switch {
	case c.Type == Timestamp && !c.UTC:
		return "", fmt.Errorf("the times of %s are wall times without a zone: nobody knows which instants they are, "+
			"so that they cannot be moved to another zone", c.Name)
	case c.Type != Timestamp:
		return "", fmt.Errorf("%s has no times with a zone: it is %s", c.Name, c.Type)
	case name != "file":
		return name, nil
	case c.Zone == "":
		return "", fmt.Errorf("the file names no zone for %s: write one, as in Europe/Berlin", c.Name)
	}
	return c.Zone, nil
}

// InZone returns a column of instants as the wall times of a zone. A note names the zone, and counts the rows whose
// wall time occurs twice.
func (c *Column) InZone(ctx context.Context, name string) (*Column, error) {
	at, ok := zone.Find(name)
	if !ok {
		return nil, fmt.Errorf("no zone has the name %q", name)
	}
	values := memory.Make[int64](c.Rows)
	unit := int64(math.Pow10(c.Scale)) // of a second
	var twice, beyond atomic.Int64
	err := parallel.Do(ctx, (c.Rows+stretchRows-1)/stretchRows, func(ctx context.Context, i int) error {
		clock, again, far := zone.NewClock(at), int64(0), int64(0)
		for row := i * stretchRows; row < min(c.Rows, (i+1)*stretchRows); row++ {
			if !c.Valid.Get(row) {
				continue
			}
			v := c.Int(row)
			offset, repeats := clock.Offset(calendar.FloorDiv(v, unit))
			if values[row] = v + offset*unit; (values[row] > v) != (offset > 0) && offset != 0 {
				far++
			}
			if repeats {
				again++
			}
		}
		twice.Add(again)
		beyond.Add(far)
		return ctx.Err()
	})
	switch {
	case err != nil:
		return nil, err
	case beyond.Load() > 0:
		return nil, separators.Errorf("%s has %d times so far from 1970 that in %s they would not fit 64 bits: "+
			"leave the zone out", c.Name, beyond.Load(), name)
	}
	out := NewInts(c.Name, Timestamp, c.Scale, values, c.Valid)
	out.Zone, out.Unit, out.Format, out.Note, out.Answered = name, c.Unit, c.Format, c.Note, c.Answered
	out.AddNote("shown in the time zone " + name)
	if n := twice.Load(); n > 0 {
		out.AddNote(separators.Sprintf("rows in an hour that comes twice there, because clocks are put back: %d", n))
	}
	return out, nil
}

// Location returns the zone of the wall times of a column: UTC for instants, and the system's zone if the zone is
// unknown.
func (c *Column) Location() *time.Location {
	if c.UTC {
		return time.UTC
	}
	if at, ok := zone.Find(c.Zone); ok {
		return at
	}
	return time.Local
}
