package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// browser is a Chromium without a window. The DevTools protocol goes through pipes: a message is JSON, and ends in a
// byte of zero.
type browser struct {
	*testing.T
	to      *os.File
	from    *bufio.Reader
	last    int
	session string
	faults  []string // what scripts threw, what the policy of a page forbade, and dialogs
}

// openBrowser starts a browser that ends with the test.
func openBrowser(t *testing.T) *browser {
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: no page is opened in a browser")
	}
	theirs, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := os.MkdirTemp("", "chromium")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute) // for a browser that hangs
	c := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--remote-debugging-pipe", "--user-data-dir="+profile, "about:blank")
	c.ExtraFiles = []*os.File{theirs, ours} // 3 and 4
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = theirs.Close(), ours.Close()
	b := &browser{T: t, to: to, from: bufio.NewReader(from)}
	t.Cleanup(func() {
		_, _ = to.WriteString(`{"id":0,"method":"Browser.close"}` + "\x00")
		_ = c.Wait()
		stop()
		for deadline := time.Now().Add(10 * time.Second); os.RemoveAll(profile) != nil && time.Now().Before(deadline); {
			time.Sleep(50 * time.Millisecond) // processes of the browser still write there
		}
		_, _ = to.Close(), from.Close()
	})
	var targets struct {
		TargetInfos []struct{ TargetID, Type string }
	}
	b.call("Target.getTargets", nil, &targets)
	for _, target := range targets.TargetInfos {
		if target.Type == "page" {
			var attached struct{ SessionID string }
			b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
			b.session = attached.SessionID
		}
	}
	for _, domain := range []string{"Runtime", "Log", "Page"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// call sends a command and reads its result.
func (b *browser) call(method string, params any, result any) {
	b.Helper()
	b.last++
	message := map[string]any{"id": b.last, "method": method, "params": params}
	if params == nil {
		delete(message, "params")
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	if err != nil {
		b.Fatal(err)
	}
	for {
		text, err := b.from.ReadBytes(0)
		if err != nil {
			b.Fatalf("%s: the browser does not answer: %v", method, err)
		}
		var m struct {
			ID            int
			Method        string
			Params        json.RawMessage
			Result, Error json.RawMessage
		}
		if err := json.Unmarshal(bytes.TrimRight(text, "\x00"), &m); err != nil {
			b.Fatal(err)
		}
		switch {
		case m.ID == b.last && m.Error != nil:
			b.Fatalf("%s: %s", method, m.Error)
		case m.ID == b.last:
			if result != nil {
				if err := json.Unmarshal(m.Result, result); err != nil {
					b.Fatal(err)
				}
			}
			return
		case m.Method == "Runtime.exceptionThrown" || m.Method == "Log.entryAdded" ||
			m.Method == "Page.javascriptDialogOpening":
			b.faults = append(b.faults, m.Method+" "+string(m.Params))
		}
	}
}

// eval returns the result of a script in the page.
func (b *browser) eval(script string) string {
	b.Helper()
	var out struct {
		Result           struct{ Value any }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": script, "returnByValue": true}, &out)
	if out.ExceptionDetails != nil {
		b.Fatalf("%s: %s", script, out.ExceptionDetails)
	}
	return fmt.Sprint(out.Result.Value)
}

// open shows the page at a path, with or without its script.
func (b *browser) open(path string, scripts bool) {
	b.Helper()
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": !scripts}, nil)
	b.call("Page.navigate", map[string]any{"url": "file://" + path}, nil)
	for b.eval("document.readyState + location.pathname") != "complete"+path {
		time.Sleep(5 * time.Millisecond)
	}
}

// table returns the cells of the table as they are read, with their spans, a row a line.
func (b *browser) table() string {
	b.Helper()
	return b.eval(`[...document.querySelectorAll('tr')].map(r => [...r.cells].map(c => c.tagName +
		(c.colSpan > 1 ? ' ' + c.colSpan + ' wide' : '') + (c.rowSpan > 1 ? ' ' + c.rowSpan + ' high' : '') +
		c.style.paddingLeft + ' ' + c.className + ' ' +
		c.innerText.replace(/[▾▸▴]/g, '').trim()).join(' | ')).join('\n')`)
}

// click presses the mouse on the only element that a script finds.
func (b *browser) click(element string) {
	b.Helper()
	at := b.eval(`(() => { const e = ` + element + `; e.scrollIntoView({ block: 'center', inline: 'center' });
		const r = e.getBoundingClientRect(); return (r.x + r.width / 2) + ' ' + (r.y + r.height / 2) })()`)
	var x, y float64
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		b.Fatal(at, err)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left",
			"clickCount": 1}, nil)
	}
}

