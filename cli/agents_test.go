package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"cardinal/internal/workspace"
)

// agentFolder writes tables into a folder and a file beside the folder.
func agentFolder(t *testing.T) (folder, outside string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("links take a permission there")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	folder, outside = filepath.Join(dir, "sales"), filepath.Join(dir, "secret.csv")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(folder, "sales.csv"), "region,revenue\nNorth,10.25\nSouth,2\nNorth,0.75\nSouth,x\n")
	write(filepath.Join(folder, "more.csv"), "region,revenue\nEast,1\n")
	write(filepath.Join(folder, "notes.xyz"), "no table")
	write(outside, "a,n\nx,1\n")
	if err := os.Symlink(outside, filepath.Join(folder, "link.csv")); err != nil {
		t.Fatal(err)
	}
	return folder, outside
}

// openWindow shows pivots as a window does; nil: there are no windows.
var openWindow func(table, pivot string) bool

// serveAgent starts the command mcp and returns the ends of its pipes.
func serveAgent(t *testing.T, words ...string) (in io.WriteCloser, out io.ReadCloser) {
	t.Helper()
	theirIn, in := io.Pipe()
	out, theirOut := io.Pipe()
	ended := make(chan int)
	go func() {
		code := Run(context.Background(), append([]string{"mcp"}, words...), Streams{In: theirIn, Out: theirOut,
			Err: io.Discard, Show: openWindow})
		_ = theirOut.Close()
		ended <- code
	}()
	t.Cleanup(func() {
		_ = in.Close()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		if code := <-ended; code != 0 {
			t.Error("the command ended with", code)
		}
	})
	return in, out
}

// agent is a client of the protocol's own library.
type agent struct{ *sdk.ClientSession }

func newAgent(t *testing.T, words ...string) agent {
	t.Helper()
	in, out := serveAgent(t, words...)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(),
		&sdk.IOTransport{Reader: out, Writer: in}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return agent{session}
}

// call returns the text of a tool's result.
func (a agent) call(t *testing.T, tool string, in map[string]any) (text string, failed bool) {
	t.Helper()
	result, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		return err.Error(), true
	}
	for _, c := range result.Content {
		if c, is := c.(*sdk.TextContent); is {
			text += c.Text
		}
	}
	return text, result.IsError
}

