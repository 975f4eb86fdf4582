package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/data/format/csv"
	"cardinal/data/format/delta"
	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/infer"
	"cardinal/data/load"
	"cardinal/data/remote"
	"cardinal/data/remote/dial"
	"cardinal/data/shape/lookup"
	tablecache "cardinal/data/store/kept"
	"cardinal/data/text/header"
	"cardinal/data/web"
	"cardinal/engine"
	"cardinal/engine/expression/filter"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// reading has the options for how a file is read.
type reading struct {
	sheet string
	text  data.Reading
	types list
	roles list
	zones list
	unfit infer.Unfit // of types
	query string      // a query that the server runs

	memory int64 // bytes that the program may hold; 0: all that are free

	passwordFile string
	passwords    *encrypted.Passwords // of encrypted files

	keeps   bool                     // the table is kept for later commands
	repeats func(column string) bool // as load.Options.Repeats

	filterFiles []*filterFile

	lookups list
	found   []lookup.Spec                                   // of a workspace
	within  func(*data.Column) (least, most int64, ok bool) // of the rows that are asked for; nil: all rows are
	// as load.Options.Compared
	compared func(column string) (least, most float64, ok bool)
	// the columns that are read, if the file can be read by columns; nil: all
	wanted []string
	// called before a file at an address is read, with the number of bytes that will be read and the size of the file;
	// may be nil
	willRead func(bytes, of int64)
}

// only limits reading to the columns of a query.
func (o *reading) only(q query.Query) { o.wanted = append([]string{}, q.Sources()...) }

// passing skips rows that, by the statistics in the file, cannot pass the filter of a pivot. All rows are read if bins,
// missing labels or expressions may depend on them.
func (o *reading) passing(q query.Query) {
	whole := q.Layout.ShowEmpty || len(q.Lets)+len(o.lookups)+len(o.found)+len(o.filterFiles) > 0
	for _, m := range q.Measures() {
		whole = whole || m.Expr != "" || m.Where != ""
	}
	for _, f := range slices.Concat(q.Rows, q.Cols) {
		whole = whole || f.Part == query.Bins
	}
	if q.Filter == nil || whole {
		return
	}
	q.Filter.Visit(func(*query.Arith) { whole = true }, func(f query.Field) { whole = whole || f.Part == query.Bins })
	if !whole {
		o.within = filter.Within(q.Filter)
		compared := filter.Compared(q.Filter)
		q.Filter = nil
		shown := q.Sources()
		o.compared = func(column string) (least, most float64, ok bool) {
			if slices.ContainsFunc(shown, func(s string) bool { return strings.EqualFold(s, column) }) {
				return 0, 0, false
			}
			return compared(column)
		}
	}
}

