package cli

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cardinal/data/format/workbook/xlsx"
)

// verifiedPivots are options of pivots of the table of writeVerified.
var verifiedPivots = []string{
	"--rows region --values sum(amount)",
	"--rows region,year(day) --cols paid --values sum(amount),avg(share) --totals both",
	"--rows monthname(day) --values sum(amount),count() --locale de",
	"--rows weekdayname(day) --cols monthname(day) --values max(at) --locale fr",
	"--rows month(day) --values sum(amount) --show sum(amount)=pct_total --totals none",
	"--rows 'trunc(day, week)' --values min(day),max(at),sum(amount) --locale en-US",
	"--rows quarter(day) --values avg(share) --number avg(share)=0.0% --bars avg(share)",
	"--rows region,city --values sum(amount),distinct(code) --top 3 --top-of city --others",
	"--rows city --values sum(amount) --top 4 --others --sort label",
	"--rows city --values sum(amount) --top 4 --sort sum(amount)",
	"--rows region --cols city --values sum(amount) --no-rows 0 --show-empty",
	"--rows region --values sum(amount) --no-rows -- --cols paid",
	"--rows region --values list(city),mode(city),first(city),top(amount,3)",
	"--rows code --values sum(amount) --filter amount>0 --sort label",
	"--rows bin(amount,100) --values count(),median(amount)",
	"--rows region --values sum(amount)/count(),sum(amount)",
	"--rows region --cols year(day) --values sum(amount),sum(amount) --show sum(amount)=diff_prev",
	"--rows region --let double=amount*2 --values sum(double)",
	"--rows region,city --values sum(amount) --subtotals none --repeat-labels --heading Cities",
	"--rows region,city --values sum(amount),avg(amount) --values-on rows --totals-at top",
	"--rows region --values sum(amount) --chart bar",
	"--rows region --values sum(amount) --scale sum(amount) --chart line --format pivottable",
	"--rows city --values sum(amount) --having sum(amount)>100 --others",
	"--rows city --values sum(amount) --sheets-by region",
	"--rows city --cols paid --values sum(amount) --sheets-by year(day) --locale de",
	"--values sum(amount),stddev(amount)",
	"--rows paid,at --values count() --type code=text",
	"--rows region --values sum(amount) --title sum(amount)=Betrag --locale de-CH",
	"--rows region --values sum(amount) --filter \"day in last 200 days of today\"",
	"--rows region,name --values sum(amount) --lookup 'cities.csv on city = city'",
	"--rows city --values sum(amount) --group 'city: Big = Rome, Oslo'",
	"--rows city --values sum(amount) --sort 'city: Rome,Oslo'",
}

// writeVerified writes the tables of the tests of verify.
func writeVerified(t *testing.T) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	var b strings.Builder
	b.WriteString("region,city,day,at,amount,share,code,paid\n")
	for range 300 {
		fmt.Fprintf(&b, "%s,%s,20%02d-%02d-%02d,2024-01-%02d %02d:%02d:%02d,%d.%02d,%d%%,%d,%s\n",
			pick("North", "South", "", `"a & <b>"`, "Total", "_x0041_ ", "Ünit"),
			pick("Rome", "Oslo", "Bonn", "Calw", "Ulm", `"O""Neil"`, "Others"),
			22+r.IntN(3), 1+r.IntN(12), 1+r.IntN(28), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60),
			r.IntN(2000)-500, r.IntN(100), r.IntN(100), 1234567890123456+int64(r.IntN(9)), pick("yes", "no", ""))
	}
	for name, text := range map[string]string{"t.csv": b.String(),
		"cities.csv": "city,name\nRome,Roma\nOslo,Christiania\nUlm,\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// verdictOf verifies a workbook.
func verdictOf(t *testing.T, path string) (v verdict, code int) {
	t.Helper()
	var out, notes bytes.Buffer
	code = Run(t.Context(), []string{"verify", path, "--json"}, Streams{Out: &out, Err: &notes})
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatalf("verify %s: %v, %s%s", path, err, &out, &notes)
	}
	return v, code
}