func TestAgentAsks(t *testing.T) {
	folder, _ := agentFolder(t)
	a := newAgent(t, folder)
	list, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if !tool.Annotations.ReadOnlyHint {
			t.Error(tool.Name, "is not said to read only")
		}
	}
	want := []string{"behind", "compare", "estimate", "explain", "files", "help", "inspect", "pivot", "quality"}
	if !slices.Equal(names, want) {
		t.Errorf("the tools are %v", names)
	}
	for _, test := range []struct {
		tool string
		in   map[string]any
		want []string
	}{
		{"files", map[string]any{}, []string{"/sales/more.csv", "/sales/sales.csv", `"bytes":22`}},
		{"help", map[string]any{"topic": "measures"}, []string{"sum(x)"}},
		{"inspect", map[string]any{"file": "sales.csv"}, []string{`"name":"revenue"`, `"nulls":`}},
		{"estimate", map[string]any{"file": "sales.csv", "rows": []string{"region"}}, []string{`"groups_estimated":2`,
			"cardinal estimate --rows=region --json " + folder}},
		{"pivot", map[string]any{"file": "more.csv", "rows": []string{"region"}, "values": []string{"sum(revenue)"}},
			[]string{`"cells":[[[1]]]`, `"grand_total":[1]`, `"exact":[true]`, `"modified":"`,
				"cardinal pivot --rows=region"}},
		{"pivot", map[string]any{"file": "sales.csv", "rows": []string{"region"}, "filter": []string{"region = 'North'"},
			"options": []string{"--top=1", "--others", "--type=revenue=number"}, "values": []string{"sum(revenue)"}},
			[]string{`"11.00"`, `"notes":["`, `'--filter=region = '\\''North'\\''`}},
		{"pivot", map[string]any{"file": "*e*s.csv", "rows": []string{"region"}}, []string{`"North"`}},
		{"behind", map[string]any{"file": "more.csv", "at": "region=East"}, []string{`region,revenue\nEast,1\n`}},
		{"explain", map[string]any{"file": "sales.csv", "rows": []string{"region"}, "values": []string{"sum(revenue)"},
			"at": "region=South", "against": "region=North", "options": []string{"--type=revenue=number", "--lines=3"}},
			[]string{`"answer":{`, "--against=region=North"}},
		{"compare", map[string]any{"file": "sales.csv", "other": "more.csv", "key": []string{"region"},
			"options": []string{"--type=revenue=number"}}, []string{`Change,Changed columns,region,revenue before`,
			`removed,,South,2.00`, `"differs":true`, "1 row added, 4 rows removed", "2 keys with several rows",
			"more.csv"}},
		{"compare", map[string]any{"file": "sales.csv", "other": "more.csv", "limit": 1},
			[]string{"the first 1 of 5 rows"}},
		{"compare", map[string]any{"file": "sales.csv", "a": "region = 'North'", "b": "region = 'South'",
			"values": []string{"count()"}}, []string{`"grand_total":[2,2,0,0,0]`}},
		{"compare", map[string]any{"file": "sales.csv", "other": "more.csv", "rows": []string{"region"}},
			[]string{`"differs":true`, "Came or went"}},
		{"behind", map[string]any{"file": "sales.csv", "limit": 1}, []string{"North,10.25", "the first 1 of 4 rows"}},
	} {
		got, failed := a.call(t, test.tool, test.in)
		for _, want := range test.want {
			if failed || !strings.Contains(strings.ReplaceAll(got, `\u0026`, "&"), want) {
				t.Errorf("%s %v lacks %s: %s", test.tool, test.in, want, got)
			}
		}
		if strings.Contains(got, "gpu_class") && test.tool == "pivot" {
			t.Error("the answer has the profile")
		}
	}
}

