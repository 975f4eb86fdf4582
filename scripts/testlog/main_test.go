package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestFollow reads the events of four packages: one passes, one has a failed test, one ends in the middle of a test,
// and one does not compile.
func TestFollow(t *testing.T) {
	events := `# cardinal/d
{"ImportPath":"cardinal/d","Action":"build-output","Output":"d.go:1: undefined: x\n"}
{"Action":"run","Package":"cardinal/a","Test":"TestA"}
{"Action":"output","Package":"cardinal/a","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"cardinal/a","Test":"TestA","Output":"    a_test.go:3: logged\n"}
{"Action":"pass","Package":"cardinal/a","Test":"TestA"}
{"Action":"output","Package":"cardinal/a","Test":"TestB","Output":"    b_test.go:4: no servers: curl is not there\n"}
{"Action":"output","Package":"cardinal/a","Test":"TestB","Output":"--- SKIP: TestB (0.00s)\n"}
{"Action":"skip","Package":"cardinal/a","Test":"TestB"}
{"Action":"output","Package":"cardinal/a","Output":"PASS\n"}
{"Action":"output","Package":"cardinal/a","Output":"ok  \tcardinal/a\t0.1s\n"}
{"Action":"pass","Package":"cardinal/a"}
{"Action":"output","Package":"cardinal/b","Test":"TestC","Output":"    c_test.go:5: wrong\n"}
{"Action":"output","Package":"cardinal/b","Test":"TestC","Output":"--- FAIL: TestC (0.00s)\n"}
{"Action":"fail","Package":"cardinal/b","Test":"TestC"}
{"Action":"output","Package":"cardinal/b","Test":"TestD","Output":"    b_test.go:6: no servers: curl is not there\n"}
{"Action":"skip","Package":"cardinal/b","Test":"TestD"}
{"Action":"output","Package":"cardinal/b","Test":"TestE","Output":"--- SKIP: TestE (0.00s)\n"}
{"Action":"skip","Package":"cardinal/b","Test":"TestE"}
{"Action":"output","Package":"cardinal/b","Output":"FAIL\tcardinal/b\t0.1s\n"}
{"Action":"fail","Package":"cardinal/b"}
{"Action":"output","Package":"cardinal/c","Test":"TestF","Output":"signal: killed\n"}
{"Action":"fail","Package":"cardinal/c"}
{"Action":"output","Package":"cardinal/e","Output":"?   \tcardinal/e\t[no test files]\n"}
{"Action":"skip","Package":"cardinal/e"}
`
	var said strings.Builder
	skipped, err := follow(strings.NewReader(events), &said)
	if err != nil {
		t.Fatal(err)
	}
	if list(skipped, regexp.MustCompile("servers"), &said) {
		t.Error("a test that is skipped without a reason is allowed")
	}
	want := `# cardinal/d
d.go:1: undefined: x
ok  	cardinal/a	0.1s
    c_test.go:5: wrong
--- FAIL: TestC (0.00s)
FAIL	cardinal/b	0.1s
signal: killed
?   	cardinal/e	[no test files]

tests skipped: 3
    2  no servers: curl is not there (cardinal/a TestB and 1 more)
    1  no reason (cardinal/b TestE)
       FAIL: this should have been tried
`
	if said.String() != want {
		t.Errorf("%s", said.String())
	}
	if !list(skipped, regexp.MustCompile(""), &said) {
		t.Error("without a pattern a reason is not allowed")
	}
}
