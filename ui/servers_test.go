package ui

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data/remote/dial"
	"cardinal/engine"
	"cardinal/ui/dialog/files"
	"cardinal/ui/dialog/servers"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// house answers what the window asks a ClickHouse server about the table trips: 2 rows of BOS with 5 and null,
// 1 row of ATL with 7.
type house struct {
	*httptest.Server
	mu       sync.Mutex
	asked    []string // the queries, in turn
	password string
	hold     chan struct{} // nil: figures come at once
	slow     time.Duration // that figures take
	held     bool          // a question waits
	killed   bool
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *house) address() string {
	return "clickhouse://ann@" + strings.TrimPrefix(h.URL, "http://") + "/travel?table=trips"
}

// answers are the blocks for questions that contain a text. The first match counts.
var answers = []struct {
	has   string
	block []byte
}{
	{"version()", block("version String 19.1", "readonly Int64 0", "leave String skip_unavailable_shards",
		"leaves String skip_unavailable_shards=1")},
	{"FROM system.parts", block("name String everything trips trips_old", "engine String View MergeTree MergeTree",
		"rows Int64 -1 3 120000", "size Int64 -1 2400 5000000")},
	{"DESCRIBE TABLE (SELECT * FROM trips\n", described},
	{"DESCRIBE", nil},
	{"FROM system.columns", block("name String from delay day", "type String String Nullable(Int32) Date")},
	{"metadata_modification_time", block("changed String then")},
	{"SAMPLE", nil},
	{"SELECT toInt64(count()) FROM", block("rows Int64 3")},
	{"SELECT `from`, toInt64(count()) FROM `travel`.`trips` GROUP BY", block("from String BOS ATL", "rows Int64 2 1")},
	{"GROUP BY `from`", block("from String BOS ATL", "rows Int64 2 1", "n Int64 1 1", "high Int64 0 0",
		"low Int64 5 7")},
	{"SELECT `from`, `delay` FROM", block("from String BOS BOS ATL", "delay Nullable(Int32) 5 - 7")},
	{"LIMIT 3", block("from String BOS BOS ATL", "delay Nullable(Int32) 5 - 7", "day Date 19000 19001 19002")},
}

func (h *house) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text := new(strings.Builder)
	_, _ = fmt.Fprint(text, readAll(r))
	h.mu.Lock()
	h.asked = append(h.asked, text.String())
	hold, want, slow := h.hold, h.password, h.slow
	h.mu.Unlock()
	user, password, _ := r.BasicAuth()
	if user != "ann" || password != want {
		http.Error(w, "Code: 516. DB::Exception: ann: Authentication failed", http.StatusForbidden)
		return
	}
	if strings.HasPrefix(text.String(), "KILL QUERY") {
		h.mu.Lock()
		h.killed = true
		h.mu.Unlock()
		return
	}
	for _, a := range answers {
		if !strings.Contains(text.String(), a.has) {
			continue
		}
		if strings.HasPrefix(a.has, "GROUP BY") {
			time.Sleep(slow)
		}
		if strings.HasPrefix(a.has, "GROUP BY") && hold != nil {
			h.mu.Lock()
			h.held = true
			h.mu.Unlock()
			select {
			case <-hold:
			case <-r.Context().Done():
			}
		}
		if a.block != nil {
			_, _ = w.Write(a.block)
			return
		}
	}
	http.Error(w, "Code: 60. DB::Exception: there is no such table", http.StatusNotFound)
}

func readAll(r *http.Request) string {
	text := new(strings.Builder)
	for buffer := make([]byte, 4096); ; {
		n, err := r.Body.Read(buffer)
		text.Write(buffer[:n])
		if err != nil {
			return text.String()
		}
	}
}

