package cli

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"cardinal/cli/mcp"
)

// mcpCommand serves agents on the standard input and output.
func mcpCommand(f *pflag.FlagSet) action {
	seconds := f.Int("seconds", 60, "greatest `NUMBER` of seconds that an answer may take")
	kilobytes := f.Int("kilobytes", 256, "greatest `SIZE` of an answer in kilobytes")
	window := f.Bool("window", false, "let agents show their pivots as tabs of an open window")
	return func(ctx context.Context, operands []string, s Streams) error {
		switch {
		case len(operands) == 0:
			return usagef("mcp: name the folders whose files may be read")
		case *seconds < 1 || *kilobytes < 1:
			return usagef("mcp: --seconds and --kilobytes are at least 1")
		case *window && s.Show == nil:
			return errors.New("mcp: --window: this program has no windows")
		}
		folders, err := mcp.FoldersNamed(operands)
		if err != nil {
			return err
		}
		if s.In == nil {
			return errors.New("there is no standard input: an agent starts this command")
		}
		server := mcp.Server{Folders: folders, Options: optionsForAgents, Time: time.Duration(*seconds) * time.Second,
			Room: *kilobytes << 10, Run: func(ctx context.Context, words []string, out, notes io.Writer) int {
				return Run(ctx, words, Streams{Out: out, Err: notes})
			}}
		if *window {
			server.Show = s.Show
		}
		for _, t := range topics {
			server.Topics = append(server.Topics, t.name)
		}
		return server.Serve(ctx, s.In, s.Out)
	}
}

// optionsForAgents lists the options of a command that agents may use: not options that name a file, nor options that
// say how the command runs.
func optionsForAgents(name string) (names []string) {
	root := commandTree(&Streams{}, &Opening{})
	c, _, err := root.Find([]string{name})
	if err != nil {
		return nil
	}
	for _, s := range sectionsOf(c) {
		switch s.title {
		case "How it runs", "Output", "What agents may do", "On the terminal":
			continue
		}
		for _, option := range s.options {
			if value, _ := pflag.UnquoteUsage(c.Flag(option)); !strings.HasSuffix(value, "FILE") {
				names = append(names, option)
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool {
		const own = "rows cols values filter at against key a b limit memory keep query"
		return slices.Contains(strings.Fields(own), name)
	})
}