func (o *reading) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.sheet, "sheet", "", "`NAME` of the sheet of a workbook, of the table of a database or web page "+
		"('Table 2', its caption or heading), "+
		"or of the file in a zip archive; '*' is all of them, one below the other, with the column Sheet, Table "+
		"or File")
	f.StringVar(&o.text.Range, "range", "", "of a workbook: the `CELLS` that are read, such as B3:H200, or the name "+
		"of a table or of a named range")
	f.StringVar(&o.text.Header, "header", "", "the `LINE` or row that names the columns, counted from 1 behind the "+
		"skipped ones; 1-2 joins the names of two; or none")
	f.StringVar(&o.text.Merged, "merged", "", "of a workbook: `fill` gives all merged cells the value of the first")
	f.IntVar(&o.text.Skip, "skip", 0, "of a text file: the `NUMBER` of lines at its beginning that are left out")
	f.StringVar(&o.text.Footer, "footer", "", "of a text file or a web page: the `NUMBER` of lines at its end that "+
		"are left out, such as a line of totals, or none")
	f.StringVar(&o.text.Delimiter, "delimiter", "", "of a text file: the `CHARACTER` between fields, or comma, "+
		"semicolon, tab, bar, space, spaces (one or more), ctrl-a or unit-separator")
	f.StringVar(&o.text.Quote, "quote", "", "of a text file: `WORD` for what protects delimiters in fields: double "+
		"or single (quotes around the field), backslash (before the delimiter), or none")
	f.StringVar(&o.text.Encoding, "encoding", "", "of a text file: its `ENCODING`, utf-8, windows-1252, shift_jis, "+
		"gb18030 or others")
	f.StringVar(&o.text.Decimal, "decimal", "", "of texts and web pages: the decimal `SIGN` of numbers, point or comma")
	f.StringVar(&o.text.Dates, "dates", "", "of texts and web pages: the `ORDER` of dates such as 03/04/2024: dmy, "+
		"mdy or, of 24/04/03, ymd")
	f.Var(&o.types, "type", "the `TYPE` of a column: 'zip=text'; there are "+infer.ChoiceNames()+
		". Values that cannot be read as the type are left empty, and a note counts them")
	f.Var(&o.roles, "role", "the `ROLE` of a column of whole numbers: 'order=identifier' or 'hits=quantity'. "+
		"Identifiers have no mean and no signs between thousands")
	f.Var(&o.zones, "zone", "the time `ZONE` in which a column of instants is shown: 'created=Europe/Berlin', "+
		"created=system, or created=file for the zone that an Arrow file names")
	f.StringVar(&o.text.Unnest, "unnest", "", "of Parquet, Arrow, DuckDB or JSON: the `LIST` whose elements become "+
		"rows, such as tags; for JSON also none")
	f.StringVar(&o.text.Unpivot, "unpivot", "", "the `COLUMNS` that become rows: '1952..2007', 'Jan, Feb, Mar', "+
		"with names for the new columns "+
		"'1952..2007 as year, population'; more names take the parts of names such as 2023 · Q1; 'include nulls "+
		"Jan..Dec' keeps empty values")
	f.StringVar(&o.text.Version, "table-version", "", "of a Delta table, a folder with _delta_log: the `NUMBER` of an "+
		"older version to read")
	f.StringVar(&o.query, "query", "", "of an address of a server: the `QUERY` whose rows are the table, as in "+
		"'SELECT region, amount FROM sales JOIN shops USING (shop)'; it can only read")
	f.Var(&o.lookups, "lookup", "`FILE` whose columns are looked up by a key: 'airports.csv on origin = iata "+
		"columns city, state'; "+
		"of a workbook 'book.xlsx sheet Airports on origin = iata'; by several keys 'targets.csv on region and "+
		"month = period'. 'airports.csv full join on origin = iata' also adds the lines of the file without a match; "+
		"a right join adds them, too, but drops the rows without a match; an anti join keeps only these rows. "+
		"'items.csv every line on order' repeats a row for every line of its key")
	f.BoolVar(&o.keeps, "keep", false, "keep the whole table in the cache, so that later commands and the window open "+
		"the unchanged file in a moment; cardinal cache lists what is kept, and removes it")
	f.StringVar(&o.passwordFile, "password-file", "", passwordFileUsage)
	f.Func("memory", "greatest `SIZE` of the memory that the table and the pivot take, such as 2GB, else what the "+
		"system has free; "+
		"what needs more is refused, or, of Parquet and delimited text on Linux, kept in "+
		"temporary files", func(text string) (err error) {
		o.memory, err = memory.Parse(text)
		return err
	})
}

