package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"cardinal/engine/query"
)

// list is a flag that may be given several times and keeps every value. Every other flag may be given once.
type list []string

func (l *list) String() string { return strings.Join(*l, ", ") }

func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

const filterUsage = "`condition` that rows must hold: region in (\"EU\",\"US\") and price > 3; given several times, they must hold every one"

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

// once is the value of a flag that may be given once.
type once struct {
	flag.Value
	given, again bool
}

func (o *once) Set(s string) error {
	if o.again = o.given; o.again {
		return errors.New("given twice")
	}
	o.given = true
	return o.Value.Set(s)
}

// IsBoolFlag tells package flag whether the flag has no value.
func (o *once) IsBoolFlag() bool {
	b, ok := o.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// parseFile reads the options of a command that takes one file, and returns the file.
func parseFile(f *flag.FlagSet, args []string, s Streams) (string, error) {
	operands, err := parse(f, args, s)
	switch {
	case err != nil:
		return "", err
	case len(operands) == 0:
		return "", usagef("%s: name a file: cardinal %s FILE", f.Name(), f.Name())
	case len(operands) > 1:
		return "", usagef("%s takes one file, and %d words stand outside options: %s; quote values that hold spaces",
			f.Name(), len(operands), strings.Join(operands, " "))
	}
	return operands[0], nil
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

// parse reads options and operands in any order and returns the operands. A flag of type list may be given several times,
// any other flag once.
func parse(f *flag.FlagSet, args []string, s Streams) ([]string, error) {
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.VisitAll(func(one *flag.Flag) {
		if _, many := one.Value.(*list); !many {
			one.Value = &once{Value: one.Value}
		}
	})
	var operands []string
	for {
		err := f.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			printOptions(f, s.Out)
			return nil, err
		case err != nil:
			return nil, wrongFlag(f, err)
		}
		rest := f.Args()
		if len(rest) == 0 {
			return operands, nil
		}
		operands = append(operands, rest[0])
		args = rest[1:]
	}
}

// wrongFlag is the error of the flag at which parsing ended.
func wrongFlag(f *flag.FlagSet, err error) error {
	twice := ""
	f.VisitAll(func(one *flag.Flag) {
		if o, ok := one.Value.(*once); ok && o.again {
			twice = one.Name
		}
	})
	if twice != "" {
		return usagef("%s: --%s is given twice and may be given once", f.Name(), twice)
	}
	return usagef("%s: %v; cardinal %s --help lists the options", f.Name(), err, f.Name())
}

// printOptions lists the options with their defaults. Package flag looks at the types of the values, so that they are unwrapped first.
func printOptions(f *flag.FlagSet, w io.Writer) {
	f.VisitAll(func(one *flag.Flag) {
		if o, ok := one.Value.(*once); ok {
			one.Value = o.Value
		}
	})
	f.SetOutput(w)
	fmt.Fprintf(w, "options of cardinal %s:\n", f.Name())
	f.PrintDefaults()
}
