package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cardinal/data/number/calendar"
	"cardinal/data/text/header"
	"cardinal/engine/gpu/worker"
	"cardinal/internal/about"
	"cardinal/internal/separators"
)

// action does the work of a command with its files, after its options are read.
type action func(ctx context.Context, operands []string, s Streams) error

// command is one word after the program's name. make adds the options of the command to a set.
type command struct {
	name, arguments, does, example string
	make                           func(f *pflag.FlagSet) action
}

// openCommand is the word before the files that the window is to show.
const openCommand = "open"

var commands = []command{
	{"pivot", "FILE...", "group a file and print or save the crosstab",
		"cardinal pivot sales.csv --rows region --cols 'year(date)' --values 'sum(revenue)'", pivotCommand},
	{"behind", "FILE...", "print or save the rows of a cell of a pivot, or all rows: it converts files",
		"cardinal behind sales.csv --at 'region=North, year(date)=2024' --out north.csv", behindCommand},
	{"explain", "FILE...", "say which labels of the other columns make a figure of a pivot what it is",
		"cardinal explain sales.csv --cols 'year(date)' --values 'sum(revenue)' --at 'year(date)=2024'",
		explainCommand},
	{"compare", "FILE FILE", "show the pivots of two files side by side, or the rows that were added, removed and " +
		"changed", "cardinal compare old.csv new.csv --key order_id", compareCommand},
	{"verify", "FILE", "run the pivot of an exported workbook again, and name what differs from it",
		"cardinal verify report.xlsx", verifyCommand},
	{"inspect", "FILE...", "show rows, columns, types, nulls, distinct values, least and greatest",
		"cardinal inspect sales.csv", inspectCommand},
	{"estimate", "FILE...", "predict a pivot before it runs: groups, score, gates, times, tier",
		"cardinal estimate sales.csv --rows region,city --values 'sum(revenue)'", estimateCommand},
	{"doctor", "", "show what this machine has: cores, GPU and its limits, display, versions",
		"cardinal doctor", doctorCommand},
	{"calibrate", "", "measure this machine, so that pivots run where they are fastest",
		"cardinal calibrate", calibrateCommand},
	{"cache", "", "list or remove the tables and parts of files at addresses that are kept",
		"cardinal cache --empty", cacheCommand},
	{"folders", "", "say where settings, caches and crash reports lie, and empty them",
		"cardinal folders --empty tables", foldersCommand},
	{"tune", "", "search the fastest grids of the GPU's kernels, and keep them", "cardinal tune", tuneCommand},
	{"version", "", "say which Cardinal this is, its commit and its modules", "cardinal --version", versionCommand},
	{"gpu-worker", "", "serve the GPU to the program that started this one; not for people", "", workerCommand},
}

// IsCommand reports whether a word is a command or an option and no file. An option of the window is no command.
func IsCommand(word string) bool {
	if name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "="); name != word &&
		slices.Contains(windowOptions, name) {
		return false
	}
	others := []string{"help", "completion", "manual", "mcp", cobra.ShellCompRequestCmd,
		cobra.ShellCompNoDescRequestCmd}
	return strings.HasPrefix(word, "-") || slices.Contains(others, word) ||
		slices.ContainsFunc(commands, func(c command) bool { return c.name == word })
}

// usageError is the error of a wrong command: exit code 2.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{separators.Errorf(format, args...)} }

// Run runs the command args[0] and returns the exit code.
func Run(ctx context.Context, args []string, s Streams) (code int) {
	separators.Use(separators.Plain)
	calendar.Use(calendar.Language{})
	calendar.UseFirstDay(0)
	s = s.guarded()
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(s.Err, "cardinal: a fault in the program itself: %v; please report it with the command that "+
				"you gave\n", r)
			code = 1
		}
	}()
	s, closePager := s.paged()
	defer closePager()
	root := commandTree(&s, &Opening{})
	switch word := args[0]; {
	case word == "-h" || word == "--help" || word == "-help":
		args = append([]string{"help"}, args[1:]...)
	case word == "-v" || word == "--version" || word == "-version":
		args = append([]string{"version"}, args[1:]...)
	case strings.HasPrefix(word, "-") && root.PersistentFlags().Lookup(optionName(word)) == nil:
		return finish(usagef("there is no command or option %q; cardinal --help lists them", word), s)
	}
	err := execute(ctx, root, args)
	closePager()
	return finish(err, s)
}

