package instance

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

// folder makes a folder that is short enough for the path of a socket.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "door")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// window makes a start that stays.
func window(t *testing.T, dir, file string) (*Door, chan string) {
	t.Helper()
	d, taken := Enter(dir, file, false)
	if d == nil || taken {
		t.Fatalf("the window of %q does not stay: %v", file, taken)
	}
	t.Cleanup(d.Close)
	got := make(chan string, 100)
	d.Serve(func(file, pivot string) { got <- file + pivot })
	return d, got
}

func TestSecondStart(t *testing.T) {
	dir, files := folder(t), t.TempDir()
	a, b := filepath.Join(files, "a.csv"), filepath.Join(files, "b.csv")
	for _, path := range []string{a, b} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, gotA := window(t, dir, a)
	sample, gotSample := window(t, dir, "")
	start := func(file string, alone bool, wants chan string) {
		t.Helper()
		d, taken := Enter(dir, file, alone)
		if d != nil {
			d.Close()
		}
		if taken != (wants != nil) {
			t.Errorf("%q: taken is %v", file, taken)
		}
		if wants != nil && taken {
			if got := <-wants; got != file {
				t.Errorf("%q was taken for %q", got, file)
			}
		}
	}
	start(a, false, gotA)
	start(filepath.Join(files, ".", "sub", "..", "a.csv"), false, gotA)
	start("", false, gotSample)
	start(b, false, nil)
	start(a, true, nil)
	sample.Shows("", "", true)
	start(a, false, gotA) // shown by the first, though the sample's window would take it
	start(b, false, gotSample)
	start(b, false, gotSample) // which shows it now
	start("", false, nil)
	first.Shows(b+"\n"+a, b+"\n"+a, false) // as one table
	start(a, false, nil)
	start(b+"\n"+a, false, gotA)
	first.Close()
	start(b+"\n"+a, false, nil)
}

// TestOtherDisplay starts the program on a second display: its window opens there, and each display has its own.
func TestOtherDisplay(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // where no variable names the display
		return
	}
	dir := folder(t)
	t.Setenv("DISPLAY", ":1")
	_, first := window(t, dir, "a.csv")
	t.Setenv("DISPLAY", ":2")
	_, second := window(t, dir, "a.csv") // which stays
	for display, got := range map[string]chan string{":1.0": first, ":2": second} {
		t.Setenv("DISPLAY", display)
		if _, taken := Enter(dir, "a.csv", false); !taken {
			t.Fatalf("the window on %s does not take its file", display)
		}
		if file := <-got; file != "a.csv" {
			t.Errorf("%s: %q", display, file)
		}
	}
	t.Setenv("DISPLAY", ":1.1") // a screen of its own
	_, _ = window(t, dir, "a.csv")
}

// TestTakenBeforeServe makes a second start while the first one has no window yet.
func TestTakenBeforeServe(t *testing.T) {
	dir := folder(t)
	d, _ := Enter(dir, "a.csv", false)
	defer d.Close()
	if _, taken := Enter(dir, "a.csv", false); !taken {
		t.Fatal("not taken")
	}
	got := make(chan string)
	d.Serve(func(file, pivot string) { got <- file + pivot })
	if file := <-got; file != "a.csv" {
		t.Error(file)
	}
}

// TestAtOnce starts many at the same moment: one stays, and the others' file is handed to it.
func TestAtOnce(t *testing.T) {
	for range 20 {
		dir := folder(t)
		var stay []*Door
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				d, taken := Enter(dir, "a.csv", false)
				if taken {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				stay = append(stay, d)
			})
		}
		all.Wait()
		if len(stay) != 1 || stay[0] == nil {
			t.Fatalf("%d stay", len(stay))
		}
		if n := len(stay[0].waiting); n != 7 {
			t.Errorf("%d were handed over", n)
		}
		stay[0].Close()
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			t.Errorf("left %v", entries)
		}
	}
}

// TestDeadAndDeaf asks sockets of a killed window, of one that answers nothing, and of one that answers nonsense, and
// a file that is no socket.
func TestDeadAndDeaf(t *testing.T) {
	dir := folder(t)
	defer func(was time.Duration) { patience = was }(patience)
	patience = 50 * time.Millisecond
	listen := func(name string) *net.UnixListener {
		t.Helper()
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, name), Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	dead, deaf, odd := listen("1.sock"), listen("2.sock"), listen("3.sock")
	dead.SetUnlinkOnClose(false)
	_ = dead.Close()
	defer deaf.Close()
	defer odd.Close()
	go func() {
		for {
			c, err := odd.Accept()
			if err != nil {
				return
			}
			_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\n"))
			_ = c.Close()
		}
	}()
	if err := os.WriteFile(filepath.Join(dir, "4.sock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d, taken := Enter(dir, "a.csv", false)
	if d == nil || taken {
		t.Fatal("the window does not open")
	}
	d.Close()
	if _, err := os.Lstat(filepath.Join(dir, "1.sock")); err == nil && runtime.GOOS != "windows" {
		t.Error("the dead socket is still there")
	}
}

// TestOpenFolder starts with a folder that others may enter: nobody is asked there.
func TestOpenFolder(t *testing.T) {
	if runtime.GOOS == "windows" { // where folders have no such bits
		return
	}
	dir := folder(t)
	_, got := window(t, dir, "a.csv")
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if d, taken := Enter(dir, "a.csv", false); d != nil || taken || len(got) > 0 {
		t.Errorf("listens at %v, taken %v", d, taken)
	}
	var none *Door
	none.Shows("", "", true)
	none.Serve(nil)
	none.Close()
}

// TestShow asks windows for a pivot: the one with the table takes it, also if it shows a workspace, and else a free
// one.
func TestShow(t *testing.T) {
	dir := folder(t)
	table := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(table, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if Show(dir, table, "{}") {
		t.Error("a pivot is shown without a window")
	}
	first, got := window(t, dir, "")
	if Show(dir, table, "{}") {
		t.Error("a window with other work takes a pivot")
	}
	first.Shows("report.cardinal", table, false)
	for range 2 {
		if !Show(dir, table, "{}") || <-got != table+"{}" {
			t.Error("the window with the table does not take the pivot")
		}
	}
	first.Shows("", "", true)
	if !Show(dir, table, "{}") || <-got != table+"{}" {
		t.Error("a free window does not take the pivot")
	}
}