// block returns an answer in the format Native. A column is its name, its type and its values, with spaces between
// them; "-" is null.
func block(columns ...string) []byte {
	var out []byte
	text := func(s string) { out = append(binary.AppendUvarint(out, uint64(len(s))), s...) }
	out = binary.AppendUvarint(out, uint64(len(columns)))
	out = binary.AppendUvarint(out, uint64(len(strings.Fields(columns[0]))-2))
	for _, c := range columns {
		words := strings.Fields(c)
		text(words[0])
		text(words[1])
		inner, nullable := strings.CutPrefix(words[1], "Nullable(")
		if nullable {
			for _, v := range words[2:] {
				out = append(out, map[bool]byte{true: 1}[v == "-"])
			}
		}
		for _, v := range words[2:] {
			var n int64
			_, _ = fmt.Sscan(v, &n)
			switch strings.TrimSuffix(inner, ")") {
			case "String":
				text(v)
			case "Int64":
				out = binary.LittleEndian.AppendUint64(out, uint64(n))
			case "Int32":
				out = binary.LittleEndian.AppendUint32(out, uint32(n))
			case "Date":
				out = binary.LittleEndian.AppendUint16(out, uint16(n))
			}
		}
	}
	return out
}

// questions counts the queries that contain a text.
func (h *house) questions(has string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, q := range h.asked {
		if strings.Contains(q, has) {
			n++
		}
	}
	return n
}

// newServedStage returns a stage with files on the disk, which keeps what it remembers in a folder.
func newServedStage(t *testing.T) *stage {
	t.Helper()
	t.Setenv(dial.Variable, "")
	s := &stage{TB: t, posts: make(chan func(), 1000)}
	e := engine.New(engine.Options{NoGPU: true})
	passwords := &dial.Passwords{}
	post := func(f func()) { s.posts <- f }
	s.window = newWindow(test.NewTempApp(t), Options{Engine: e, Files: files.Disk{Passwords: passwords,
		Attach: e.Attach}, Keep: t.TempDir(), Preferences: t.TempDir() + "/window.json"}, post)
	s.window.servers = servers.New(s.window, s.dialogs, passwords, post)
	s.win.Resize(fyne.NewSize(1200, 800))
	t.Cleanup(func() {
		s.session.Close()
		s.win.Close()
	})
	return s
}

// served opens the table trips and waits for its rows.
func (s *stage) served(h *house) {
	s.Helper()
	s.keeps.Open(h.address())
	s.until("a page of rows", func() bool { return s.session.Whole() != nil && s.session.Whole().Some })
}

// TestConnect goes the way of a person: paste an address, choose a table of the list, drop fields, read the
// figures, export.
func TestConnect(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	h.password = "s3cret"
	s.window.servers.Ask()
	host := strings.TrimPrefix(h.URL, "http://")
	s.typed("clickhouse://ann:s3cret@" + host + "/travel")
	entries := all[*input.Entry](s.asked())
	for i, want := range []string{"clickhouse://ann@" + host + "/travel", strings.Split(host, ":")[0],
		strings.Split(host, ":")[1], "travel", "ann", "s3cret"} {
		if entries[i].Text != want {
			t.Errorf("field %d is %q, not %q", i, entries[i].Text, want)
		}
	}
	test.Tap(s.button("Connect"))
	s.until("the list of tables", func() bool { return strings.Contains(s.read(s.asked()), "trips_old") })
	for _, want := range []string{"view", "120,000", "5 MB", "3 tables"} {
		if !strings.Contains(s.read(s.asked()), want) {
			t.Errorf("the list has no %q:\n%s", want, s.read(s.asked()))
		}
	}
	s.typed("OLD")
	if text := s.read(s.asked()); strings.Contains(text, "everything") || !strings.Contains(text, "1 of 3 tables") {
		t.Errorf("the search leaves\n%s", text)
	}
	s.typed("trips")
	test.Tap(s.button("Open"))
	s.until("a page of rows", func() bool { return s.session.Whole() != nil && s.session.Whole().Some })
	if got := s.session.Whole().Cell(2, 2).Value; !got.IsNull() {
		t.Errorf("row 2 has the delay %v", got)
	}
	for _, want := range []string{"Below are 3 rows, in no order", "3 rows on " + host} {
		if text := s.read(s.win.Content()); !strings.Contains(text, want) {
			t.Errorf("the window does not say %q", want)
		}
	}
	s.editor.Add("from", view.Rows, 0)
	s.editor.Add("delay", view.Values, 0)
	a := s.answered()
	if h.questions("GROUP BY") == 0 || a.Profile.Tier != "server" {
		t.Errorf("the pivot ran on %s", a.Profile.Tier)
	}
	if got := fmt.Sprint(a.Grid.Cell(1, 1).Value, a.Grid.Cell(2, 1).Value, a.Grid.Cell(3, 1).Value); got != "7 5 12" {
		t.Errorf("the figures are %s", got)
	}
	path := t.TempDir() + "/trips.csv"
	s.session.Save(path, "csv", "", func() {})
	s.until("the export", func() bool { return strings.Contains(s.read(s.status.root), "Exported") })
	if len(s.prefs.Recent) != 1 || s.prefs.Recent[0] != "clickhouse://ann@"+host+"/travel?table=trips" {
		t.Errorf("recent: %q", s.prefs.Recent)
	}
	if items := s.files.RecentItems(); items[2].Label != "trips on "+host || items[2].Disabled {
		t.Errorf("the list of recent files has %q", items[2].Label)
	}
}

