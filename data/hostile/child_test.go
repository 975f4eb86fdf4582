package hostile

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/load"
)

const (
	mb = 1 << 20

	// allowed is what a child is told to take at most, and ceiling what it may have taken in the end: Go's
	// collector runs behind, and the program itself takes some.
	allowed = 256 * mb
	ceiling = 3 * allowed

	silence = 2 * time.Minute // is how long a child that hangs tells nothing
)

// outcome is a child's report on one file.
type outcome struct {
	Step    float64  `json:"step,omitempty"` // a share of the file, while it is read
	Done    bool     `json:"done"`
	Err     string   `json:"err"`
	Rows    int      `json:"rows"`
	Columns int      `json:"columns"`
	Notes   []string `json:"notes"`
	// the most memory that the child has had for the file, 0 where the system does not tell
	Peak int64 `json:"peak"`
}

// refused reports whether the file was not read.
func (o outcome) refused() bool { return o.Err != "" }

// jobs are what a child does, by the value of HOSTILE_CHILD.
var jobs = map[string]func(in io.Reader, tell func(any)){}

// TestMain lets the test binary be a child.
func TestMain(m *testing.M) {
	jobs["open"], jobs["stream"], jobs["mutants"] = openFiles, openStream, openMutants
	job := jobs[os.Getenv("HOSTILE_CHILD")]
	if job == nil {
		os.Exit(m.Run())
	}
	debug.SetMemoryLimit(allowed)
	var mu sync.Mutex
	lines := json.NewEncoder(os.Stdout)
	job(os.Stdin, func(v any) {
		mu.Lock()
		defer mu.Unlock()
		if err := lines.Encode(v); err != nil {
			os.Exit(3)
		}
	})
}

// openFiles opens the files whose paths come in lines.
func openFiles(in io.Reader, tell func(any)) {
	for paths := bufio.NewScanner(in); paths.Scan(); {
		resetPeak()
		tell(looked(func(o load.Options) (*data.Table, error) {
			return load.Open(context.Background(), paths.Text(), o)
		}, tell))
		debug.FreeOSMemory()
	}
}

// openStream opens the one text that comes.
func openStream(in io.Reader, tell func(any)) {
	tell(looked(func(o load.Options) (*data.Table, error) {
		return load.Stream(context.Background(), "stream", in, o)
	}, tell))
}

// looked opens a table and looks at its cells, all of them or the first of each column.
func looked(open func(load.Options) (*data.Table, error), tell func(any)) outcome {
	table, err := open(load.Options{Progress: func(done float64) { tell(outcome{Step: done}) }})
	o := outcome{Done: true}
	if err != nil {
		o.Err = err.Error()
	} else {
		o.Rows, o.Columns, o.Notes = table.Rows, len(table.Columns), table.Notes
		for _, c := range table.Columns {
			for row := range min(c.Rows, 1000) {
				_ = c.Value(row).String()
			}
		}
	}
	o.Peak = peak()
	return o
}

// resetPeak lets peak count anew. Only Linux can.
func resetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// peak returns the greatest memory of this process so far, 0 on systems other than Linux.
func peak() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kb := int64(0)
	_, _ = fmt.Sscanf(rest, "%d kB", &kb)
	return kb << 10
}

// child is a process that opens files.
type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan []byte // is closed when the child ends
	said  strings.Builder
}

func start(t *testing.T, job string) *child {
	t.Helper()
	c := &child{cmd: exec.Command(os.Args[0]), lines: make(chan []byte)}
	c.cmd.Env = append(os.Environ(), "HOSTILE_CHILD="+job)
	c.cmd.Stderr = &c.said
	in, err := c.cmd.StdinPipe()
	out, err2 := c.cmd.StdoutPipe()
	if err := errors.Join(err, err2, c.cmd.Start()); err != nil {
		t.Fatal(err)
	}
	c.in = in
	go func() {
		defer close(c.lines)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			c.lines <- line
		}
	}()
	t.Cleanup(func() { c.end() })
	return c
}

// end kills the child and returns the end of what it has said last.
func (c *child) end() string {
	_ = c.cmd.Process.Kill()
	for range c.lines {
	}
	_ = c.cmd.Wait()
	said := c.said.String()
	return said[:min(len(said), 3000)]
}

// hear decodes the next line of the child into v. The error says that the child has died, hangs, or takes too
// much memory.
func (c *child) hear(v any) error {
	silent := time.NewTimer(silence)
	defer silent.Stop()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case line, more := <-c.lines:
			if !more {
				return fmt.Errorf("the process died: %s", c.end())
			}
			return json.Unmarshal(line, v)
		case <-silent.C:
			return fmt.Errorf("no progress for %v: %s", silence, c.end())
		case <-look.C:
			if n := resident(c.cmd.Process.Pid); n > 4*ceiling {
				return fmt.Errorf("takes %d MB and is killed: %s", n>>20, c.end())
			}
		}
	}
}

// resident returns the current memory of a process, 0 on systems other than Linux.
func resident(pid int) int64 {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	var all, pages int64
	_, _ = fmt.Sscan(string(b), &all, &pages)
	return pages * int64(os.Getpagesize())
}

// verdict waits for the outcome of a file and holds it to what every file must do.
func (c *child) verdict(t *testing.T, name string) (o outcome) {
	t.Helper()
	for !o.Done {
		o = outcome{}
		if err := c.hear(&o); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if o.Peak > ceiling {
		t.Errorf("%s took %d MB", name, o.Peak>>20)
	}
	if o.refused() && (strings.Contains(o.Err, "\n") || len(o.Err) > len(name)+400 || strings.Contains(o.Err, "BUG") ||
		strings.Contains(o.Err, "runtime error") || strings.Contains(o.Err, "makes no sense")) {
		t.Errorf("%s: the error is no sentence for a person: %s", name, o.Err)
	}
	return o
}

// opened opens one file in a separate child.
func opened(t *testing.T, path string) outcome {
	t.Helper()
	c := start(t, "open")
	if _, err := fmt.Fprintln(c.in, path); err != nil {
		t.Fatal(err)
	}
	o := c.verdict(t, filepath.Base(path))
	c.end()
	t.Logf("%s: %d rows, %d columns, %d MB, %q %q", filepath.Base(path), o.Rows, o.Columns, o.Peak>>20, o.Err, o.Notes)
	return o
}
