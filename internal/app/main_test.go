//go:build unix

package app

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestMain lets the test binary be the program.
func TestMain(m *testing.M) {
	if os.Getenv("CARDINAL_MAIN") != "" {
		os.Exit(Main(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// manyRows writes many.csv with a number of rows, each in a group of its own.
func manyRows(t *testing.T, dir string, rows int) {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("n,v\n")
	for i := range rows {
		fmt.Fprintf(&b, "%d,%d\n", i*7, i%1000)
	}
	if err := os.WriteFile(filepath.Join(dir, "many.csv"), b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// saving starts a pivot of many groups and stops it while its file is being written: the temporary file is there.
func saving(t *testing.T, dir, out string, start func(dir string, args ...string) *exec.Cmd) *exec.Cmd {
	t.Helper()
	for range 20 {
		c := start(dir, "pivot", "many.csv", "--rows", "n", "--values", "sum(v),avg(v),min(v),max(v),median(v),count()",
			"--tier", "serial", "--out", out)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for !exited(c.Process.Pid) {
			if len(temporary(t, dir)) == 0 {
				continue
			}
			send(t, c, syscall.SIGSTOP)
			if len(temporary(t, dir)) > 0 {
				return c
			}
			send(t, c, syscall.SIGCONT)
		}
		_ = c.Wait()
		_ = os.Remove(filepath.Join(dir, out))
	}
	t.Fatal("the file is always written before the test sees it")
	return nil
}

// send sends signals to a program.
func send(t *testing.T, c *exec.Cmd, signals ...os.Signal) {
	t.Helper()
	for _, s := range signals {
		if err := c.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
}

// exited reports whether a child has ended.
func exited(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(text), ") ")
	return err != nil || strings.HasPrefix(rest, "Z")
}

func program(dir string, args ...string) *exec.Cmd {
	return within(dir, exec.Command(os.Args[0], args...))
}

// nohup returns the program as the command nohup starts it.
func nohup(dir string, args ...string) *exec.Cmd {
	return within(dir, exec.Command("sh", append([]string{"-c", `trap "" HUP; exec "$0" "$@"`, os.Args[0]},
		args...)...))
}

func within(dir string, c *exec.Cmd) *exec.Cmd {
	c.Dir = dir
	c.Env = append(os.Environ(), "CARDINAL_MAIN=1", "TMPDIR="+filepath.Join(dir, "tmp"), "XDG_CACHE_HOME="+
		filepath.Join(dir, "cache"), "DISPLAY=", "WAYLAND_DISPLAY=")
	return c
}

// temporary lists the temporary files beside the target and in TMPDIR.
func temporary(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{".cardinal-*", "tmp/*"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// TestSignals ends the program while it writes a file. Only a kill leaves something, and that until the next time.
func TestSignals(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no /proc")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	manyRows(t, dir, 150_000)
	for _, out := range []string{"out.csv", "out.xlsx"} {
		for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
			c := saving(t, dir, out, program)
			send(t, c, s, syscall.SIGCONT)
			err := c.Wait()
			_, stat := os.Stat(filepath.Join(dir, out))
			if left := temporary(t, dir); len(left) > 0 {
				t.Errorf("%v leaves %v", s, left)
			}
			if code := c.ProcessState.ExitCode(); code != 1 && stat != nil || code == 1 && stat == nil {
				t.Errorf("%v: %v, and the file: %v", s, err, stat)
			}
			_ = os.Remove(filepath.Join(dir, out))
		}
		c := saving(t, dir, out, nohup)
		send(t, c, syscall.SIGHUP, syscall.SIGCONT)
		if err := c.Wait(); err != nil {
			t.Errorf("with hang-ups ignored: %v", err)
		}
		c = saving(t, dir, out, program)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		again := program(dir, "pivot", "many.csv", "--top", "3", "--rows", "n", "--out", out, "--tier", "serial")
		if text, err := again.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if left := temporary(t, dir); len(left) > 0 {
			t.Errorf("after a kill and another run there are %v", left)
		}
	}
}

func TestUnknownWord(t *testing.T) {
	c := program(t.TempDir(), "foo")
	text, _ := c.CombinedOutput()
	if want := "cardinal: there is no file and no command \"foo\"; cardinal --help lists the commands\n"; string(text) != want || c.ProcessState.ExitCode() != 2 {
		t.Errorf("exit %d: %s", c.ProcessState.ExitCode(), text)
	}
}
