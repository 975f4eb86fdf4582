package workspace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	_ "cardinal/engine/aggregate/measure"
)

// TestMain lets the test binary be a window that keeps a draft and is killed.
func TestMain(m *testing.M) {
	if folder := os.Getenv("WORKSPACE_DRAFT"); folder != "" {
		d, err := NewDraft(folder)
		if err == nil {
			err = d.Save("report.cardinal", sample())
		}
		if err != nil {
			panic(err)
		}
		_, _ = os.Stdout.WriteString("kept\n")
		for {
			time.Sleep(time.Hour)
			runtime.KeepAlive(d) // and its lock
		}
	}
	os.Exit(m.Run())
}

func sample() File {
	return File{Version: Version, Source: Source{Absolute: "/data/sales.csv", Sheet: "2024"}, Active: 2,
		Tabs: []Tab{{Name: "A"}, {Name: "B", Rows: []string{"region"}, Values: []Value{{Measure: "sum(revenue)"}}}}}
}

// TestKilled kills a window that keeps a draft: only then another one finds it, and nobody finds it twice.
func TestKilled(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a [b]")
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "WORKSPACE_DRAFT="+folder)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = child.Process.Kill() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "kept\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if found, _ := LeftDrafts(folder); len(found) > 0 {
		t.Errorf("the draft of a window that lives is found: %+v", found)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	found, newer := LeftDrafts(folder)
	if len(found) != 1 || newer != 0 || found[0].Workspace != "report.cardinal" ||
		!reflect.DeepEqual(found[0].File, sample()) {
		t.Fatalf("found %+v", found)
	}
	if again, _ := LeftDrafts(folder); len(again) > 0 {
		t.Error("two windows offer one draft")
	}
	found[0].Discard()
	if left, err := os.ReadDir(filepath.Join(folder, "drafts")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// TestDamagedDraft finds damaged drafts: they are not offered, and are removed.
func TestDamagedDraft(t *testing.T) {
	folder := t.TempDir()
	for _, text := range []string{"", "{", `{"file": {"cardinal": 1, "source": {"sample": true}, "tabs": []}}`,
		`{"file": {"cardinal": 0.5, "source": {"sample": true}, "tabs": [{"name": "A"}]}}`} {
		d, err := NewDraft(folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(d.path(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d.Leave()
		if found, newer := LeftDrafts(folder); len(found) > 0 || newer > 0 {
			t.Errorf("%q is offered", text)
		}
		if _, err := os.Stat(d.path()); err == nil {
			t.Errorf("%q stays", text)
		}
	}
}

// TestNewerDraft finds drafts that a newer version wrote, in a form of its own: they are counted, and stay as they are.
func TestNewerDraft(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	texts := []string{`{"file": {"cardinal": 2, "source": {"sample": true}, "tabs": [{"name": "A"}]}}`,
		`{"file": {"cardinal": 2.5, "source": "elsewhere", "tabs": {"A": 3}}, "windows": 2}`}
	for _, text := range texts {
		d, err := NewDraft(folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(d.path(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, d.path())
		d.Leave()
	}
	for range 2 { // a second start of the older version finds them, too
		if found, newer := LeftDrafts(folder); len(found) != 0 || newer != 2 {
			t.Errorf("found %+v and %d newer ones", found, newer)
		}
	}
	for i, path := range paths {
		if text, err := os.ReadFile(path); err != nil || string(text) != texts[i] {
			t.Errorf("%q stays, want %q: %v", text, texts[i], err)
		}
	}
}

// TestLast keeps the last tabs of sources apart, and empty tabs do not replace them.
func TestLast(t *testing.T) {
	folder := t.TempDir()
	f := sample()
	if _, ok := lastKept(folder, f.Source); ok {
		t.Error("there is something before anything was kept")
	}
	if err := KeepLast(folder, f); err != nil {
		t.Fatal(err)
	}
	empty, other := Tab{Name: "E"}, Tab{Name: "C", Rows: []string{"city"}}
	// the one that was shown, or the next one
	for active, want := range map[int]string{1: "B", 2: "B", 3: "C", 4: "C"} {
		several := f
		several.Source.Sheet, several.Tabs, several.Active = "several", []Tab{empty, f.Tabs[1], empty, other}, active
		if err := KeepLast(folder, several); err != nil {
			t.Fatal(err)
		}
		if got, ok := lastKept(folder, several.Source); !ok || len(got.Tabs) != 2 ||
			got.Tabs[got.Shown()].Name != want {
			t.Errorf("of tab %d: kept %+v", active, got)
		}
	}
	blank := f
	blank.Tabs = []Tab{{Name: "A"}}
	if err := KeepLast(folder, blank); err != nil {
		t.Fatal(err)
	}
	got, ok := lastKept(folder, Source{Absolute: "/data/sales.csv", Sheet: "2024"})
	if !ok || len(got.Tabs) != 1 || got.Tabs[0].Title() != "Sum of revenue by region" {
		t.Errorf("kept %+v", got)
	}
	blank.Source.Reading.Types = []string{"zip=text"}
	elsewhere := blank
	elsewhere.Source.Absolute = "/data/other.csv"
	for _, f := range []File{blank, elsewhere} {
		if err := KeepLast(folder, f); err != nil {
			t.Fatal(err)
		}
		if got, ok := lastKept(folder, f.Source); !ok || len(got.Tabs) != 1 ||
			got.Tabs[0].Empty() != (f.Source.Absolute == elsewhere.Source.Absolute) ||
			len(got.Source.Reading.Types) != 1 {
			t.Errorf("how %s is read: %+v", f.Source.Absolute, got)
		}
	}
	if _, ok := lastKept(folder, Source{Absolute: "/data/sales.csv", Sheet: "2023"}); ok {
		t.Error("another sheet has the tabs")
	}
	const newer = `{"cardinal": 2, "source": "elsewhere", "tabs": {"A": 3}}`
	if err := os.WriteFile(lastPath(folder, f.Source), []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := KeepLast(folder, f); err != nil || !IsLastNewer(folder, f.Source) ||
		IsLastNewer(folder, elsewhere.Source) {
		t.Errorf("beside tabs of a newer version: %v", err)
	}
	if text, err := os.ReadFile(lastPath(folder, f.Source)); err != nil || string(text) != newer {
		t.Errorf("%q stays, want %q: %v", text, newer, err)
	}
	if err := os.WriteFile(lastPath(folder, f.Source), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := lastKept(folder, f.Source); ok {
		t.Error("a damaged file has tabs")
	}
}

// TestSourceFound looks for the file of a table: relative to the folder of the workspace, at its absolute path, and
// beside the workspace.
func TestSourceFound(t *testing.T) {
	old, moved := t.TempDir(), t.TempDir()
	write := func(path, text string) string {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	at := write(filepath.Join(old, "data", "sales.csv"), "a\n1\n")
	s, err := NewSource(at, "", old)
	if err != nil || s.Path != "data/sales.csv" || s.Size != 4 {
		t.Fatalf("%+v, %v", s, err)
	}
	find := func(folder, want string) {
		t.Helper()
		if got, found := s.Find(folder); got != want || found != (want != "") {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	find(old, at)
	find(moved, at) // the workspace moved alone
	copied := write(filepath.Join(moved, "data", "sales.csv"), "a\n1\n")
	find(moved, copied) // the folder was copied
	if err := os.RemoveAll(filepath.Join(old, "data")); err != nil {
		t.Fatal(err)
	}
	find(old, "")
	beside := write(filepath.Join(old, "sales.csv"), "a\n1\n")
	find(old, beside)
	if changed := s.Changed(beside); changed != "" {
		t.Errorf("the same content: %s", changed)
	}
	write(beside, "a\n2\n")
	if s.Changed(beside) == "" {
		t.Error("another content of the same size is not noticed")
	}
}

// TestAbsurd reads workspaces that nobody should write.
func TestAbsurd(t *testing.T) {
	many := `{"cardinal": 1, "source": {"sample": true}, "tabs": [{"name": "A"}`
	for range maxTabs {
		many += `, {"name": "A"}`
	}
	for _, text := range []string{"", "null", "[]", "{}", `{"cardinal": 1}`, `{"cardinal": "1"}`, `{"cardinal": 0.5}`,
		`{"cardinal": -1, "tabs": []}`, `{"cardinal": 1e999}`,
		many + "]}", `{"cardinal": 1, "source": {"sample": true}, "active": 9, "tabs": [{"name": "A"}]}`,
		`{"cardinal": 1, "source": {"sample": true}, "tabs": [{"name": ""}]}`,
		`{"cardinal": 1, "source": {}, "tabs": [{"name": "A"}]}`,
		`{"cardinal": 1, "source": {"sample": true}, "tabs": [{"name": "A"}]} {}`,
		`{"cardinal": 1, "source": {"sample": true}, "tabs": [{"name": "A", "tops": [{"keep": "5"}]}]}`,
		`{"cardinal": 1, "source": {"sample": true}, "tabs": [{"name": "A", "conditions": ["sum(x) > 3"]}]}`,
		`{"cardinal": 1, "source": {"sample": true}, "tabs": [{"name": "A", "filters": [{}]}]}`,
		`{"cardinal": 1, "source": {"sample": true}, "tabs": [{"name": "A", "values": [{"measure": "sum(x)", "show": "sideways"}]}]}`,
		`{"cardinal": 1, "source": {"sample": true}, "tabs": [{"name": "A", "rows": ["a", "b", ""], "sorts": [{"order": "sum(y) desc"}]}]}`,
	} {
		if f, err := Decode([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text[:min(len(text), 200)], f)
		}
	}
}

// TestMisspelt reads workspaces with mistakes of a person, and says what is wrong with them.
func TestMisspelt(t *testing.T) {
	const whole = `{"cardinal": 1, "source": {"sample": true},
"tabs": [{"name": "A", "rows": ["region"]}]}`
	if _, err := Decode([]byte("\ufeff" + whole)); err != nil {
		t.Errorf("a byte order mark: %v", err)
	}
	for want, text := range map[string]string{
		"the file is empty": " \n", "does not begin with a brace": "PK\x03\x04",
		"line 2: '}' stands where a name or a value has to stand: a comma before it may be too many": strings.Replace(whole, `"]}`, `"],}`, 1),
		`line 2: ']' stands where a name or a value`:                                                 strings.Replace(whole, `"region"]`, `"region",]`, 1),
		`line 2: '"' stands where a comma or a closing bracket has to stand`:                         strings.Replace(whole, `, "rows"`, ` "rows"`, 1),
		`line 2: '[' stands where a colon has to stand`:                                              strings.Replace(whole, `"rows":`, `"rows"`, 1),
		`line 2: a text is not closed by a quote on its line`:                                        strings.Replace(whole, `"region"]`, "\"region\n]", 1),
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestCutAnywhere cuts a workspace at every byte, and changes every byte. The rest is read as a workspace, or one
// sentence says what is wrong.
func TestCutAnywhere(t *testing.T) {
	whole, err := sample().Encode()
	if err != nil {
		t.Fatal(err)
	}
	sentence := func(what string, err error) {
		t.Helper()
		if text := err.Error(); len(text) < 15 || strings.ContainsAny(text, "\n\t") || strings.Contains(text, "%!") {
			t.Errorf("%s: %q", what, text)
		}
	}
	for n := range bytes.TrimSpace(whole) {
		_, err := Decode(whole[:n])
		if err == nil {
			t.Fatalf("the first %d bytes are a workspace", n)
		}
		sentence(string(whole[:n]), err)
		for _, b := range []byte{0, '"', '}', '9', 0xff} {
			text := bytes.Clone(whole)
			text[n] = b
			if _, err := Decode(text); err != nil {
				sentence(string(text), err)
			}
		}
	}
}

// TestTooLarge refuses to write what could not be read again.
func TestTooLarge(t *testing.T) {
	f := sample()
	f.Tabs[0].Filters = []Filter{{Where: strings.Repeat("x", 65<<20)}}
	if _, err := f.Encode(); err == nil || !strings.Contains(err.Error(), "it would have 65 MB") {
		t.Error(err)
	}
}

// FuzzDecode reads any text. Nothing panics, and a workspace that is read can be written and read again.
func FuzzDecode(f *testing.F) {
	text, err := sample().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Decode(text)
		if err != nil {
			return
		}
		again, err := file.Encode()
		if err == nil {
			_, err = Decode(again)
		}
		if err != nil {
			t.Errorf("%v: %s", err, again)
		}
	})
}

// TestCopiesAreWorkspaces holds what copies have, which are written tab by tab, against the file that a person saves.
func TestCopiesAreWorkspaces(t *testing.T) {
	none := sample()
	none.Tabs = nil
	for _, f := range []File{sample(), none} {
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			t.Fatal(err)
		}
		var copied, saved File
		text, err := f.Encode()
		if err != nil || json.Unmarshal(text, &saved) != nil || json.Unmarshal(b.Bytes(), &copied) != nil {
			t.Fatal(err, b.String())
		}
		if len(f.Tabs) == 0 {
			saved.Tabs, copied.Tabs = nil, nil
		}
		if !reflect.DeepEqual(copied, saved) {
			t.Errorf("copied %+v\nsaved %+v", copied, saved)
		}
	}
}
