package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/assets"
	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine"
	"cardinal/internal/wording"
	"cardinal/internal/workspace"
)

// kept has the options that name a pivot in a workspace, and the contents of the workspace.
type kept struct {
	path, name string
	all        bool            // all tabs are written, each on a sheet
	tabs       []workspace.Tab // with all: the tabs with a pivot
	bare       []string        // with all: the names of the tabs without a pivot
	source     workspace.Source
	tab        workspace.Tab
	named      map[string]bool // the options of the command
	words      *wording.Words  // of a workbook that is verified; nil: English
}

func (o *kept) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.path, "workspace", "", "`FILE` that the window saved: the pivot on its shelves runs, over its "+
		"table if no FILE is named")
	f.StringVar(&o.name, "tab", "", "`NAME` of a tab of the workspace, else the one that was shown")
	f.BoolVar(&o.all, "all-tabs", false, "write the pivots of all tabs of the workspace into one workbook, each on a "+
		"sheet of its own, or onto one web page (.html) with one set of filters")
}

// besides lists the options that go with --workspace. Any other option would repeat or contradict the tab.
var besides = []string{"workspace", "tab", "all-tabs", "sheets-by", "sheet", "unnest", "unpivot", "table-version",
	"range", "header", "merged", "skip", "footer", "delimiter", "quote", "encoding", "decimal", "dates", "type", "role",
	"zone", "password-file", "lookup", "format", "partition", "locale", "out", "encrypt", "out-password-file", "chart",
	"tier", "threads", "strategy", "profile", "compare", "force", "memory", "keep", "as"}

// read reads the workspace, and returns the file of its table if operands name no file.
func (o *kept) read(f *pflag.FlagSet, operands []string) (path string, err error) {
	var clash []string
	o.named = map[string]bool{}
	f.Visit(func(g *pflag.Flag) {
		if !slices.Contains(besides, g.Name) {
			clash = append(clash, "--"+g.Name)
		}
		o.named[g.Name] = true
	})
	if slices.Sort(clash); len(clash) > 0 {
		return "", usagef("%s cannot stand beside --workspace, whose tab says it already: edit the workspace, or "+
			"leave --workspace out", strings.Join(clash, " and "))
	}
	calendar.UseFirstDay(0) // a workspace means the same on every machine
	w, err := workspace.Read(o.path)
	if err != nil {
		return "", err
	}
	if o.tab, err = w.Tab(o.name); err != nil {
		return "", usagef("--tab: %w", err)
	}
	o.source = w.Source
	switch {
	case o.all && o.name != "" && !o.tab.Dashboard:
		return "", usagef("--all-tabs writes all tabs, and --tab names one: give one of them")
	case o.tab.Dashboard && !o.all:
		return "", usagef("the tab %s is a dashboard of other tabs: --all-tabs --out page.html writes its pivots, and "+
			"--tab names one of them", o.tab.Name)
	}
	if o.all {
		if err := o.keepPivots(w.Tabs); err != nil {
			return "", err
		}
	}
	if !o.named["tier"] && o.tab.RunOn != "" {
		if err := f.Set("tier", o.tab.RunOn); err != nil {
			return "", fmt.Errorf("cannot run the tab %s: %w", o.tab.Name, err)
		}
	}
	if !o.named["sheet"] {
		_ = f.Set("sheet", o.source.Sheet) // sheet takes any text, so Set cannot fail
	}
	if len(operands) > 0 {
		was, _, _ := strings.Cut(cmp.Or(o.source.Path, o.source.Absolute), "\n")
		how := o.source.Reading
		// options of reading do not suit a file of another kind
		if !strings.EqualFold(filepath.Ext(was), filepath.Ext(operands[0])) {
			how = data.Reading{}
		}
		o.source = workspace.Source{Reading: how}
		return files(f.Name(), operands)
	}
	if o.source.Sample {
		return "", nil
	}
	path, found := o.source.Find(filepath.Dir(o.path))
	if !found {
		return "", fmt.Errorf("the file %s of the workspace is neither where it was nor beside the workspace: name "+
			"it, as in cardinal pivot FILE --workspace %s", o.source.Name(), workspace.Quoted(o.path))
	}
	return path, nil
}

// open reads the table.
func (o *kept) open(ctx context.Context, e *engine.Engine, path string, how reading, tier string,
	s Streams) (*data.Table, error) {
	if path == "" {
		return assets.Sample(ctx)
	}
	if o.path != "" {
		if changed := o.source.Changed(path); changed != "" {
			printNotes(s, []string{changed})
		}
		how.keep(o.source.Reading, o.named)
	}
	for _, l := range o.tab.Lookups {
		spec, err := l.Spec(filepath.Dir(o.path))
		if err != nil {
			return nil, err
		}
		how.found = append(how.found, spec)
	}
	if len(how.found) > 0 {
		how.within = nil
	}
	switch {
	case (tier == "auto" || tier == string(engine.Server)) && how.stays(path) && !slices.ContainsFunc(o.tabs, looksUp):
		return how.attach(ctx, e, path)
	case tier == string(engine.Server):
		return nil, usagef("--tier server: %s is no table on a server", path)
	}
	t, err := loadAndProbe(ctx, e, path, how, tier, s)
	if err == nil && how.stays(path) {
		printNotes(s, []string{"--tier " + tier + " runs on this machine, so all rows of " + t.Name +
			" were read from the server"})
	}
	return t, err
}

// looksUp reports whether a tab looks columns up in other files.
func looksUp(t workspace.Tab) bool { return len(t.Lookups) > 0 }

// keepPivots keeps the tabs with a field on a shelf.
func (o *kept) keepPivots(tabs []workspace.Tab) error {
	shown := o.tab
	o.tab = workspace.Tab{}
	for _, t := range tabs {
		switch {
		case t.Dashboard || shown.Dashboard && slices.Contains(shown.LeftOut, t.Name):
		case len(t.Rows)+len(t.Cols)+len(t.Values) == 0:
			o.bare = append(o.bare, t.Name)
		default:
			o.tabs = append(o.tabs, t)
		}
	}
	if len(o.tabs) == 0 {
		return usagef("--all-tabs: no tab of the workspace has a field on its shelves")
	}
	return nil
}

// parseKept reads the options of the pivot command, and returns the path of the table, or "" if a workspace pivots the
// sample.
func (o *options) parseKept(f *pflag.FlagSet, operands []string) (path string, err error) {
	switch {
	case o.kept.path != "":
		return o.kept.read(f, operands)
	case o.kept.name != "":
		return "", usageError{errors.New("--tab names a tab of --workspace, which is missing")}
	case o.kept.all:
		return "", usageError{errors.New("--all-tabs writes the tabs of --workspace, which is missing")}
	}
	return files(f.Name(), operands)
}
