package remote

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
)

// Schema returns a table without rows, with the columns of t that Cardinal reads. A note names the other columns.
func (t *Table) Schema() *data.Table {
	var columns []*data.Column
	for _, c := range t.Columns {
		if c.Type != data.Null {
			columns = append(columns, c.emptyColumn())
		}
	}
	out := data.NewTable(t.Address.Table, columns)
	out.Path, out.Format, out.Served = t.Address.String(), t.Address.Kind, &data.Served{Host: t.Address.Host,
		Rows: t.Rows, About: t.About}
	out.Notes = slices.Concat(out.Notes, t.OmissionNotes(), t.Notes)
	return out
}

// InZones sets the zones whose wall times the server returns in place of instants, as entries of data.Reading.Zones
// say. The error names the first entry that does not suit its column. If lenient is set, a note of the table names it
// instead.
func (t *Table) InZones(zones []string, lenient bool) error {
	for _, entry := range zones {
		name, in, err := data.ParseZone(entry)
		at := slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
		switch {
		case err != nil:
		case at < 0:
			err = fmt.Errorf("zone %q: the table %s has no column %s", entry, t.Address.Table, name)
		case in == "UTC" && t.Columns[at].UTC:
			continue
		case in == "file":
			err = fmt.Errorf("zone %q: a server names no zone for a column: write one, as in Europe/Berlin", entry)
		case !t.Columns[at].UTC:
			err = fmt.Errorf("zone %q: %s has no times with a zone: it is %s", entry, name, t.Columns[at].Declared)
		case !KindOf(t.Address.Kind).HasZones():
			err = fmt.Errorf("zone %q: Cardinal does not ask %s for the times of a zone: with --tier workers, "+
				"cardinal pivot reads the rows and moves the times on this machine", entry,
				KindOf(t.Address.Kind).Title)
		default:
			c := &t.Columns[at]
			c.UTC, c.Zone, c.Note = false, in, strings.TrimPrefix(c.Note+"; shown in the time zone "+in, "; ")
		}
		switch {
		case err != nil && !lenient:
			return err
		case err != nil:
			t.Notes = append(t.Notes, "a zone was left out: "+err.Error())
		}
	}
	return nil
}

// CheckUnchanged returns an error if `now` lacks one of the named columns, or has it with another type.
func (t *Table) CheckUnchanged(columns []string, now []Column) error {
	for _, name := range columns {
		was := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
		is := slices.IndexFunc(now, func(c Column) bool { return c.Name == name })
		switch {
		case is < 0:
			return fmt.Errorf("the column %q is no longer in the table: open the table again", name)
		case was >= 0 && t.Columns[was].Declared != now[is].Declared:
			return fmt.Errorf("the column %q is of the type %s now, and was %s when the table was opened: open the "+
				"table again", name, now[is].Declared, t.Columns[was].Declared)
		}
	}
	return nil
}

// OmissionNotes names the columns that are not read, in sentences.
func (t *Table) OmissionNotes() (notes []string) {
	var unread, denied []string
	for _, c := range t.Columns {
		switch {
		case c.Denied:
			denied = append(denied, c.Name)
		case c.Type == data.Null && c.Note != "":
			notes = append(notes, c.Name+": "+c.Note)
		case c.Type == data.Null:
			unread = append(unread, c.Name+" ("+c.Declared+")")
		}
	}
	if len(unread) > 0 {
		notes = append(notes, "columns were left out because Cardinal does not read their types: "+
			strings.Join(unread, ", ")+"; make a view that casts them to text")
	}
	if len(denied) > 0 {
		notes = append(notes, "columns that the user "+t.Address.User+" may not read were left out: "+
			strings.Join(denied, ", "))
	}
	return notes
}

func (c Column) emptyColumn() *data.Column {
	var out *data.Column
	switch c.Type {
	case data.Float:
		out = data.NewFloatColumn(c.Name, nil, nil)
	case data.Text:
		out = data.NewText(c.Name, nil, nil, nil)
	case data.Bool:
		out = data.NewBools(c.Name, nil, nil)
	default:
		out = data.NewInts[int64](c.Name, c.Type, c.Scale, nil, nil)
		out.UTC, out.Zone = c.UTC, c.Zone
	}
	out.Note = c.Note
	return out
}
