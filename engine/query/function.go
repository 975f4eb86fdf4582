package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
)

// Function is the half of a function's description that the language, the editor and the help need: its name, arguments
// and result. The other half is in package formula and computes the result. Package formula defines both halves
// together.
type Function struct {
	Name    string // as it is written: round
	Also    []string
	Group   Group
	Args    []Argument
	Help    string // one line of the help that says what the result is
	Example string // a call with its result: round(2.345, 2) is 2.35
}

// Argument describes one argument of a function.
type Argument struct {
	Name     string
	Takes    ColumnTypes // 0: a condition
	Optional bool
	Repeats  bool     // the last argument may be repeated
	Words    []string // the argument is one of these words, not an expression
}

// Group is the subject under which the help lists a function.
type Group string

// The groups, in the order of the help.
const (
	Logic   Group = "Conditions"
	Math    Group = "Numbers"
	OfTexts Group = "Texts"
	OfDates Group = "Dates"
)

// Groups lists the groups in the order of the help.
var Groups = []Group{Logic, Math, OfTexts, OfDates}

// Functions lists all functions in the order of the help.
var Functions []*Function

// DefineFunction adds a function to the language. Package formula calls it for every function when the program starts.
func DefineFunction(f *Function) {
	for _, name := range append([]string{f.Name}, f.Also...) {
		if FunctionNamed(name) != nil || elsewhere[name] != "" {
			panic("BUG: the function " + name + " is defined twice, or has a hint that it is written another way")
		}
	}
	Functions = append(Functions, f)
}

// FunctionNamed returns the function with a name, or nil.
func FunctionNamed(name string) *Function {
	return each.First(Functions, func(f *Function) bool {
		return strings.EqualFold(f.Name, name) || slices.ContainsFunc(f.Also, func(other string) bool {
			return strings.EqualFold(other, name)
		})
	})
}

// Signature writes the function with the names of its arguments: round(number, places).
func (f *Function) Signature() string {
	var args []string
	for _, a := range f.Args {
		name := a.Name
		if a.Repeats {
			name += ", …"
		}
		if a.Optional {
			name = "[" + name + "]"
		}
		args = append(args, name)
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")"
}

// argument returns the argument at index i, or nil.
func (f *Function) argument(i int) *Argument {
	switch last := len(f.Args) - 1; {
	case i <= last:
		return &f.Args[i]
	case last >= 0 && f.Args[last].Repeats:
		return &f.Args[last]
	}
	return nil
}

// check returns an error if the function does not take n arguments.
func (f *Function) check(n int) error {
	least, most := each.Count(f.Args, func(a Argument) bool { return !a.Optional }), len(f.Args)
	if most > 0 && f.Args[most-1].Repeats {
		most = n
	}
	if n >= least && n <= most {
		return nil
	}
	return fmt.Errorf("%s is written %s", f.Name, f.Signature())
}

// functionNames lists the functions and the parts of dates that a formula over one row may call.
func functionNames() []string {
	names := each.Of(Functions, func(f *Function) string { return f.Name })
	return append(names, partNames()...)
}

// aggregateNames lists the aggregates and the functions that a formula over aggregates may call.
func aggregateNames() []string {
	names := each.Of(Funcs, func(f Func) string { return string(f) })
	return append(names, each.Of(Functions, func(f *Function) string { return f.Name })...)
}

// FunctionHelp lists the functions for the help, one per line.
func FunctionHelp() string {
	var lines []string
	for _, g := range Groups {
		for _, f := range Functions {
			if f.Group == g {
				lines = append(lines, fmt.Sprintf("%-28s %s", f.Signature(), f.Help))
			}
		}
	}
	return strings.Join(lines, "\n")
}
