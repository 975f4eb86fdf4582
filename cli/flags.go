package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"cardinal/data/load"
	"cardinal/data/text/header"
	"cardinal/engine/query"
)

// list is a flag that may be given several times and keeps every value. Every other flag may be given once.
type list []string

func (l *list) String() string { return strings.Join(*l, ", ") }

func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

const filterUsage = "`condition` that rows must hold: region in (\"EU\",\"US\") and price > 3; given several times, they must hold every one.\n" +
	"There are =, <>, <, <=, >, >=, in, between and is null, not before any of them; of texts contains, begins, ends, like 'A%' and matches '^[AB]',\n" +
	"with an i in front where case does not matter (icontains); of dates 'date in last 30 days' or 'this month', counted from the latest date,\n" +
	"from 'of today' or 'of 2024-12-31'; there are last, this, previous and next with days, weeks, months, quarters and years"

// filter is the condition that all values of --filter must hold, nil where there is none.
func (l list) filter() (*query.Expr, error) {
	var all []*query.Expr
	for _, text := range l {
		e, err := query.ParseFilter(text)
		if err != nil {
			return nil, usagef("--filter: %w", err)
		}
		if e != nil {
			all = append(all, e)
		}
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	}
	return &query.Expr{Op: query.And, Args: all}, nil
}

// parseFile reads the options of a command that takes a table, and returns the path of its file or files.
func parseFile(f *flag.FlagSet, args []string, s Streams) (string, error) {
	operands, err := parse(f, args, s)
	if err != nil {
		return "", err
	}
	return files(f.Name(), operands)
}

// files is the path of the files that a command names. Several are read as one table.
func files(command string, operands []string) (string, error) {
	if len(operands) == 0 {
		return "", usagef("%s: name a file: cardinal %s FILE", command, command)
	}
	for _, path := range operands {
		switch {
		case len(operands) == 1:
		case path == "-":
			return "", usagef("%s: the standard input is read alone: name files, or -", command)
		case !load.Exists(path):
			return "", usagef("%s: there is no file %s among the %d words outside options: %s; quote values that hold spaces",
				command, path, len(operands), strings.Join(operands, " "))
		}
	}
	return load.Join(operands...), nil
}

// parseJSON reads the options of a command that takes no file and prints its answer as text or, with --json, as JSON.
func parseJSON(f *flag.FlagSet, args []string, s Streams) (asJSON bool, err error) {
	f.BoolVar(&asJSON, "json", false, "print JSON")
	operands, err := parse(f, args, s)
	if err == nil && len(operands) > 0 {
		err = usagef("%s takes no file: %s", f.Name(), strings.Join(operands, " "))
	}
	return asJSON, err
}

// printJSON prints an answer as JSON that people can read.
func printJSON(s Streams, v any) error {
	enc := json.NewEncoder(s.Out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// optionsOf returns the names of all options of a command.
func optionsOf(f *flag.FlagSet) (names []string) {
	f.VisitAll(func(option *flag.Flag) { names = append(names, "--"+option.Name) })
	return names
}

// parse reads options and operands in any order and returns the operands. A flag of type list may be given
// several times, any other flag once.
func parse(f *flag.FlagSet, args []string, s Streams) ([]string, error) {
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	if name := givenTwice(f, args); name != "" {
		return nil, usagef("%s: --%s is given twice and may be given once", f.Name(), name)
	}
	var operands []string
	for {
		err := f.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			f.SetOutput(s.Out)
			fmt.Fprintf(s.Out, "options of cardinal %s:\n", f.Name())
			f.PrintDefaults()
			return nil, err
		case err != nil:
			if name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); unknown {
				return nil, usagef("%s: there is no option --%s; there are %s; cardinal %[1]s --help lists the options", f.Name(), name, header.Nearest(optionsOf(f), name))
			}
			return nil, usagef("%s: %v; cardinal %s --help lists the options", f.Name(), err, f.Name())
		}
		rest := f.Args()
		if len(rest) == 0 {
			return operands, nil
		}
		operands = append(operands, rest[0])
		args = rest[1:]
	}
}

// givenTwice returns the name of a flag that args have twice and that may be given once, "" where there is none. The
// word after a flag is its value, whatever the word looks like, unless the flag is a switch or has its value
// after an equals sign.
func givenTwice(f *flag.FlagSet, args []string) string {
	seen := map[string]bool{}
	for i := 0; i < len(args); i++ {
		if !strings.HasPrefix(args[i], "-") {
			continue
		}
		name, _, assigned := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[i], "-"), "-"), "=")
		one := f.Lookup(name)
		if one == nil {
			continue
		}
		if _, many := one.Value.(*list); !many && seen[name] {
			return name
		}
		seen[name] = true
		if off, ok := one.Value.(interface{ IsBoolFlag() bool }); !assigned && !(ok && off.IsBoolFlag()) {
			i++
		}
	}
	return ""
}