// TestVerify finds no difference in workbooks of many pivots, and each of 500 edits of one cell, of one character of a
// cell or of the pivot's text. A short run makes a third of the edits.
func TestVerify(t *testing.T) {
	t.Chdir(t.TempDir())
	writeVerified(t)
	r := rand.New(rand.NewPCG(3, 4))
	edits, each := 0, 16
	if testing.Short() {
		each = 5
	}
	for i, given := range verifiedPivots {
		path := fmt.Sprintf("%d.xlsx", i)
		args := append([]string{"pivot", "t.csv", "--out", path}, words(given)...)
		if out := runOnce(args); strings.Contains(out, "exit ") {
			t.Errorf("%s: %s", given, out)
			continue
		}
		v, code := verdictOf(t, path)
		if code != 0 || v.Differs || !v.Ran || v.Compared < 5 {
			t.Errorf("%s: exit %d, %+v", given, code, v)
			continue
		}
		for range each {
			sheet, cell := editCell(t, path, "edited.xlsx", r)
			v, code := verdictOf(t, "edited.xlsx")
			found := v.Text || sheet != "Proof" && len(v.Cells) == 1 && v.Cells[0].Cell == cell && len(v.Edited) == 1
			if edits++; code != 3 || !found {
				t.Errorf("%s: an edit of %s!%s is not found: exit %d, %+v", given, sheet, cell, code, v)
			}
		}
	}
	if edits < each*len(verifiedPivots) {
		t.Errorf("%d edits", edits)
	}
}

var (
	cellPattern = regexp.MustCompile(`(?s)<c r="([A-Z]+\d+)"[^>]*>.*?</c>`)
	textPattern = regexp.MustCompile(`(?s)<(?:v|t)(?: [^>]*)?>(.+?)</(?:v|t)>`)
	namePattern = regexp.MustCompile(`<sheet [^>]*name="([^"]*)"`)
	lettered    = regexp.MustCompile(`&[^;]*;|[a-zA-Z0-9]`)
)

// editCell copies a workbook with one letter or digit changed, in a cell of the sheets of figures or of the proof. It
// returns the sheet and the cell.
func editCell(t *testing.T, from, to string, r *rand.Rand) (sheet, cell string) {
	t.Helper()
	parts := readParts(t, from)
	var names []string
	for _, m := range namePattern.FindAllStringSubmatch(parts["xl/workbook.xml"], -1) {
		names = append(names, m[1])
	}
	proof := len(names) - 1
	for {
		at := r.IntN(len(names))
		if r.IntN(8) == 0 {
			at = proof
		}
		part := fmt.Sprintf("xl/worksheets/sheet%d.xml", at+1)
		if names[at] == "Profile" || names[at] == "Times" || strings.HasSuffix(names[at], "Chart") ||
			strings.HasSuffix(names[at], "PivotTable") || names[at] == "About" {
			continue
		}
		if at == proof {
			part = "xl/sharedStrings.xml"
		}
		text, ok := parts[part], false
		if at == proof {
			begin := strings.Index(text, "{")
			lines := textPattern.FindAllStringSubmatchIndex(text[begin:], -1)
			line := lines[r.IntN(len(lines)-1)]
			cell = "text"
			text, ok = changed(text, begin+line[2], begin+line[3], r)
		} else {
			cells := cellPattern.FindAllStringSubmatchIndex(text, -1)
			c := cells[r.IntN(len(cells))]
			cell = text[c[2]:c[3]]
			inner := textPattern.FindStringSubmatchIndex(text[c[0]:c[1]])
			switch value := text[c[0]:c[1]]; {
			case inner == nil || strings.Contains(value, `t="s"`):
				continue
			case r.IntN(6) == 0: // a cell is emptied
				text, ok = text[:c[0]]+text[c[1]:], true
			case strings.Contains(value, `t="b"`):
				text, ok = text[:c[0]]+strings.NewReplacer(">0<", ">1<", ">1<", ">0<").Replace(value)+text[c[1]:], true
			default:
				text, ok = changed(text, c[0]+inner[2], c[0]+inner[3], r)
			}
		}
		if !ok {
			continue
		}
		parts[part] = text
		writeParts(t, to, parts)
		return names[at], cell
	}
}

// changed changes one letter or digit of a text between two places.
func changed(text string, from, to int, r *rand.Rand) (string, bool) {
	var places []int
	for _, m := range lettered.FindAllStringIndex(text[from:to], -1) {
		if m[1]-m[0] == 1 {
			places = append(places, from+m[0])
		}
	}
	if len(places) == 0 {
		return text, false
	}
	at := places[r.IntN(len(places))]
	next := byte('1' + r.IntN(9))
	if next == text[at] {
		next = '0'
	}
	return text[:at] + string(next) + text[at+1:], true
}

