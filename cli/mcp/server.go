package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"cardinal/data/load"
	"cardinal/internal/about"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/workspace"
)

// Server answers the questions of one agent.
type Server struct {
	Folders Folders
	// runs a command with its words, and returns its exit code
	Run func(ctx context.Context, words []string, out, notes io.Writer) int
	// the options of a command that agents may give, without those that name files
	Options func(command string) []string
	Topics  []string // of the help
	// asks an open window to show a pivot of the table at a path, and reports whether a window does; nil: not allowed
	Show func(table, pivot string) bool
	Room int           // greatest size of an answer in bytes
	Time time.Duration // greatest time of an answer

	one sync.Mutex // held while a command runs
}

// Serve answers questions until the input ends.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	err := s.server().Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}})
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// unclosed is a writer that the end of a session leaves open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

const instructions = "Cardinal groups tables of files exactly. Begin with files and inspect, read help for the " +
	"syntax of fields, measures, formulas and filters, and ask estimate for the cost of a pivot over a large file. " +
	"Every figure is exact, or the exact one rounded once: the member exact of a pivot says which, for each measure."

// server returns a server with all tools.
func (s *Server) server() *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "cardinal", Title: "Cardinal", Version: about.Version},
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{}})
	add(server, "files", "List the tables that can be asked about.",
		func(context.Context, struct{}) (any, error) {
			all, note := s.Folders.tables()
			return struct {
				Files []file `json:"files"`
				Note  string `json:"note,omitempty"`
			}{all, note}, nil
		})
	add(server, "help", "Read a page of the help: "+strings.Join(s.Topics, ", ")+", or pivot, behind, explain, "+
		"compare, inspect, estimate for the options of a tool.", func(ctx context.Context, in topic) (any, error) {
		page, _, _, err := s.run(ctx, []string{"help", in.Topic})
		return map[string]string{"page": string(page)}, err
	})
	add(server, "inspect", "Show rows, columns, types, missing and distinct values of a table, and notes on odd "+
		"values.",
		func(ctx context.Context, in table) (any, error) { return s.ask(ctx, "inspect", in, "--json") })
	add(server, "quality", "List what is doubtful in a table: empty columns, labels that look the same, blanks at the "+
		"ends, values far from the others, dates in the future, equal rows; each with a filter for its rows.",
		func(ctx context.Context, in table) (any, error) {
			return s.ask(ctx, "inspect", in, "--quality", "--json")
		})
	add(server, "estimate", "Predict a pivot before it runs: the number of groups, the time, and where it would run.",
		func(ctx context.Context, in shelves) (any, error) {
			return s.ask(ctx, "estimate", in.table, append(in.words(), "--json")...)
		})
	add(server, "pivot", "Group a table: figures by the labels of rows and columns, with totals.",
		func(ctx context.Context, in shelves) (any, error) {
			a, err := s.ask(ctx, "pivot", in.table, append(in.words(), "--format=json")...)
			return a.withoutProfile(), err
		})
	add(server, "behind", "Read the rows that a figure of a pivot is computed from, as CSV.",
		func(ctx context.Context, in rows) (any, error) {
			return s.ask(ctx, "behind", in.table, append(in.words(), "--format=csv", limited(in.Limit))...)
		})
	add(server, "explain", "Say why a figure is what it is: which labels of every other column make it up, and its "+
		"difference from the figure before it.", func(ctx context.Context, in compared) (any, error) {
		words := append(in.words(), "--format=json")
		if in.Against != "" {
			words = append(words, "--against="+in.Against)
		}
		return s.ask(ctx, "explain", in.table, words...)
	})
	add(server, "compare", "Compare two versions of a file, or two groups of rows of a file. With rows, cols or "+
		"values: their figures side by side with the difference. Else: the rows that were added, removed and changed, "+
		"as CSV, with their numbers in the notes.", s.compare)
	if s.Show != nil {
		add(server, "show", "Show a pivot to the person, as a tab of the window of Cardinal that is open. The figures "+
			"come from the tool pivot.", s.show)
	}
	return server
}