// press presses a key on the element that has the focus.
func (b *browser) press(key, text string, code int) {
	b.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": key, "text": text,
			"windowsVirtualKeyCode": code}, nil)
	}
}

// cut is what a person chooses in a page, and the filter that says the same.
type cut struct {
	field string
	off   []string
	where string
}

// choose unticks labels in the list of a field, by mouse, and closes the list by key.
func (b *browser) choose(f cut) {
	b.Helper()
	details := fmt.Sprintf("[...document.querySelectorAll('details')].find(d => "+
		"d.firstChild.textContent.startsWith(%q))", f.field)
	b.click(details + ".firstChild")
	for deadline := time.Now().Add(time.Minute); b.eval(details+".querySelectorAll('label').length") == "0"; {
		if time.Now().After(deadline) {
			b.Fatalf("the list of %s does not open", f.field)
		}
		time.Sleep(5 * time.Millisecond)
	}
	for _, label := range f.off {
		b.click(fmt.Sprintf("[...%s.querySelectorAll('label')].find(l => l.textContent.trim() === %q).firstChild",
			details, label))
	}
	b.press("Escape", "", 27)
}

// pivotPage writes a pivot as a web page.
func pivotPage(t *testing.T, path string, args ...string) {
	t.Helper()
	var errs bytes.Buffer
	s := Streams{Out: &errs, Err: &errs}
	if code := Run(t.Context(), append(args, "--tier", "serial", "--out", path, "--format", "html"), s); code != 0 {
		t.Fatalf("%q: %s", args, errs.String())
	}
}

// manySales returns a table with labels that would end a script, and decimals whose sums are
// wrong if they are added as floats.
func manySales() string {
	var b strings.Builder
	b.WriteString("region,city,year,product,price,qty,weight,day\n")
	cities := []string{"Oslo", `"</script><script>alert(1)</script>"`, `"O'Brien ""x"" & <b>"`, "\"a\u2028b\"", "",
		`"<!-- "`, `"two` + "\n" + `lines"`, "Rome", "__proto__"}
	seed := uint32(7)
	next := func(n uint32) int {
		seed = seed*1664525 + 1013904223
		return int(seed >> 8 % n)
	}
	for i := range 300 {
		region := []string{"North", "South", "East"}[next(3)]
		price := fmt.Sprintf("%d.%02d", next(2000)-500, next(100))
		if i%17 == 0 {
			price = ""
		}
		fmt.Fprintf(&b, "%s,%s,%d,%c,%s,%d,%d.%de-%d,2024-%02d-%02d\n", region, cities[next(9)],
			2022+next(3), 'A'+next(3),
			price, next(50), next(9), next(1000), 1+next(3), 1+next(12), 1+next(28))
	}
	return b.String()
}

