package cli

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"cardinal/engine/pushdown/pushtest"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
)

// TestAsCommand writes pivots as commands, reads the commands, and finds the same pivots.
func TestAsCommand(t *testing.T) {
	read := func(words []string) (query.Query, error) {
		c := &cobra.Command{}
		var o options
		f := c.Flags()
		o.shelves.addFlags(f)
		o.order.addFlags(f)
		o.measures.addFlags(f)
		o.output.addFlags(f)
		o.chartFlag(f)
		o.layout.addFlags(f)
		o.groups.addFlags(f)
		f.StringVar(&o.by, "sheets-by", "", "")
		o.tier = "auto"
		if err := f.Parse(words); err != nil {
			return query.Query{}, err
		}
		return o.query()
	}
	again := func(q query.Query) {
		f := workspace.File{Source: workspace.Source{Absolute: "/it's here/t.csv"}}
		text, err := f.Command(workspace.NewTab("Pivot", q))
		if err != nil {
			t.Fatalf("%v of %+v", err, q)
		}
		words := shellWords(text)
		if words[2] != "/it's here/t.csv" {
			t.Errorf("the file is %s", words[2])
		}
		again, err := read(words[3:])
		got, want := workspace.NewTab("", again), workspace.NewTab("", q)
		for _, t := range []*workspace.Tab{&got, &want} { // a field may stand twice
			t.Layout.NoSubtotals = slices.Compact(slices.Sorted(slices.Values(t.Layout.NoSubtotals)))
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: %s\ngives %+v\nof    %+v", err, text, got, want)
		}
	}
	given := append([]string{
		"--rows a,b --values 'sum(x),sum(x)' --show 'sum(x)=value' --show 'sum(x)=running along rows'",
		"--rows a,b --cols c --values \"sum(x) where a = 'u'\" --subtotals a --totals rows --heading it's",
		"--rows a --values sum(x) --bars sum(x) --highlight 'top 3 of sum(x)' --highlight 'sum(x) > 7' --no-rows -",
		"--rows a --values sum(x) --arrows '5 arrows per column of sum(x)' --scale '3 colours of sum(x)' --compact",
		"--rows a,b --top '80% of a' --bottom '3 of b by count()' --others --totals-at top --values-on rows",
		"--rows 'size,\"a, b\"' --sort 'size: S, M, L' --having 'size: sum(x) between 1 and 2' --repeat-labels",
	}, verifiedPivots...)
	for _, line := range given {
		q, err := read(words(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		again(q)
	}
	r := rand.New(rand.NewPCG(7, 60))
	for range 300 {
		q := pushtest.Query(r)
		q.SortByTops()
		again(q)
	}
}

// shellWords splits a line as a shell does.
func shellWords(line string) (words []string) {
	var word strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'':
			quoted = !quoted
		case c == '\\' && !quoted:
			i++
			word.WriteByte(line[i])
		case c == ' ' && !quoted:
			words = append(words, word.String())
			word.Reset()
		default:
			word.WriteByte(c)
		}
	}
	return append(words, word.String())
}

// TestAsJSON keeps a pivot that is printed as JSON as a workspace, which gives the same answer.
func TestAsJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	writeVerified(t)
	asked := words("pivot t.csv --rows region --values sum(amount),avg(share) --top 2 --filter amount>0")
	if err := os.WriteFile("kept.cardinal", []byte(runOnce(append(asked, "--as", "json"))), 0o600); err != nil {
		t.Fatal(err)
	}
	if want, got := runOnce(asked), runOnce(words("pivot --workspace kept.cardinal")); got != want {
		t.Errorf("the workspace gives\n%s, and not\n%s", got, want)
	}
	command := shellWords(strings.TrimSpace(runOnce(words("pivot --workspace kept.cardinal --as command"))))
	if want, got := runOnce(asked), runOnce(command[1:]); got != want {
		t.Errorf("%q gives\n%s, and not\n%s", command, got, want)
	}
}
