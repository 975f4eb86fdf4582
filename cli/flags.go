package cli

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cardinal/data/load"
	"cardinal/data/web"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// list is an option that may be given several times and keeps every value. Every other option may be given once.
type list []string

func (l *list) String() string { return strings.Join(*l, ", ") }

func (l *list) Type() string { return "list" }

func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

// once is the value of an option that may be given once.
type once struct {
	pflag.Value
	given *bool
}

var errTwice = errors.New("given twice")

func (o once) Set(text string) error {
	if *o.given {
		return errTwice
	}
	*o.given = true
	return o.Value.Set(text)
}

// filter joins the values of --filter with and. It returns nil if there is no condition.
func (l list) filter() (*query.Expr, error) {
	all, err := each.Try(l, query.ParseFilter)
	if err != nil {
		return nil, usagef("--filter: %w", err)
	}
	return query.AllOf(all...), nil
}

// files joins the files that a command names to one path. Several files are read as one table. It returns a usage error
// if no file is named, or if one of several files does not exist.
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
			said := each.Of(operands, web.Clean)
			return "", usagef("%s: there is no file %s among the %d words outside options: %s; quote values that "+
				"hold spaces",
				command, path, len(operands), strings.Join(said, " "))
		}
	}
	return load.Join(operands...), nil
}

// jsonOption adds the option --json to a command.
func jsonOption(f *pflag.FlagSet) *bool { return f.Bool("json", false, "print JSON instead of text") }

// printJSON prints an answer as JSON that people can read.
func printJSON(s Streams, v any) error {
	enc := json.NewEncoder(s.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// optionsOf returns the names of all options of a command but --help.
func optionsOf(f *pflag.FlagSet) (names []string) {
	f.VisitAll(func(option *pflag.Flag) {
		if option.Name != "help" {
			names = append(names, "--"+option.Name)
		}
	})
	slices.Sort(names)
	return names
}

// optionName returns the name of the option that a word gives.
func optionName(word string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	return name
}

// twoDashes writes options such as -rows, which older commands have, with two dashes. The word after an option is its
// value, whatever the word looks like. A switch, and an option with an equals sign, take no word.
func twoDashes(c *cobra.Command, args []string) []string {
	written := append([]string{}, args...)
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		if !strings.HasPrefix(args[i], "-") {
			continue
		}
		option := c.Flag(optionName(args[i]))
		switch {
		case option != nil && !strings.HasPrefix(args[i], "--") && len(option.Name) > 1:
			written[i] = "-" + args[i]
		case option == nil && len(args[i]) == 2:
			option = c.Flags().ShorthandLookup(args[i][1:])
		}
		if option != nil && option.NoOptDefVal == "" && !strings.Contains(args[i], "=") {
			i++
		}
	}
	return written
}

// plainError rewords an error about a number, without the names of Go's functions.
func plainError(err error) error {
	if errors.As(err, new(*strconv.NumError)) {
		return errors.New("it is no number")
	}
	return err
}