func TestAgentIsLimited(t *testing.T) {
	folder, outside := agentFolder(t)
	var many strings.Builder
	many.WriteString("id\n")
	for i := range 5000 {
		fmt.Fprintf(&many, "label %d\n", i)
	}
	if err := os.WriteFile(filepath.Join(folder, "many.csv"), []byte(many.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, "--kilobytes", "64", folder)
	for _, test := range []struct {
		tool string
		in   map[string]any
		want string
	}{
		{"inspect", map[string]any{"file": outside}, "outside of the folders"},
		{"inspect", map[string]any{"file": "../secret.csv"}, "outside of the folders"},
		{"inspect", map[string]any{"file": "link.csv"}, "outside of the folders"},
		{"inspect", map[string]any{"file": "/etc"}, "outside of the folders"},
		{"inspect", map[string]any{"file": "*.csv"}, "outside of the folders"}, // link.csv fits
		{"inspect", map[string]any{"file": "../*.csv"}, "outside of the folders"},
		{"inspect", map[string]any{"file": "postgres://localhost/db?table=t"}, "not the path of a file"},
		{"inspect", map[string]any{"file": "sales.csv\n" + outside}, "not the path of a file"},
		{"inspect", map[string]any{"file": ""}, "no file is named"},
		{"compare", map[string]any{"file": "sales.csv", "other": outside}, "outside of the folders"},
		{"compare", map[string]any{"file": "sales.csv", "other": "*e*.csv"}, "one file for each side"},
		{"compare", map[string]any{"file": "sales.csv"}, "name two files"},
		{"compare", map[string]any{"file": "sales.csv", "other": "more.csv", "key": []string{"none"}}, "none"},
		{"compare", map[string]any{"file": "sales.csv", "other": "more.csv", "options": []string{"--out=x.csv"}},
			"takes no option"},
		{"inspect", map[string]any{"file": "none.csv"}, "none.csv"},
		{"pivot", map[string]any{"file": "sales.csv", "options": []string{"--out=x.csv"}}, "takes no option"},
		{"pivot", map[string]any{"file": "sales.csv", "options": []string{"-o", "x.csv"}}, "takes no option"},
		{"pivot", map[string]any{"file": "sales.csv", "options": []string{"--lookup=" + outside + " on a = a"}},
			"takes no option"},
		{"pivot", map[string]any{"file": "sales.csv", "options": []string{"--workspace=" + outside}}, "takes no option"},
		{"pivot", map[string]any{"file": "sales.csv", "options": []string{"--password-file=" + outside}},
			"takes no option"},
		{"pivot", map[string]any{"file": "sales.csv", "options": []string{"--force"}}, "takes no option"},
		{"pivot", map[string]any{"file": "sales.csv", "options": []string{outside}}, "takes no option"},
		{"pivot", map[string]any{"file": "sales.csv", "rows": []string{"regoin"}}, "region"},
		{"pivot", map[string]any{"file": "many.csv", "rows": []string{"id"}}, "longer than 65,536 bytes"},
		{"pivot", map[string]any{"rows": []string{"id"}}, "file"},
		{"pivot", map[string]any{"file": 7}, "file"},
		{"drop", map[string]any{}, "drop"},
	} {
		if got, failed := a.call(t, test.tool, test.in); !failed || !strings.Contains(got, test.want) {
			t.Errorf("%s %v: %v %s", test.tool, test.in, failed, got)
		}
	}
	if got, failed := a.call(t, "pivot", map[string]any{"file": "many.csv", "rows": []string{"id"},
		"options": []string{"--top=3"}}); failed || !strings.Contains(got, "label") {
		t.Error("after all of them:", got)
	}
}

// TestAgentReadsDelta asks about a Delta table, whose log may name files elsewhere.
func TestAgentReadsDelta(t *testing.T) {
	folder, outside := agentFolder(t)
	link := filepath.Join(folder, "lake", "link.csv")
	log := filepath.Join(folder, "lake", "_delta_log")
	if err := os.MkdirAll(log, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, link); err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, folder)
	for i, test := range []struct{ commit, want string }{
		{`{"protocol":{"minReaderVersion":1}}{"metaData":{"schemaString":"{\"type\":\"struct\",\"fields\":[{\"name\":` +
			`\"a\",\"type\":\"long\"}]}"}}`, `version 0 of the Delta table was read`},
		{`{"add":{"path":"link.csv"}}`, "link.csv cannot be read"},
		{`{"add":{"path":"%2e%2e/%2e%2e/secret.csv"}}`, "outside of its folder"},
	} {
		path := filepath.Join(log, fmt.Sprintf("%020d.json", i))
		if err := os.WriteFile(path, []byte(test.commit), 0o600); err != nil {
			t.Fatal(err)
		}
		text, failed := a.call(t, "inspect", map[string]any{"file": "lake"})
		if !strings.Contains(text, test.want) || failed != (i > 0) {
			t.Error(text)
		}
	}
	if text, _ := a.call(t, "files", nil); !strings.Contains(text, "/lake\"") || strings.Contains(text, "_delta_log") {
		t.Error(text)
	}
}

// TestAgentWithoutLibrary speaks the protocol by hand, as a program in another language does.
func TestAgentWithoutLibrary(t *testing.T) {
	folder, _ := agentFolder(t)
	in, out := serveAgent(t, folder)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	say := func(line string) {
		if _, err := io.WriteString(in, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	type reply struct {
		ID            int
		Result, Error json.RawMessage
	}
	next := func() (r reply) {
		if !lines.Scan() {
			t.Fatal("no answer:", lines.Err())
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"by hand","version":"1"}}}`)
	if got := string(next().Result); !strings.Contains(got, `"name":"cardinal"`) || strings.Contains(got, "logging") {
		t.Error("initialize:", got)
	}
	say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"pivot","arguments":{"file":"more.csv",` +
		`"rows":["region"],"values":["sum(revenue)"]}}}`)
	// a second pivot while the first one runs
	say(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"pivot","arguments":{"file":"more.csv"}}}`)
	got := map[int]string{}
	for range 2 {
		r := next()
		got[r.ID] = string(r.Result)
	}
	if !strings.Contains(got[2], `\"grand_total\":[1]`) || !strings.Contains(got[3], `\"grand_total\":[1]`) {
		t.Error("pivots:", got)
	}
	say(`{"jsonrpc":"2.0","id":4,"method":"nothing/known"}`)
	if got := string(next().Error); got == "" {
		t.Error("an unknown method is no error")
	}
}