// show shows a pivot in an open window.
func (s *Server) show(ctx context.Context, in shelves) (any, error) {
	a, err := s.ask(ctx, "pivot", in.table, append(in.words(), "--as=json")...)
	if err != nil {
		return nil, err
	}
	text, _ := a.Answer.(json.RawMessage)
	paths := each.Of(a.Files, func(f file) string { return f.Path })
	if !s.Show(load.Join(paths...), string(text)) {
		return nil, fmt.Errorf("no open window of Cardinal shows %s: ask the person to open it there", in.File)
	}
	return map[string]bool{"shown": true}, nil
}

// compare compares two files, or two groups of rows of a file.
func (s *Server) compare(ctx context.Context, in sides) (any, error) {
	words, files := in.words(), []string{in.File}
	if in.Other != "" {
		files = append(files, in.Other)
	}
	for _, o := range []struct{ option, given string }{{"key", strings.Join(in.Key, ",")}, {"a", in.A}, {"b", in.B}} {
		if o.given != "" {
			words = append(words, "--"+o.option+"="+o.given)
		}
	}
	if len(in.Rows)+len(in.Cols)+len(in.Values) == 0 {
		return s.askAbout(ctx, "compare", files, in.Options, append(words, "--format=csv", limited(in.Limit))...)
	}
	a, err := s.askAbout(ctx, "compare", files, in.Options, append(words, "--format=json")...)
	return a.withoutProfile(), err
}

// mostRows is the greatest number of rows that a tool returns.
const mostRows = 10_000

// limited returns the option for a number of rows; 0: 100.
func limited(rows int) string {
	if rows == 0 {
		rows = 100
	}
	return fmt.Sprintf("--limit=%d", min(max(rows, 1), mostRows))
}

// add adds a tool that only reads.
func add[In any](server *sdk.Server, name, does string, answer func(context.Context, In) (any, error)) {
	local := false
	sdk.AddTool(server, &sdk.Tool{Name: name, Description: does,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &local}},
		func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
			out, err := answer(ctx, in)
			return nil, out, err
		})
}

type topic struct {
	Topic string `json:"topic" jsonschema:"name of the page"`
}

type table struct {
	File    string   `json:"file" jsonschema:"a file, a folder or a pattern, as the tool files lists them"`
	Options []string `json:"options,omitempty" jsonschema:"further options, such as --top=10 or --sheet=Sales"`
}

type shelves struct {
	table
	Rows   []string `json:"rows,omitempty" jsonschema:"fields on rows: region, year(date)"`
	Cols   []string `json:"cols,omitempty" jsonschema:"fields on columns"`
	Values []string `json:"values,omitempty" jsonschema:"measures: sum(revenue), avg(price); else count()"`
	Filter []string `json:"filter,omitempty" jsonschema:"conditions that every row must meet: price > 3"`
}

// words returns the options for the shelves.
func (q shelves) words() (words []string) {
	for _, shelf := range []struct {
		option string
		given  []string
	}{{"rows", q.Rows}, {"cols", q.Cols}, {"values", q.Values}} {
		if len(shelf.given) > 0 {
			words = append(words, "--"+shelf.option+"="+strings.Join(shelf.given, ","))
		}
	}
	words = append(words, each.Of(q.Filter, func(condition string) string { return "--filter=" + condition })...)
	return words
}

type figure struct {
	shelves
	At string `json:"at,omitempty" jsonschema:"labels: region=North, year(date)=2024; none for the grand total"`
}

// words returns the options for the figure.
func (f figure) words() []string {
	words := f.shelves.words()
	if f.At != "" {
		words = append(words, "--at="+f.At)
	}
	return words
}

type rows struct {
	figure
	Limit int `json:"limit,omitempty" jsonschema:"greatest number of rows: 100 if not given, 10,000 at most"`
}

type compared struct {
	figure
	Against string `json:"against,omitempty" jsonschema:"labels of the other figure: year(date)=2023; or none"`
}

type sides struct {
	shelves
	Other string   `json:"other,omitempty" jsonschema:"the later version; none with a and b"`
	Key   []string `json:"key,omitempty" jsonschema:"columns that tell which rows are the same; else all columns"`
	A     string   `json:"a,omitempty" jsonschema:"with b, in one file: condition of the first rows: year(date) = 2023"`
	B     string   `json:"b,omitempty" jsonschema:"condition of the other rows: year(date) = 2024"`
	Limit int      `json:"limit,omitempty" jsonschema:"greatest number of rows: 100 if not given, 10,000 at most"`
}