// TestPagesInBrowser folds, sorts and filters exported pages by mouse and keyboard, and compares each table with the
// page that Cardinal writes of the same pivot under the same filter.
func TestPagesInBrowser(t *testing.T) {
	b := openBrowser(t)
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.WriteFile("sales.csv", []byte(manySales()), 0o600); err != nil {
		t.Fatal(err)
	}
	page, expected := filepath.Join(folder, "page.html"), filepath.Join(folder, "expected.html")
	filters := []cut{{"region", []string{"South"}, "region in ('North', 'East')"},
		{"year", []string{"2022", "2024"}, "year = 2023"}}
	for _, args := range [][]string{
		{"--rows", "region,city", "--cols", "year", "--values", "sum(price),count(),avg(price)", "--chart", "bar"},
		{"--rows", "region,city,product", "--cols", "year", "--values", "sum(price),min(price),max(day)", "--values-on",
			"rows", "--chart", "stacked"},
		{"--rows", "year,region,city", "--values", "sum(price),ratio(price,qty)", "--totals-at", "top", "--subtotals",
			"region", "--number", "ratio(price,qty)=0.0000", "--chart", "line"},
		{"--rows", "region,city", "--cols", "year,product", "--values", "sum(price),sum(qty)", "--compact", "--number",
			`sum(price)="€ "#,##0.0`, "--chart", "heatmap"},
		{"--rows", "year,region", "--cols", "city", "--values", "count(price)", "--no-rows", "-", "--repeat-labels"},
		{"--rows", "region,year", "--values", "sum(price),sum(qty),count(),sum(price)", "--show",
			"sum(price)=pct_total,sum(qty)=pct_parent_row,count()=pct_col", "--chart", "bar"},
		{"--rows", "year,region", "--cols", "product", "--values", "sum(qty)", "--chart", "area"},
		{"--rows", "region", "--cols", "year", "--values", "sum(weight),max(weight),avg(weight)", "--number",
			"sum(weight)=0.00", "--number", "avg(weight)=0.0000", "--totals", "none"},
	} {
		args := append([]string{"pivot", "sales.csv"}, args...)
		wants, where := []string{}, ""
		for i := range len(filters) + 1 {
			with := args
			if i > 0 {
				where = strings.TrimPrefix(where+" and "+filters[i-1].where, " and ")
				with = append(slices.Clone(args), "--filter", where)
			}
			pivotPage(t, expected, with...)
			b.open(expected, false)
			wants = append(wants, b.table())
		}
		pivotPage(t, page, args...)
		b.open(page, true)
		for i, want := range wants {
			if i > 0 {
				b.choose(filters[i-1])
			}
			said := b.eval("document.querySelector('[role=status]').textContent")
			if got := b.table(); got != want || strings.Contains(said, "–") || i > 0 == (said == "") {
				t.Errorf("%q with %d filters: %s\n%s\nwant\n%s", args, i, said, got, want)
				break
			}
			live := b.eval("document.querySelectorAll('figure.live:not([hidden])').length + ' ' + " +
				"document.querySelectorAll('figure:not(.live):not([hidden])').length")
			if i > 0 && strings.Contains(strings.Join(args, " "), "--chart") && live != "1 0" {
				t.Errorf("%q: the chart is not drawn again: %s", args, live)
			}
		}
	}
	if len(b.faults) > 0 {
		t.Errorf("the browser reports %s", strings.Join(b.faults, "\n"))
	}
}

// TestFormatsInBrowser compares the colours, bars and arrows of a page that pivots with those of the same page without
// its script. They are those of the whole table, so that a filter takes them away.
func TestFormatsInBrowser(t *testing.T) {
	b := openBrowser(t)
	page := filepath.Join(t.TempDir(), "page.html")
	t.Chdir(filepath.Dir(page))
	if err := os.WriteFile("sales.csv", []byte(manySales()), 0o600); err != nil {
		t.Fatal(err)
	}
	pivotPage(t, page, "pivot", "sales.csv", "--rows", "region", "--cols", "year", "--values", "sum(price),count()",
		"--bars", "sum(price)", "--arrows", "per row of sum(price)", "--highlight", "top 3 of sum(price)",
		"--scale", "3 colours of count()", "--arrows", "5 arrows of count()")
	formats := func(scripts bool) string {
		b.open(page, scripts)
		return b.eval("[...document.querySelectorAll('td')].map(c => c.style.background + (c.dataset.arrow || ''))" +
			".join('\\n')")
	}
	want := formats(false)
	if got := formats(true); got != want || strings.Count(want, "light-dark") < 10 || strings.Count(want, "↑") < 2 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	b.choose(cut{"year", []string{"2023"}, ""})
	if left := b.eval("document.querySelectorAll('td[data-arrow], td[style]').length"); left != "0" {
		t.Errorf("%s figures have formats under a filter", left)
	}
}

