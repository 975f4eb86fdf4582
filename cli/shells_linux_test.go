package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestShellsComplete types commands into real shells. The shells complete the commands by the scripts that cardinal
// completion prints. The test looks at the words that the program is started with.
func TestShellsComplete(t *testing.T) {
	shells := []struct {
		name  string
		start []string
		setUp string
	}{
		{"bash", []string{"--norc", "--noprofile", "-i"}, ". /usr/share/bash-completion/bash_completion; . " +
			"<(cardinal completion bash)"},
		{"zsh", []string{"-f", "-i"}, "autoload -U compinit; compinit -u -D; . <(cardinal completion zsh)"},
		{"fish", []string{"--no-config", "-i"}, "cardinal completion fish | source"},
	}
	for _, shell := range shells {
		t.Run(shell.name, func(t *testing.T) {
			path, err := exec.LookPath(shell.name)
			if _, missing := os.Stat("/usr/share/bash-completion/bash_completion"); err != nil ||
				shell.name == "bash" && missing != nil {
				t.Skip(shell.name + " or its completion is not installed")
			}
			typed := startShell(t, path, shell.start, shell.setUp)
			for line, want := range map[string]string{
				"pivot sales.csv --rows regi\t":               "pivot sales.csv --rows region",
				"pivot sales.csv -r region,ci\t":              "pivot sales.csv -r region,city",
				"pivot sales.csv --values av\t":               "pivot sales.csv --values avg(price)",
				"pivot sales.csv --rows region --top-of ci\t": "pivot sales.csv --rows region --top-of city",
				"behind sales.csv --at region=No\t":           "behind sales.csv --at region=North",
				"pivot sales.csv --tier work\t":               "pivot sales.csv --tier workers",
				"insp\tsale\t":                                "inspect sales.csv",
				"pivot --rep\t sales.csv":                     "pivot --repeat-labels sales.csv",
				"help formu\t":                                "help formulas",
			} {
				if got := typed("cardinal " + line + "\n"); got != want {
					t.Errorf("%q becomes %q, want %q", line, got, want)
				}
			}
		})
	}
}

// startShell starts a shell on a terminal. The function that it returns types a line, and returns the words that the
// program was started with.
func startShell(t *testing.T, shell string, start []string, setUp string) (typed func(line string) string) {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(dir, "cardinal"))
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "sales.csv"), []byte("region,city,price\nNorth,Oslo,1.5\nSouth,Rome,2\n"),
			0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	person, command := terminal(t)
	given := filepath.Join(dir, "given")
	c := exec.Command(shell, start...)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, command, command, command
	c.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "HOME=" + dir, "TERM=xterm", "PS1=READY ",
		completed + "=" + given, "LANG=C.UTF-8"}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	_ = unix.IoctlSetWinsize(int(command.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 200})
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1000)
	go func() {
		for b := make([]byte, 4096); ; {
			n, err := person.Read(b)
			if err != nil {
				return
			}
			said <- string(b[:n])
		}
	}()
	ready := filepath.Join(dir, "ready")
	if _, err := person.WriteString(setUp + "; echo > " + ready + "\n"); err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		if _, there := os.Stat(ready); there == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return func(line string) string {
		_ = os.Remove(given)
		for _, part := range strings.SplitAfter(line, "\t") {
			if _, err := person.WriteString(part); err != nil {
				t.Fatal(err)
			}
		}
		for range 2000 {
			if words, err := os.ReadFile(given); err == nil {
				return strings.Join(strings.Fields(string(words)), " ")
			}
			time.Sleep(10 * time.Millisecond)
		}
		var all strings.Builder
		for len(said) > 0 {
			all.WriteString(<-said)
		}
		t.Fatalf("the shell ran nothing; it says %q", all.String())
		return ""
	}
}