// keep sets the options of reading to those that a workspace keeps, except the options that the command itself has
// (named). An empty option of the command leaves its choice to Cardinal, even if the workspace has one.
func (o *reading) keep(kept data.Reading, named map[string]bool) {
	given, types := o.text, slices.Clone(o.types)
	o.text = kept
	o.text.Zones = nil
	if named["skip"] {
		o.text.Skip = given.Skip
	}
	for _, v := range []struct {
		option string
		to     *string
		given  string
	}{
		{"header", &o.text.Header, given.Header}, {"footer", &o.text.Footer, given.Footer},
		{"delimiter", &o.text.Delimiter, given.Delimiter}, {"quote", &o.text.Quote, given.Quote},
		{"encoding", &o.text.Encoding, given.Encoding},
		{"decimal", &o.text.Decimal, given.Decimal}, {"dates", &o.text.Dates, given.Dates},
		{"range", &o.text.Range, given.Range}, {"merged", &o.text.Merged, given.Merged},
		{"unnest", &o.text.Unnest, given.Unnest}, {"unpivot", &o.text.Unpivot, given.Unpivot},
		{"table-version", &o.text.Version, given.Version},
	} {
		if named[v.option] {
			*v.to = v.given
		}
	}
	column := func(typed string) string { return strings.TrimSpace(data.TypedColumn(typed)) }
	o.unfit.Missing = true // the file may have changed since the workspace was saved
	o.unfit.Given = append(o.unfit.Given, each.Of(o.types, column)...)
	for _, typed := range kept.Types {
		if !slices.Contains(o.unfit.Given, column(typed)) {
			types = append(types, typed)
		}
	}
	o.types = types
	roles := kept.Roles
	for _, given := range o.roles {
		if name, r, err := data.ParseRole(given); err == nil {
			roles = data.WithRole(roles, name, r)
		} else {
			roles = append(roles, given)
		}
	}
	o.roles = roles
	zones := kept.Zones
	for _, given := range o.zones {
		zones = append(data.WithZone(zones, column(given), ""), given)
	}
	o.zones = zones
}

// open reads a file, a table on a server if the path is an address, or the standard input if the path is "-". It
// looks up columns in other files.
func (o *reading) open(ctx context.Context, path string, l load.Options, s Streams) (t *data.Table, err error) {
	specs, err := each.Try(o.lookups, lookup.Parse)
	if err != nil {
		return nil, usagef("--lookup: %w", err)
	}
	specs = slices.Concat(o.found, specs)
	if len(specs) > 0 {
		if path != "-" && !remote.IsAddress(path) && l.Columns != nil && !o.keeps {
			if t := o.openFew(ctx, path, l, specs, s); t != nil {
				return t, nil
			}
		}
		l.Columns = nil
	}
	switch {
	case o.query != "" || remote.IsAddress(path):
		if path, err = o.address(path); err != nil {
			return nil, err
		}
		if t, err = dial.Open(ctx, path, nil); err == nil {
			t, err = o.inZones(ctx, t)
		}
	case path != "-":
		t, err = o.openFile(ctx, path, l, s)
	case s.In == nil:
		return nil, errors.New("there is no standard input: name a file")
	default:
		t, err = unlocked(ctx, Streams{}, o.passwords, func() (*data.Table, error) {
			return load.Stream(ctx, "standard input", s.In, l)
		})
	}
	for _, spec := range specs {
		if err != nil {
			return nil, err
		}
		t, err = o.lookUp(ctx, t, spec, lookup.Join, s)
	}
	return t, err
}

// openFew reads the columns of a file that a query and its look-ups need, and looks up the others. It returns nil if
// all columns must be read. That is the case if the query names a column that both tables have. It is also so if there
// is an error or a note, because these may name any column.
func (o *reading) openFew(ctx context.Context, path string, l load.Options, specs []lookup.Spec,
	s Streams) *data.Table {
	// found: the names that columns of the second tables may get, in lower case
	asked, found := l.Columns, map[string]bool{}
	for _, spec := range specs {
		other, err := load.Preview(ctx, spec.Path, load.Options{Sheet: spec.Sheet, Passwords: o.passwords,
			Kept: keptTables()})
		if err != nil {
			return nil
		}
		for _, c := range other.Columns {
			named := func(name string) bool { return strings.EqualFold(name, c.Name) }
			key := slices.ContainsFunc(spec.Keys, func(k lookup.Key) bool { return named(k.Equals) })
			if len(spec.Columns) == 0 && key || len(spec.Columns) > 0 && !slices.ContainsFunc(spec.Columns, named) {
				continue
			}
			long := strings.TrimSuffix(spec.Name(), filepath.Ext(spec.Name())) + "." + c.Name
			found[strings.ToLower(c.Name)], found[strings.ToLower(long)] = true, true
		}
		for _, k := range spec.Keys {
			asked = append(slices.Clone(asked), k.On)
		}
	}
	l.Columns = []string{}
	l.Columns = append(l.Columns, each.Where(asked, func(name string) bool { return !found[strings.ToLower(name)] })...)
	t, err := o.openFile(ctx, path, l, s)
	for _, spec := range specs {
		if err == nil {
			t, err = o.lookUp(ctx, t, spec, lookup.JoinUnique, s)
		}
	}
	if err != nil {
		return nil
	}
	for _, name := range asked {
		if _, err := t.Column(name); err != nil {
			return nil
		}
	}
	return t
}