// TestAgentBreaksOff sends a line that is no JSON: the command ends and does not hang.
func TestAgentBreaksOff(t *testing.T) {
	folder, _ := agentFolder(t)
	var out, errs strings.Builder
	Run(t.Context(), []string{"mcp", folder}, Streams{In: strings.NewReader("{\"jsonrpc\": broken\n"), Out: &out,
		Err: &errs})
	if out.Len() > 0 {
		t.Error(out.String())
	}
}

// TestOptionsForAgents holds the options that agents may give to a list: a new option is not given to agents unseen.
func TestOptionsForAgents(t *testing.T) {
	reading := "sheet range header merged skip footer delimiter quote encoding decimal dates type role zone " +
		"unnest unpivot table-version"
	for command, want := range map[string]string{
		"inspect": "let " + reading,
		"estimate": "let group sort top bottom top-of top-by having others heading totals subtotals totals-at values-on " +
			"compact repeat-labels show-empty no-rows " + reading,
		"behind": "let group sort top bottom top-of top-by having others " + reading,
		"compare": "let group sort top bottom top-of top-by having others show title number no-totals bars scale " +
			"arrows highlight " +
			"heading totals subtotals totals-at values-on compact repeat-labels show-empty no-rows " + reading,
		"gone": "",
	} {
		if got := strings.Join(optionsForAgents(command), " "); got != want {
			t.Errorf("%s: %s", command, got)
		}
	}
	for _, name := range optionsForAgents("pivot") {
		if slices.Contains(strings.Fields("out force workspace lookup tier memory password-file log keep"), name) {
			t.Error("agents may give", name)
		}
	}
}

// TestAgentShows asks to show pivots: only with --window, and only of files in the folders.
func TestAgentShows(t *testing.T) {
	folder, outside := agentFolder(t)
	if _, failed := newAgent(t, folder).call(t, "show", map[string]any{"file": "sales.csv"}); !failed {
		t.Error("a pivot is shown without --window")
	}
	var table, pivot string
	open := true
	openWindow = func(path, text string) bool {
		table, pivot = path, text
		return open
	}
	defer func() { openWindow = nil }()
	a := newAgent(t, "--window", folder)
	in := map[string]any{"file": "sales.csv", "rows": []string{"region"}, "values": []string{"max(revenue)"}}
	text, failed := a.call(t, "show", in)
	f, err := workspace.Decode([]byte(pivot))
	if failed || err != nil || table != filepath.Join(folder, "sales.csv") || len(f.Tabs) != 1 ||
		fmt.Sprint(f.Tabs[0].Rows) != "[region]" {
		t.Errorf("%s, %v, %s: %s", text, err, table, pivot)
	}
	open = false
	if text, failed = a.call(t, "show", in); !failed || !strings.Contains(text, "no open window of Cardinal shows "+
		"sales.csv: ask the person to open it there") {
		t.Error(text)
	}
	open, table = true, ""
	for _, in := range []map[string]any{{"file": outside}, {"file": "sales.csv", "rows": []string{"nothing"}},
		{"file": "sales.csv", "options": []string{"--out=x"}}} {
		if text, failed = a.call(t, "show", in); !failed || table != "" {
			t.Errorf("%v: %s", in, text)
		}
	}
}
