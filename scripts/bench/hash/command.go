package hash

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"cardinal/bench/report"
)

// found has the measurements of one function on one domain.
type found struct {
	Domain
	Probes
	function Function
	ns       float64
}

// Command defines the flags of bench hash and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		var all []found
		for _, d := range Domains() {
			for _, f := range Functions {
				if err := ctx.Err(); err != nil {
					return err
				}
				ns, p := d.lookUp(f)
				all = append(all, found{d, p, f, ns})
			}
		}
		body := describe(all)
		fmt.Println(body)
		if err := page.CSV("hash.csv", lines(all)); err != nil {
			return err
		}
		return page.Section("Hash functions on compact keys", body)
	}
}

// describe writes the page's section: the worst stride for every number of keys and every function.
func describe(all []found) string {
	var b strings.Builder
	fmt.Fprintf(&b, `%s

The keys are 0, stride, 2 stride and so on, in a hash table with linear probing that is half or two thirds full. For every number of keys and
every function the table shows the worst of the strides %s. A cell has the slots probed to find a
key (the mean, and in brackets the maximum) and the nanoseconds of a look-up, in an order that does not follow the keys' values. "Over" marks a
table that was given up while it was filled. All strides are in [hash.csv](hash.csv).

`, report.Machine(), strings.Trim(strings.ReplaceAll(fmt.Sprint(strides), " ", ", "), "[]"))
	t := report.Table{Header: []string{"keys", "random"}}
	for _, f := range Functions {
		t.Header = append(t.Header, f.Name)
		w := worst(all, func(x found) bool { return x.function.Name == f.Name })
		fmt.Fprintf(&b, "- %s: at worst %s probes where a random function needs %.2f, at %s keys with stride %s\n",
			f.Name, w.Probes, w.Expected(), report.Count(w.Keys), report.Count(w.Stride))
	}
	for i, x := range all {
		if i > 0 && all[i-1].Keys == x.Keys {
			continue
		}
		row := []string{report.Count(x.Keys), fmt.Sprintf("%.2f", x.Expected())}
		for _, f := range Functions {
			w := worst(all, func(y found) bool { return y.function.Name == f.Name && y.Keys == x.Keys })
			cell := w.Probes.String()
			if !w.Hopeless {
				cell += fmt.Sprintf(" %.0f ns", w.ns)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	return b.String() + "\n" + t.String()
}

// worst returns one of the measurements that pass a test: the one with the most probes relative to a random function.
func worst(all []found, test func(found) bool) (w found) {
	most := 0.0
	for _, x := range all {
		if over := x.Mean / x.Expected(); test(x) && over > most {
			w, most = x, over
		}
	}
	return w
}

// lines returns all measurements as the lines of a CSV file.
func lines(all []found) [][]string {
	out := [][]string{{"keys", "stride", "function", "probes_mean", "probes_max", "given_up", "ns"}}
	for _, x := range all {
		out = append(out, []string{strconv.Itoa(x.Keys), strconv.Itoa(x.Stride), x.function.Name,
			fmt.Sprintf("%.4f", x.Mean),
			strconv.Itoa(x.Max), strconv.FormatBool(x.Hopeless), fmt.Sprintf("%.2f", x.ns)})
	}
	return out
}

func (p Probes) String() string {
	s := fmt.Sprintf("%.2f (%s)", p.Mean, report.Count(p.Max))
	if p.Hopeless {
		return "over " + s
	}
	return s
}