// inZones returns the table with the wall times of the zones that are asked for.
func (o *reading) inZones(ctx context.Context, t *data.Table) (*data.Table, error) {
	zoned, err := t.InZones(ctx, o.zones, o.unfit.Missing)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", t.Name, err)
	}
	return zoned, nil
}

// openFile reads a file, or opens its kept table, and replaces instants by the wall times of the zones that are asked
// for.
func (o *reading) openFile(ctx context.Context, path string, l load.Options, s Streams) (*data.Table, error) {
	l.Reading.Zones = nil
	t, err := o.openInstants(ctx, path, l, s)
	if err != nil || len(o.zones) == 0 {
		return t, err
	}
	return o.inZones(ctx, t)
}

// openInstants reads a file, or opens its kept table. With --keep, it keeps the table. With --type or --unpivot, it
// opens no kept table, because the window also keeps tables whose columns do not suit these options.
func (o *reading) openInstants(ctx context.Context, path string, l load.Options, s Streams) (*data.Table, error) {
	read := func() (*data.Table, error) {
		return unlocked(ctx, s, o.passwords, func() (*data.Table, error) { return load.Open(ctx, path, l) })
	}
	tables, far := keptTables(), load.IsAddress(path)
	if several := load.IsSeveral(path) || l.Sheet == load.AllSheets; tables == nil || several || far ||
		len(l.Reading.Types) > 0 || l.Reading.Unpivot != "" {
		if o.keeps && far {
			return nil, usagef("--keep keeps tables of files on this machine: download the file first")
		}
		if o.keeps {
			return nil, usagef("--keep keeps the table of one file as the file has it, without --type and --unpivot")
		}
		return read()
	}
	if !o.keeps {
		if t := tables.Find(ctx, path, l.Sheet, l.Reading); t != nil {
			return t.Only(l.Columns), ctx.Err()
		}
		return read()
	}
	wanted := l.Columns
	tables.Asked, l.Columns, l.Within = true, nil, nil
	t, err := tables.Open(ctx, path, l.Sheet, l.Reading, read)
	if err != nil {
		return nil, err
	}
	if t.Kept.IsZero() && !tables.Due(t) {
		printNotes(s, []string{t.Name + " is not kept: the file has a password, or was changed in the last seconds"})
	} else if err := tables.Keep(ctx, t); err != nil {
		printNotes(s, []string{err.Error()})
	}
	return t.Only(wanted), ctx.Err()
}

// keptTables returns the folder of kept tables; nil if the system has none.
func keptTables() *tablecache.Folder {
	path, _ := tablecache.Path()
	return tablecache.At(path)
}

// stays reports whether a path is a table on a server whose rows can stay there.
func (o *reading) stays(path string) bool {
	return (remote.IsAddress(path) || o.query != "") && len(o.found)+len(o.lookups) == 0
}

// address returns the address of a table on a server, with the query of --query. It returns an error if an option says
// how files are read: a table on a server has its columns and types already.
func (o *reading) address(path string) (string, error) {
	switch {
	case !remote.IsAddress(path):
		return "", usagef("--query is run by a server: write its address, as in postgres://user@host/database, in "+
			"place of %s", web.Clean(path))
	case !o.text.IsZero() || len(o.types)+len(o.roles) > 0 || o.sheet != "":
		return "", usagef("a table on a server has its columns and types already: --sheet, --type, --unpivot, " +
			"--header and the like say how files are read")
	case o.query == "":
		return path, nil
	}
	server, options, _ := strings.Cut(path, "?")
	return server + "?" + url.Values{"query": {o.query}}.Encode() + "&" + options, nil
}