// TestServedErrors asks servers that do not answer as one would wish. Each failure is one sentence in the
// dialog, which stays open.
func TestServedErrors(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	h.password = "other"
	s.window.servers.Ask()
	fails := func(address, want string) {
		t.Helper()
		s.typed(address)
		test.Tap(s.button("Connect"))
		s.until(want, func() bool { return strings.Contains(s.read(s.asked()), want) })
	}
	host := strings.TrimPrefix(h.URL, "http://")
	fails("clickhouse://ann:wrong@"+host+"/travel", "or the password is wrong.")
	fails("clickhouse://ann@127.0.0.1:1/travel", "No server answers at 127.0.0.1:1")
	fails("postgres://ann@127.0.0.1:1/travel", "No server answers at 127.0.0.1:1")
	fails("mysql://ann@127.0.0.1:1/travel", "No server answers at 127.0.0.1:1")
	fails("oracle://ann@127.0.0.1/travel",
		"An address begins with clickhouse://, postgres://, mysql:// or sqlserver://")
	s.typed("", "", "", "", "", "")
	test.Tap(s.button("Connect"))
	if text := s.read(s.asked()); !strings.Contains(text, "Name the host") {
		t.Errorf("without a host the dialog says\n%s", text)
	}
}

// TestConnectClosed closes the dialog while a server is asked: the question ends.
func TestConnectClosed(t *testing.T) {
	s := newServedStage(t)
	asked, ended := make(chan struct{}), make(chan struct{})
	var first sync.Once
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		first.Do(func() {
			_, _ = io.Copy(io.Discard, r.Body)
			close(asked)
			<-r.Context().Done()
			close(ended)
		})
	}))
	defer slow.Close()
	s.window.servers.Ask()
	s.typed("clickhouse://ann@" + strings.TrimPrefix(slow.URL, "http://") + "/travel")
	test.Tap(s.button("Connect"))
	wait := func(what string, c chan struct{}) {
		t.Helper()
		select {
		case <-c:
		case <-time.After(20 * time.Second):
			t.Error("waited in vain: " + what)
		}
	}
	wait("the question", asked)
	s.dialogs.Dismiss()
	wait("the end of the question", ended)
}

// TestServedCancel stops a pivot on a server: the query ends there, too.
func TestServedCancel(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	s.served(h)
	s.tour.End()
	h.mu.Lock()
	h.hold = make(chan struct{})
	h.mu.Unlock()
	s.editor.Add("from", view.Rows, 0)
	s.editor.Add("delay", view.Values, 0)
	s.until("the question", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.held
	})
	s.escape()
	s.until("the end on the server", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		go s.session.Post(func() {})
		return h.killed
	})
}