// TestFoldAndSortInBrowser folds by mouse and key, and sorts by the headings, as Cardinal does.
func TestFoldAndSortInBrowser(t *testing.T) {
	b := openBrowser(t)
	folder := t.TempDir()
	t.Chdir(folder)
	const workspace = `{"cardinal": 1, "source": {"path": "sales.csv"}, "tabs": [{"name": "a",
		"rows": ["region", "year"],
		"values": [{"measure": "sum(price)"}, {"measure": "median(price)"}],
			"filters": [{"field": "product", "in_view": true}]%s}]}`
	for name, text := range map[string]string{"sales.csv": manySales(), "a.cardinal": fmt.Sprintf(workspace, ""),
		"folded.cardinal": fmt.Sprintf(workspace, `, "folded": {"rows": ["South"]}`)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	page, expected := filepath.Join(folder, "page.html"), filepath.Join(folder, "expected.html")
	want := func(args ...string) string {
		pivotPage(t, expected, append([]string{"pivot"}, args...)...)
		b.open(expected, false)
		return b.table()
	}
	shelves := []string{"sales.csv", "--rows", "region,year", "--values", "sum(price),median(price)"}
	plain, desc := want(shelves...), want(append(shelves, "--sort", "sum(price) desc")...)
	asc, median := want(append(shelves, "--sort", "sum(price)")...), want(append(shelves, "--sort",
		"median(price) desc")...)
	pivotPage(t, page, "pivot", "--workspace", "a.cardinal")
	b.open(page, true)
	check := func(what, want string) {
		t.Helper()
		if got := b.table(); got != want {
			t.Fatalf("%s:\n%s\nwant\n%s", what, got, want)
		}
	}
	check("at first", plain)
	heading := func(title string) string {
		return fmt.Sprintf("[...document.querySelectorAll('.sort')].find(e => e.textContent.startsWith(%q))", title)
	}
	b.click(heading("Sum of price"))
	check("sorted down", desc)
	b.press("Enter", "\r", 13) // the focus is still on the heading
	check("sorted up", asc)
	b.press("Enter", "\r", 13)
	check("not sorted", plain)
	b.click(heading("Median of price"))
	check("sorted by the median", median)
	b.click("[...document.querySelectorAll('button')].find(e => e.textContent === 'Reset')")
	check("as at first", plain)

	b.click("document.querySelector('[aria-label=\"Fold South\"]')")
	folded := b.table()
	if n := strings.Count(plain, "\n") - strings.Count(folded, "\n"); n != 3 || !strings.Contains(folded, "South") ||
		strings.Contains(folded, "South total") {
		t.Fatalf("folded:\n%s", folded)
	}
	b.press(" ", " ", 32)
	check("unfolded by key", plain)
	pivotPage(t, page, "pivot", "--workspace", "folded.cardinal")
	b.open(page, false)
	if text := b.table(); text != folded {
		t.Fatalf("Cardinal folds\n%s\nand the page\n%s", text, folded)
	}
	b.open(page, true)
	check("folded at first", folded)
	b.click("document.querySelector('[aria-label=\"Unfold South\"]')")
	check("unfolded", plain)

	only := want(append(shelves, "--filter", "product = 'B'")...)
	pivotPage(t, page, "pivot", "--workspace", "a.cardinal")
	b.open(page, true)
	b.choose(cut{"product", []string{"A", "C"}, ""})
	got, lines := strings.Split(b.table(), "\n"), strings.Split(only, "\n")
	if len(got) != len(lines) {
		t.Fatalf("the slicer leaves\n%s\nwant\n%s", strings.Join(got, "\n"), only)
	}
	for i, line := range lines { // the median is told to be unknown, the sum is that of Cardinal
		cells, wanted := strings.Split(got[i], " | "), strings.Split(line, " | ")
		last := len(cells) - 1
		if i > 0 && (cells[last] != "TD n –" && cells[last] != "TD n t –") || strings.Join(cells[:last], "|") !=
			strings.Join(wanted[:last], "|") {
			t.Fatalf("the slicer leaves\n%s\nwant\n%s", got[i], line)
		}
	}
	if len(b.faults) > 0 {
		t.Errorf("the browser reports %s", strings.Join(b.faults, "\n"))
	}
}