// attach opens a table on a server whose rows stay there. The process ends with the command, and the connection
// with it.
func (o *reading) attach(ctx context.Context, e *engine.Engine, path string) (*data.Table, error) {
	path, err := o.address(path)
	if err != nil {
		return nil, err
	}
	server, of, err := dial.Table(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := of.InZones(o.zones, o.unfit.Missing); err != nil {
		server.Close()
		return nil, err
	}
	t := of.Schema()
	t.Reading.Zones = o.zones
	e.Attach(t, server, of)
	return t, nil
}

// lookUp adds columns of a second file by lookup.Join or lookup.JoinUnique.
func (o *reading) lookUp(ctx context.Context, t *data.Table, s lookup.Spec, join func(ctx context.Context, t,
	other *data.Table, s lookup.Spec) (*data.Table, error), streams Streams) (*data.Table, error) {
	other, err := unlocked(ctx, streams, o.passwords, func() (*data.Table, error) {
		return load.Open(ctx, s.Path, load.Options{Sheet: s.Sheet, Passwords: o.passwords, Kept: keptTables()})
	})
	if err != nil {
		return nil, err
	}
	if s.Sheet == "" && len(other.Sheets) > 1 && other.Path == t.Path && other.Sheet == t.Sheet {
		named := lookup.Spec{Path: other.Name, Sheet: "NAME", Keys: slices.Clone(s.Keys)}
		if at := slices.IndexFunc(t.Foreign, func(k data.ForeignKey) bool { return k.Column == s.On() }); at >= 0 {
			named.Sheet, named.Keys[0].Equals = t.Foreign[at].Table, t.Foreign[at].Key
		}
		return nil, usagef("--lookup: %s %q of %s is the one that is open: name the %[1]s that is looked up in, as "+
			"in '%[4]s'; there are %[5]s", other.SheetWord(), other.Sheet, other.Name, named,
			header.Nearest(other.Sheets, named.Sheet))
	}
	t, err = join(ctx, t, other, s)
	if err != nil {
		return nil, fmt.Errorf("cannot look up %s: %w", s.On(), err)
	}
	return t, nil
}

// loading converts the options to the options of package load, and sets the limit on memory.
func (o *reading) loading() (_ load.Options, err error) {
	memory.SetLimit(o.memory)
	if o.passwords, err = passwordsOf(o.passwordFile); err != nil {
		return load.Options{}, err
	}
	l := load.Options{Sheet: o.sheet, Reading: o.text, Unfit: o.unfit, Columns: o.wanted, Within: o.within,
		Compared: o.compared, Passwords: o.passwords, Kept: keptTables(), WillRead: o.willRead}
	if !o.keeps && o.text.Unpivot == "" && len(o.found)+len(o.lookups) == 0 {
		l.Repeats = o.repeats
	}
	l.Reading.Types, l.Reading.Roles, l.Reading.Zones = o.types, o.roles, o.zones
	// the filter compares wall times, but the statistics of the file are about instants
	if within := o.within; within != nil && len(o.zones) > 0 {
		l.Within = func(c *data.Column) (least, most int64, ok bool) {
			least, most, ok = within(c)
			return least, most, ok && c.Type != data.Timestamp
		}
	}
	for _, z := range o.zones {
		if _, _, err := data.ParseZone(z); err != nil && !o.unfit.Missing {
			return l, usagef("--%w", err)
		}
	}
	for _, r := range o.roles {
		if _, _, err := data.ParseRole(r); err != nil {
			return l, usagef("--%w", err)
		}
	}
	if _, err := delta.ParseVersion(o.text.Version); err != nil {
		return l, usagef("--table-version: %w", err)
	}
	_, cells := sheet.Parse(l.Reading)
	_, text := csv.Parse(l.Reading)
	switch {
	case cells != nil && strings.Contains(l.Reading.Header, "-"):
		return l, usagef("--%w", cells)
	case text != nil:
		return l, usagef("--%w", text)
	case cells != nil && !l.Reading.IsOfText():
		return l, usagef("--%w", cells)
	}
	return l, nil
}
