package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal opens the two ends of a terminal: the end of a person and the end of a command.
func terminal(t *testing.T) (person, command *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("the system has no terminals to open: ", err)
	}
	t.Cleanup(func() { _ = person.Close() })
	n, err := unix.IoctlGetUint32(int(person.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		command, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("the system has no terminals to open: ", err)
	}
	t.Cleanup(func() { _ = command.Close() })
	return person, command
}

// shows reports whether a terminal shows what is typed.
func shows(terminal *os.File) bool {
	state, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
	return err == nil && state.Lflag&unix.ECHO != 0
}

// hidden waits until a terminal does not show what is typed, for a minute at most.
func hidden(terminal *os.File) {
	for range 12_000 {
		if !shows(terminal) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// asked runs a command and types an answer after each of its questions, when the terminal shows no more what is typed.
// It returns what the command says up to each question, and the rest.
func asked(t *testing.T, person, command *os.File, out io.Writer, answers []string,
	args ...string) (code int, questions []string, rest string) {
	t.Helper()
	heard, said, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer heard.Close()
	done := make(chan int, 1)
	go func() {
		code := Run(context.Background(), args, Streams{Out: out, Err: said, In: command})
		_ = said.Close()
		done <- code
	}()
	for b := make([]byte, 1); ; {
		if _, err := heard.Read(b); err != nil {
			return <-done, questions, rest
		}
		if rest += string(b); strings.HasSuffix(rest, ".xlsx: ") && len(answers) > 0 {
			questions, rest = append(questions, rest), ""
			hidden(command)
			if _, err := person.WriteString(answers[0]); err != nil {
				t.Fatal(err)
			}
			answers = answers[1:]
		}
	}
}

// TestTerminalAsks types a wrong and then the right password.
func TestTerminalAsks(t *testing.T) {
	person, command := terminal(t)
	locked := filepath.Join("..", "data", "format", "workbook", "encrypted", "testdata", "standard.xlsx")
	var out bytes.Buffer
	code, questions, text := asked(t, person, command, &out, []string{"wrong\n", "secret\n"}, "pivot", locked,
		"--rows", "region")
	if said := strings.Join(questions, "") + text; code != 0 || len(questions) != 2 ||
		!strings.Contains(questions[1], "The password is wrong.") || strings.Contains(said, "secret") {
		t.Errorf("%d: %q %s", code, questions, text)
	}
	if !strings.Contains(out.String(), "North") || !shows(command) {
		t.Errorf("%s, and the terminal shows what is typed: %v", out.String(), shows(command))
	}
}

// TestTerminalAsksForEachFile opens encrypted files with two passwords as one table. The terminal asks for each
// password once, and again after a wrong one.
func TestTerminalAsksForEachFile(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(table, []byte("region,n\nNorth,1\nSouth,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, password := range map[string]string{"a.xlsx": "first", "b.xlsx": "second", "c.xlsx": "first"} {
		t.Setenv(outVariable, password)
		if printed := runOnce([]string{"pivot", table, "--rows", "region", "--out", filepath.Join(dir, name),
			"--encrypt"}); printed != "" {
			t.Fatal(printed)
		}
	}
	person, command := terminal(t)
	var out bytes.Buffer
	answers := []string{"first\n", "wrong\n", "second\n"}
	code, questions, _ := asked(t, person, command, &out, answers, "pivot", filepath.Join(dir, "*.xlsx"), "--rows",
		"File", "--format", "csv")
	want := []string{"Password of a.xlsx: ", "\nPassword of b.xlsx: ", "\nThe password is wrong.\nPassword of b.xlsx: "}
	if code != 0 || !slices.Equal(questions, want) {
		t.Errorf("%d: the terminal says %q, want %q", code, questions, want)
	}
	for _, name := range []string{"a.xlsx", "b.xlsx", "c.xlsx"} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("%s is not in the table: %s", name, out.String())
		}
	}
}

// TestTerminalInterrupted ends a question: the terminal shows again what is typed.
func TestTerminalInterrupted(t *testing.T) {
	_, command := terminal(t)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		hidden(command)
		cancel()
	}()
	if _, _, err := askPassword(ctx, Streams{Err: &bytes.Buffer{}, In: command}, "?"); !errors.Is(err,
		context.Canceled) || !shows(command) {
		t.Errorf("%v, and the terminal shows what is typed: %v", err, shows(command))
	}
}

// TestPager shows help on a terminal that is lower than the help, by a program that marks what it shows.
func TestPager(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken") // it is there, and cannot be started
	if err := os.WriteFile(broken, []byte("#!/no/such/interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for pager, want := range map[string]string{"sed s/^/paged:/": "paged:", "": "cardinal pivot FILE...",
		"no-such-program": "cardinal pivot FILE...", broken: "cardinal pivot FILE..."} {
		t.Setenv("PAGER", pager)
		person, command := terminal(t)
		if err := unix.IoctlSetWinsize(int(command.Fd()), unix.TIOCSWINSZ,
			&unix.Winsize{Row: 20, Col: 90}); err != nil {
			t.Fatal(err)
		}
		done := make(chan int, 1)
		go func() {
			done <- Run(context.Background(), []string{"pivot", "--help", "--color", "never"},
				Streams{Out: command, Err: command})
		}()
		first := make([]byte, 100)
		if _, err := io.ReadFull(person, first); err != nil || !strings.HasPrefix(string(first), want) {
			t.Errorf("PAGER=%q: %v, %q", pager, err, first)
		}
		var rest bytes.Buffer
		read := make(chan struct{})
		go func() {
			defer close(read)
			_, _ = io.Copy(&rest, person) // it ends when the command's end is closed
		}()
		if code := <-done; code != 0 {
			t.Errorf("PAGER=%q: exit %d", pager, code)
		}
		_ = command.Close()
		<-read
		if again := strings.Count(string(first)+rest.String(), "What is pivoted"); again != 1 {
			t.Errorf("PAGER=%q: the text is shown %d times", pager, again)
		}
	}
}