func readParts(t *testing.T, path string) map[string]string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	parts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(b)
	}
	return parts
}

func writeParts(t *testing.T, path string, parts map[string]string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for name, text := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestVerifySources changes, moves and removes the files of a workbook.
func TestVerifySources(t *testing.T) {
	t.Chdir(t.TempDir())
	writeVerified(t)
	args := []string{"pivot", "t.csv", "--rows", "name", "--values", "sum(amount)", "--lookup",
		"cities.csv on city = city", "--out", "r.xlsx"}
	if out := runOnce(args); strings.Contains(out, "exit ") {
		t.Fatal(out)
	}
	elsewhere := t.TempDir()
	for _, name := range []string{"r.xlsx", "t.csv", "cities.csv"} {
		if err := os.Rename(name, filepath.Join(elsewhere, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(elsewhere)
	if v, code := verdictOf(t, "r.xlsx"); code != 0 || !v.Ran {
		t.Errorf("moved: exit %d, %+v", code, v)
	}
	text, err := os.ReadFile("t.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func() error{
		"a row added": func() error {
			return os.WriteFile("t.csv", append(bytes.Clone(text), "North,Rome,2024-01-01,,5,1%,1,no\n"...), 0o600)
		},
		"missing": func() error { return os.Remove("t.csv") },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		v, code := verdictOf(t, "r.xlsx")
		if code != 3 || len(v.Sources) != 1 || len(v.Edited) > 0 || v.Ran != (name == "a row added") ||
			v.Ran != (len(v.Cells) > 0) {
			t.Errorf("%s: exit %d, %+v", name, code, v)
		}
		if err := os.WriteFile("t.csv", text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove("cities.csv"); err != nil {
		t.Fatal(err)
	}
	if v, code := verdictOf(t, "r.xlsx"); code != 3 || len(v.Sources) != 1 || v.Ran {
		t.Errorf("without cities.csv: exit %d, %+v", code, v)
	}
}

// TestVerifyEarlier verifies workbooks that earlier versions wrote, in a folder where their tables have other times.
func TestVerifyEarlier(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "earlier"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	books, err := filepath.Glob("*.xlsx")
	if err != nil || len(books) != 4 {
		t.Fatal(books, err)
	}
	for _, path := range books {
		if v, code := verdictOf(t, path); code != 0 || v.Differs || !v.Ran || v.Compared < 50 || len(v.Notes) > 0 {
			t.Errorf("%s: exit %d, %+v", path, code, v)
		}
	}
}

// TestVerifyNewer says of a workbook whose pivot this version cannot read in full that a newer version wrote it.
func TestVerifyNewer(t *testing.T) {
	t.Chdir(t.TempDir())
	writeVerified(t)
	out := runOnce([]string{"pivot", "t.csv", "--rows", "region", "--out", "r.xlsx"})
	if strings.Contains(out, "exit ") {
		t.Fatal(out)
	}
	const part = "xl/sharedStrings.xml"
	for was, is := range map[string]string{"&#34;rows&#34;: [": "&#34;layers&#34;: [",
		"&#34;cardinal&#34;: 1,": "&#34;cardinal&#34;: 2,"} {
		parts := readParts(t, "r.xlsx")
		parts[part] = strings.Replace(parts[part], was, is, 1)
		writeParts(t, "newer.xlsx", parts)
		content, err := os.ReadFile("newer.xlsx")
		if err != nil {
			t.Fatal(err)
		}
		book, err := xlsx.OpenBook(t.Context(), bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		var text, compact bytes.Buffer
		sum := ""
		for c, err := range book.Cells("Proof") {
			if err != nil {
				t.Fatal(err)
			}
			if rest, last := strings.CutPrefix(c.Text, "Checksum of these lines: "); last {
				sum = rest
			} else if c.Row > 2 {
				text.WriteString(c.Text)
			}
		}
		if err := json.Compact(&compact, text.Bytes()); err != nil {
			t.Fatal(err)
		}
		now := sha256.Sum256(compact.Bytes())
		parts[part] = strings.Replace(parts[part], sum, fmt.Sprintf("%x", now[:16]), 1)
		writeParts(t, "newer.xlsx", parts)
		if out = runOnce([]string{"verify", "newer.xlsx"}); !strings.Contains(out, "wrote it, with parts that this "+
			"version does not know: update Cardinal to verify it") || !strings.Contains(out, "exit 1") {
			t.Errorf("%s: %s", is, out)
		}
	}
}
