package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// event is a line of go test -json. Other lines are output of the build.
type event struct{ Action, Package, Test, Output string }

// location is what t.Skip writes before a reason.
var location = regexp.MustCompile(`^\s+\S+\.go:\d+: `)

func main() {
	may := flag.String("may", "", "a `pattern` of the reasons that may skip tests; a test skipped for another reason "+
		"is a failure (default: every reason may)")
	flag.Parse()
	allowed, err := regexp.Compile(*may)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testlog:", err)
		os.Exit(2)
	}
	skipped, err := follow(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testlog:", err)
		os.Exit(1)
	}
	if !list(skipped, allowed, os.Stdout) {
		os.Exit(1)
	}
}

// follow prints the results of packages and the output of tests that failed. It returns the skipped tests by reason.
func follow(r io.Reader, w io.Writer) (map[string][]string, error) {
	skipped := map[string][]string{}
	type test struct{ pkg, name string }
	output := map[test][]string{} // output of tests that have not ended
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		var e event
		if json.Unmarshal([]byte(line), &e) != nil {
			fmt.Fprint(w, line)
		}
		key := test{e.Package, e.Test}
		ended := e.Action == "pass" || e.Action == "fail" || e.Action == "skip"
		switch {
		case strings.HasPrefix(e.Output, "=== "):
		case e.Action == "build-output", e.Action == "output" && e.Test == "" && e.Output != "PASS\n":
			fmt.Fprint(w, e.Output)
		case e.Action == "output":
			output[key] = append(output[key], e.Output)
		case e.Action == "fail" && e.Test == "": // a package with tests that never ended
			for k, of := range output {
				if k.pkg == e.Package {
					fmt.Fprint(w, strings.Join(of, ""))
					delete(output, k)
				}
			}
		case e.Action == "fail":
			fmt.Fprint(w, strings.Join(output[key], ""))
		case e.Action == "skip" && e.Test != "":
			reason := reasonOf(output[key])
			skipped[reason] = append(skipped[reason], e.Package+" "+e.Test)
		}
		if ended {
			delete(output, key)
		}
		if err == io.EOF {
			return skipped, nil
		} else if err != nil {
			return nil, err
		}
	}
}

// reasonOf finds the text of t.Skip in the output of a test.
func reasonOf(output []string) string {
	for _, line := range slices.Backward(output) {
		if at := location.FindString(line); at != "" {
			return strings.TrimSpace(line[len(at):])
		}
	}
	return "no reason"
}

// list prints the skipped tests, the commonest reason first, and reports whether all reasons are allowed.
func list(skipped map[string][]string, allowed *regexp.Regexp, w io.Writer) bool {
	reasons := slices.SortedFunc(maps.Keys(skipped), func(a, b string) int {
		return cmp.Or(len(skipped[b])-len(skipped[a]), strings.Compare(a, b))
	})
	all, total := true, 0
	for _, reason := range reasons {
		total += len(skipped[reason])
	}
	if total > 0 {
		fmt.Fprintf(w, "\ntests skipped: %d\n", total)
	}
	for _, reason := range reasons {
		tests := skipped[reason]
		first, more := tests[0], ""
		if len(tests) > 1 {
			more = fmt.Sprintf(" and %d more", len(tests)-1)
		}
		fmt.Fprintf(w, "%5d  %s (%s%s)\n", len(tests), reason, first, more)
		if !allowed.MatchString(reason) {
			fmt.Fprintln(w, "       FAIL: this should have been tried")
			all = false
		}
	}
	return all
}