// answer is the result of a tool: what a command printed, the files that it read, and its command line.
type answer struct {
	Answer  any      `json:"answer"` // JSON, or text
	Notes   []string `json:"notes,omitempty"`
	Files   []file   `json:"files"`
	Differs bool     `json:"differs,omitempty"` // a comparison found differences
	Command string   `json:"command"`           // gives a person the same answer
}

// withoutProfile returns an answer without the profile of its pivot, which is longer than many answers.
func (a answer) withoutProfile() answer {
	if text, is := a.Answer.(json.RawMessage); is {
		members := map[string]json.RawMessage{}
		if json.Unmarshal(text, &members) == nil {
			delete(members, "profile")
			a.Answer = members
		}
	}
	return a
}

// ask runs a command over a table with the options of the agent. The error is one sentence.
func (s *Server) ask(ctx context.Context, command string, in table, words ...string) (answer, error) {
	return s.askAbout(ctx, command, []string{in.File}, in.Options, words...)
}

// askAbout does what ask does, over one or several tables. If there are several names, each must stand for a single
// file.
func (s *Server) askAbout(ctx context.Context, command string, names, options []string,
	words ...string) (answer, error) {
	a := answer{}
	allowed := s.Options(command)
	for _, option := range options {
		name, _, _ := strings.Cut(strings.TrimPrefix(option, "--"), "=")
		if !strings.HasPrefix(option, "--") || !slices.Contains(allowed, name) {
			return a, fmt.Errorf("%s takes no option %q: agents may give --%s, each with its value behind =",
				command, option, strings.Join(allowed, ", --"))
		}
	}
	for _, name := range names {
		files, err := s.Folders.files(name)
		if err != nil {
			return a, err
		}
		if len(names) > 1 && len(files) != 1 {
			return a, fmt.Errorf("%s is %d files: %s takes one file for each side", name, len(files), command)
		}
		a.Files = append(a.Files, files...)
	}
	words = append(append([]string{command}, options...), words...)
	words = append(words, each.Of(a.Files, func(f file) string { return f.Path })...)
	a.Command = "cardinal"
	for _, w := range words {
		a.Command += " " + workspace.Quoted(w)
	}
	printed, notes, differs, err := s.run(ctx, words)
	if a.Notes, a.Differs = notes, differs; err != nil {
		return a, err
	}
	a.Answer = string(printed)
	if json.Valid(printed) {
		a.Answer = json.RawMessage(printed)
	}
	return a, nil
}

// codeDiffers is the exit code of a command that compared and found differences.
const codeDiffers = 3

// run runs a command and returns what it printed, its notes, and whether it found differences. The error has the
// message of the command, or says which limit was reached.
func (s *Server) run(ctx context.Context, words []string) (printed []byte, notes []string, differs bool, err error) {
	s.one.Lock()
	defer s.one.Unlock()
	ctx, cancel := context.WithTimeout(ctx, s.Time)
	defer cancel()
	out, said := &bounded{room: s.Room}, &bounded{room: s.Room}
	code := s.Run(ctx, words, out, said)
	if differs = code == codeDiffers; differs {
		code = 0
	}
	for line := range strings.Lines(said.String()) {
		line = strings.TrimSpace(line)
		if note, is := strings.CutPrefix(line, "note: "); is {
			notes = append(notes, note)
		} else if code != 0 {
			err = errors.New(strings.TrimPrefix(line, "cardinal: "))
		}
	}
	switch {
	case out.full:
		return nil, notes, differs, separators.Errorf("the answer is longer than %d bytes: keep fewer labels with "+
			"--top=N, coarser fields, or a filter", s.Room)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, notes, differs, fmt.Errorf("the answer took longer than %v: ask estimate, keep fewer fields, or "+
			"filter", s.Time)
	case code != 0 && err == nil:
		err = fmt.Errorf("the command ended with code %d", code)
	}
	return out.Bytes(), notes, differs, err
}

// bounded keeps what is written to it, up to a number of bytes.
type bounded struct {
	bytes.Buffer
	room int
	full bool
}

var errFull = errors.New("the answer is too long")

// Write refuses bytes for which there is no room.
func (b *bounded) Write(p []byte) (int, error) {
	if b.full = b.full || b.Len()+len(p) > b.room; b.full {
		return 0, errFull
	}
	return b.Buffer.Write(p)
}