// execute runs a command with its words.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	if c, _, err := root.Find(args); err == nil && c != root && args[0] == c.Name() {
		c.InitDefaultHelpFlag()
		args = append([]string{args[0]}, twoDashes(c, args[1:])...)
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// commandTree makes the commands with their options. The command open fills an Opening.
func commandTree(s *Streams, o *Opening) *cobra.Command {
	cobra.MousetrapHelpText = "" // a double click opens the window
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use: "cardinal [FILE...]", SilenceErrors: true, SilenceUsage: true,
		RunE: func(_ *cobra.Command, words []string) error {
			if len(words) == 0 {
				return usagef("there is no command; cardinal --help lists the commands")
			}
			return unknownCommand(words[0])
		},
	}
	root.Args = cobra.ArbitraryArgs
	root.SuggestionsMinimumDistance = 2
	s.manners.addFlags(root.PersistentFlags())
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return s.manners.check() }
	root.SetFlagErrorFunc(optionError)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	open := command{openCommand, "[FILE...]", "open the window with files, or with the built-in sample",
		"cardinal sales.csv", o.command}
	manual := command{"manual", "markdown | commands | man [COMMAND]", "write the manual, for packages", "",
		func(*pflag.FlagSet) action { return writeManual(root) }}
	agents := command{"mcp", "FOLDER...", "answer agents in the Model Context Protocol, from the files in folders",
		"cardinal mcp ~/sales", mcpCommand}
	for _, c := range slices.Concat([]command{open, manual}, commands, []command{agents}) {
		one := &cobra.Command{Use: strings.TrimSpace(c.name + " " + c.arguments), Short: c.does, Example: c.example}
		one.Hidden = c.example == ""
		one.Flags().SortFlags = false
		run := c.make(one.Flags())
		one.RunE = func(one *cobra.Command, operands []string) error {
			if c.arguments == "" && len(operands) > 0 {
				return usagef("%s takes no file: %s", c.name, strings.Join(operands, " "))
			}
			return run(one.Context(), operands, *s)
		}
		one.Args = cobra.ArbitraryArgs
		finishOptions(one, one.Flags())
		root.AddCommand(one)
	}
	finishOptions(root, root.PersistentFlags())
	root.SetHelpCommand(helpCommand(s))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd("help") // it has a name, so that the command is added
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Use, c.Short = "completion SHELL", "print a script for bash, zsh, fish or powershell that completes "+
				"options and columns"
		}
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { printHelp(c, s) })
	return root
}

// finishOptions lets options that are no list be given once, and tells the shells which values options take.
func finishOptions(c *cobra.Command, options *pflag.FlagSet) {
	options.VisitAll(func(o *pflag.Flag) {
		if _, many := o.Value.(*list); !many {
			o.Value = once{o.Value, new(bool)}
		}
	})
	completeOptions(c, options)
}

// unknownCommand returns the error for a word that is neither a file nor a command. The error names commands with a
// similar name.
func unknownCommand(word string) error {
	meant := ""
	if near := commandTree(&Streams{}, &Opening{}).SuggestionsFor(word); len(near) > 0 {
		meant = ", but there is " + strings.Join(near, " and ")
	}
	return usagef("there is no file and no command %q%s; cardinal --help lists the commands", word, meant)
}

// optionError says what is wrong with an option of a command.
func optionError(c *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &missing):
		name := "--" + missing.GetSpecifiedName()
		if missing.GetSpecifiedShortnames() != "" {
			name = name[1:]
		}
		if with := commandsWith(c.Root(), missing.GetSpecifiedName()); with != "" {
			return usagef("%s: %s is an option of cardinal %s; cardinal %[1]s --help lists those of %[1]s", c.Name(), name,
				with)
		}
		return usagef("%s: there is no option %s; there are %s; cardinal %[1]s --help lists the options",
			c.Name(), name, header.Nearest(optionsOf(c.Flags()), name))
	case errors.As(err, &bare):
		return usagef("%s: --%s needs a value; cardinal %[1]s --help lists the options", c.Name(), bare.GetFlag().Name)
	case errors.As(err, &invalid) && errors.Is(err, errTwice):
		return usagef("%s: --%s is given twice and may be given once", c.Name(), invalid.GetFlag().Name)
	case errors.As(err, &invalid):
		return usagef("%s: invalid value %q for --%s: %w; cardinal %[1]s --help lists the options",
			c.Name(), invalid.GetValue(), invalid.GetFlag().Name, plainError(invalid.Unwrap()))
	}
	return usagef("%s: %w; cardinal %[1]s --help lists the options", c.Name(), err)
}

// commandsWith names the commands that have an option, whose short form may be given: "pivot, behind".
func commandsWith(root *cobra.Command, option string) string {
	var with []string
	for _, c := range documented(root) {
		if c.Flags().Lookup(option) != nil || len(option) == 1 && c.Flags().ShorthandLookup(option) != nil {
			with = append(with, c.Name())
		}
	}
	return strings.Join(with, ", ")
}

// finish prints an error in one line and returns the exit code.
func finish(err error, s Streams) int {
	var wrong usageError
	switch {
	case err == nil, errors.Is(err, errHelped):
		return 0
	case errors.Is(err, context.Canceled):
		s.say(red, "cardinal:", "cancelled; nothing was written")
		return 1
	case errors.Is(err, syscall.EPIPE): // whoever reads has enough
		return 1
	}
	if errors.Is(err, errDiffers) {
		return 3
	}
	s.say(red, "cardinal:", strings.NewReplacer("\n", " ", "\r", " ").Replace(err.Error()))
	if errors.As(err, &wrong) {
		return 2
	}
	return 1
}

// versionCommand prints the version and the commit, and the versions of all modules in the program.
func versionCommand(*pflag.FlagSet) action {
	return func(_ context.Context, _ []string, s Streams) error {
		fmt.Fprintf(s.Out, "%s\n\nmodules:\n", about.Line())
		for _, m := range about.Modules() {
			fmt.Fprintf(s.Out, "  %s\n", m)
		}
		return nil
	}
}

// workerCommand serves the GPU to the process at the other end of the standard streams.
func workerCommand(*pflag.FlagSet) action {
	return func(context.Context, []string, Streams) error { return worker.Serve(os.Stdin, os.Stdout) }
}
