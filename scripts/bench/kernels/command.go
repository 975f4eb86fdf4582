package kernels

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"cardinal/bench/report"
)

const explained = "The planner's choice is in bold, and ringed in the chart. Rosenfeld and others (DaMoN 2019) " +
	"compare three of them: the shared table is `global`, " +
	"the independent tables are\n`private`, and the workgroup-local table is `workgroup`. Kernels that a number of " +
	"groups rules out, or whose tables do not fit, have no figure.\n"

// measured is a line of the log: the device time of a sum for a number of groups.
type measured struct {
	Keys       string  `json:"keys"` // distribution of the keys
	Slots      int     `json:"slots"`
	Aggregates string  `json:"aggregates"`
	Asked      string  `json:"asked"` // the kernel that was asked for; "": the planner chose one
	Ran        string  `json:"ran"`
	MS         float64 `json:"ms"`
}

// Command defines the flags of bench kernels and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	log := f.String("log", "curve.log", "what BenchmarkCurve printed with CARDINAL_CURVE_ALL=1")
	name := f.String("name", "card", "of the card, for the chart's file")
	card := f.String("card", "", "its name, for the chart's title")
	var page report.Page
	page.Flag(f)
	return func(context.Context) error {
		all, err := read(*log)
		if err != nil {
			return err
		}
		body := tables(all)
		fmt.Println(body)
		if page == "" {
			return nil
		}
		file := "gpu-kernels-" + *name + ".png"
		if err := draw(page.Beside(file), all); err != nil {
			return err
		}
		title := "Every kernel, a sum of 100,000,000 rows by the number of groups, " + *card
		return page.Section("The kernels beside each other", fmt.Sprintf("![%s](%s)\n\n%s\n%s", title, file,
			explained, body))
	}
}

// read reads the sums in a log.
func read(path string) ([]measured, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the log: %w", err)
	}
	defer file.Close()
	var all []measured
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line, found := strings.CutPrefix(lines.Text(), "CURVE ")
		if !found {
			continue
		}
		var m measured
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			return nil, fmt.Errorf("cannot read the log: %w", err)
		}
		if m.Aggregates == "sum" {
			all = append(all, m)
		}
	}
	if len(all) == 0 && lines.Err() == nil {
		return nil, fmt.Errorf("there is no line of BenchmarkCurve in %s", path)
	}
	return all, lines.Err()
}

// tables writes a table for each distribution of the keys. It has a row for each number of groups, and a column for
// each kernel. The planner's choice is in bold.
func tables(all []measured) string {
	var b strings.Builder
	for _, keys := range distributions(all) {
		t := report.Table{Header: append([]string{"groups"}, kernels(all)...)}
		var slots []int
		cells := map[int]map[string]string{}
		for _, m := range all {
			if m.Keys != keys {
				continue
			}
			if cells[m.Slots] == nil {
				slots, cells[m.Slots] = append(slots, m.Slots), map[string]string{}
			}
			if m.Asked != "" {
				cells[m.Slots][m.Asked] = fmt.Sprintf("%.3f", m.MS)
			}
		}
		for _, n := range slots {
			row := []string{report.Count(n)}
			for _, k := range t.Header[1:] {
				cell := cells[n][k]
				if cell != "" && chosen(all, keys, n) == k {
					cell = "**" + cell + "**"
				}
				row = append(row, cell)
			}
			t.Add(row...)
		}
		fmt.Fprintf(&b, "Milliseconds, %s keys:\n\n%s\n", keys, t.String())
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// chosen returns the kernel that the planner chose.
func chosen(all []measured, keys string, slots int) string {
	for _, m := range all {
		if m.Asked == "" && m.Keys == keys && m.Slots == slots {
			return m.Ran
		}
	}
	return ""
}

// distributions lists the distributions of the keys in the order of the log.
func distributions(all []measured) (names []string) {
	for _, m := range all {
		if !slices.Contains(names, m.Keys) {
			names = append(names, m.Keys)
		}
	}
	return names
}

// kernels lists the kernels that were asked for in the order of the log.
func kernels(all []measured) (names []string) {
	for _, m := range all {
		if m.Asked != "" && !slices.Contains(names, m.Asked) {
			names = append(names, m.Asked)
		}
	}
	return names
}