// TestServedCopy takes the offer of a copy from a slow server, and pivots from the copy. It asks the server again by
// the menu, and is not offered a copy that it has declined.
func TestServedCopy(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	s.served(h)
	s.tour.End()
	h.mu.Lock()
	h.slow = 300 * time.Millisecond
	h.mu.Unlock()
	s.editor.Add("from", view.Rows, 0)
	s.editor.Add("delay", view.Values, 0)
	s.until("the offer", func() bool { return s.withdrawCopy != nil })
	figures := func(tier string) {
		t.Helper()
		s.until("figures of "+tier, func() bool {
			a := s.session.Answer()
			return a != nil && (a.Profile.Tier == "server") == (tier == "server")
		})
		g := s.session.Answer().Grid
		if got := fmt.Sprint(g.Cell(1, 1).Value, g.Cell(2, 1).Value, g.Cell(3, 1).Value); got != "7 5 12" {
			t.Errorf("%s: the figures are %s", tier, got)
		}
	}
	figures("server")
	test.Tap(all[*input.Button](s.offers)[0])
	figures("the copy")
	if text := s.read(s.status.root); !strings.Contains(text, "3 rows of a copy read at ") {
		t.Errorf("the status line does not say that the figures are a copy's:\n%s", text)
	}
	if r := s.session.Answer().Profile; !strings.Contains(r.Reason, "copied here") || r.Pull.MS == 0 {
		t.Errorf("the profile does not tell of the copy: %s", r.Reason)
	}
	if s.withdrawCopy != nil {
		t.Error("the offer is still there")
	}
	copies := func() *fyne.MenuItem {
		for _, i := range s.viewMenu().Items {
			if i.Label == "Copy columns from the server" {
				return i
			}
		}
		return nil
	}
	if i := copies(); i.Disabled || !i.Checked {
		t.Error("the menu does not say that columns are copied")
	}
	copies().Action()
	figures("server")
	on := func(title string) {
		t.Helper()
		for _, i := range s.viewMenu().Items {
			if i.Label == "Run on" {
				for _, tier := range i.ChildMenu.Items {
					if tier.Label == title && !tier.Disabled {
						tier.Action()
						return
					}
				}
			}
		}
		t.Errorf("the menu Run on has no %s", title)
	}
	on("One core, from a copy of the columns")
	figures("one core")
	if r := s.session.Answer().Profile; r.Tier != "serial" || !strings.Contains(r.Reason, "one core was asked for") {
		t.Errorf("on %s: %s", r.Tier, r.Reason)
	}
	on("Server")
	figures("server")
	if r := s.session.Answer().Profile; !strings.HasPrefix(r.Reason, "the server was asked for") {
		t.Errorf("on %s: %s", r.Tier, r.Reason)
	}
	on("Whatever is fastest")
	figures("server")
	if copies().Checked || s.withdrawCopy != nil {
		t.Error("a copy that was declined is made or offered")
	}
}

// TestServedKept saves a workspace over a table on a server, and opens it again.
func TestServedKept(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	h.password = "s3cret"
	s.keeps.Open(strings.Replace(h.address(), "ann@", "ann:s3cret@", 1))
	s.until("a page of rows", func() bool { return s.session.Whole() != nil && s.session.Whole().Some })
	s.editor.Add("from", view.Rows, 0)
	s.editor.Add("delay", view.Values, 0)
	s.answered()
	path := t.TempDir() + "/trips.cardinal"
	s.keeps.SaveWorkspace()
	s.typed("trips.cardinal", strings.TrimSuffix(path, "/trips.cardinal"))
	test.Tap(s.button("Save"))
	s.until("the workspace", func() bool { return strings.Contains(s.read(s.status.root), "Saved") })
	text := string(must(os.ReadFile(path)))
	if strings.Contains(text, "s3cret") || !strings.Contains(text, h.address()) {
		t.Errorf("the workspace is\n%s", text)
	}
	s.keeps.OpenSample()
	s.until("the sample", func() bool { return !s.session.Served() })
	s.keeps.Open(path)
	s.until("the workspace", func() bool { return s.session.Served() })
	if a := s.answered(); a.Profile.Tier != "server" {
		t.Errorf("the pivot ran on %s", a.Profile.Tier)
	}
}

// TestServedRefusals asks for what needs the rows here.
func TestServedRefusals(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	s.served(h)
	for _, do := range []func(){s.askLookup, s.session.Compare} {
		do()
		if text := s.read(s.status.root); !strings.Contains(text, "on the server") {
			t.Errorf("the window says %q", text)
		}
		s.status.dismiss()
	}
	s.editor.Add("day", view.Rows, 0)
	if got := s.session.State().Rows[0].String(); !strings.Contains(got, "year") {
		t.Errorf("a date becomes %s", got)
	}
}

// TestServedGone stops the server between two pivots: the window says what to do about the server, and nothing
// about the shelves.
func TestServedGone(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	s.served(h)
	h.CloseClientConnections()
	h.Close()
	s.editor.Add("day", view.Rows, 0)
	s.until("the failure", func() bool { return strings.Contains(s.read(s.result.root), "No server answers") })
	if text := s.read(s.result.root); strings.Contains(text, "shelves") || !strings.Contains(text, "Try again") {
		t.Errorf("the window says\n%s", text)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
