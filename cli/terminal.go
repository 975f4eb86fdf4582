package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"cardinal/internal/separators"
)

// manners has the options for how a command writes to a terminal. All commands have them.
type manners struct {
	quiet           bool
	color, progress string
}

func (m *manners) addFlags(f *pflag.FlagSet) {
	f.BoolVarP(&m.quiet, "quiet", "q", false, "print no notes and no progress; errors alone")
	f.StringVar(&m.color, "color", "auto", "`WHEN` words are coloured: auto, which is on a terminal, always or never")
	f.StringVar(&m.progress, "progress", "auto", "`FORM` of the progress on the standard error: auto, which is a "+
		"line on a terminal after a second, json, which is lines of JSON, or none")
}

// check refuses values that the options do not have.
func (m *manners) check() error {
	switch {
	case m.color != "auto" && m.color != "always" && m.color != "never":
		return usagef("--color: %q is none of auto, always and never", m.color)
	case m.progress != "auto" && m.progress != "json" && m.progress != "none":
		return usagef("--progress: %q is none of auto, json and none", m.progress)
	}
	return nil
}

// Codes of terminals for words.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[33m"
	plain  = "\x1b[0m"
)

// painted returns a word in a colour if the stream w shows colours.
func (s Streams) painted(w io.Writer, code, word string) string {
	_, asked := os.LookupEnv("NO_COLOR")
	auto := isTerminal(w) && !asked && os.Getenv("TERM") != "dumb"
	if s.color == "always" || s.color != "never" && auto {
		return code + word + plain
	}
	return word
}

// say prints a line on the standard error: a coloured word, and then the text.
func (s Streams) say(code, word, text string) {
	if v, is := s.Err.(*screen); is {
		fmt.Fprint(v.raw, s.painted(v.raw, code, word))
	} else {
		fmt.Fprint(s.Err, word)
	}
	fmt.Fprintf(s.Err, " %s\n", text)
}

// pager shows a text that is longer than the terminal with the program of the variable PAGER, or with less. A shorter
// text is printed when the command ends.
type pager struct {
	terminal *os.File
	height   int
	begun    bytes.Buffer
	program  *exec.Cmd
	in       io.WriteCloser // of the program; nil: it is not started
	failed   bool           // the program cannot be started, so the terminal gets the text
}

// newPager returns a pager on a terminal, nil if there is no program for it.
func newPager(terminal *os.File) *pager {
	words, set := os.LookupEnv("PAGER")
	if !set {
		words = "less"
	}
	named := strings.Fields(words)
	_, height, err := term.GetSize(int(terminal.Fd()))
	if len(named) == 0 || err != nil {
		return nil
	}
	path, err := exec.LookPath(named[0])
	if err != nil {
		return nil
	}
	program := exec.Command(path, named[1:]...)
	program.Stdout, program.Stderr = terminal, terminal
	if _, set := os.LookupEnv("LESS"); !set {
		program.Env = append(os.Environ(), "LESS=FRSX", "LESSCHARSET=utf-8")
	}
	return &pager{terminal: terminal, height: height, program: program}
}

// Write keeps a text, or gives it to the program once there is more than the terminal shows. If the person has quit the
// program, Write drops the text.
func (p *pager) Write(text []byte) (int, error) {
	if p.failed {
		return p.terminal.Write(text)
	}
	if p.in == nil {
		p.begun.Write(text)
		if bytes.Count(p.begun.Bytes(), []byte("\n")) < p.height {
			return len(text), nil
		}
		in, err := p.program.StdinPipe()
		if err == nil {
			err = p.program.Start()
		}
		if err != nil {
			p.failed = true
			p.Close()
			return len(text), nil
		}
		p.in, text = in, p.begun.Bytes()
	}
	_, _ = p.in.Write(text)
	return len(text), nil
}

// Close waits until the person has read.
func (p *pager) Close() {
	if p.in != nil {
		_ = p.in.Close()
		_ = p.program.Wait()
		return
	}
	_, _ = p.terminal.Write(p.begun.Bytes())
	p.begun.Reset()
}

// beforeProgress is how long work takes before a terminal shows its progress, and betweenProgress how often it does.
const beforeProgress, betweenProgress = time.Second, 100 * time.Millisecond

// progress shows how far work is.
type progress struct {
	lines io.Writer // of JSON; nil: none
	line  io.Writer // a terminal on which a line is drawn again; nil: none

	sync.Mutex
	what         string
	began, drawn time.Time
	shown        bool
}

// newProgress returns the progress of a command. On a terminal, end removes its line.
func (s Streams) newProgress() *progress {
	p := &progress{began: time.Now()}
	v, is := s.Err.(*screen)
	switch {
	case s.quiet || s.progress == "none" || !is:
	case s.progress == "json":
		p.lines = v.raw
	case isTerminal(v.raw):
		p.line = v.raw
	}
	return p
}

// progressLine is a line of --progress json.
type progressLine struct {
	Stage string  `json:"stage"`
	Rows  int     `json:"rows,omitempty"`
	Done  float64 `json:"done"`   // 0 to 1
	Left  float64 `json:"left_s"` // in seconds; 0 while it is not known
}

// tell shows which share of some work is done. rows is 0 while the number of rows is unknown.
func (p *progress) tell(what string, rows int, done float64) {
	if p.lines == nil && p.line == nil || done < 0 {
		return
	}
	p.Lock()
	defer p.Unlock()
	now := time.Now()
	if what != p.what {
		p.what, p.began, p.drawn = what, now, time.Time{}
	}
	if now.Sub(p.drawn) < betweenProgress && done < 1 {
		return
	}
	var left time.Duration
	if done > 0.02 {
		left = time.Duration(float64(now.Sub(p.began)) * (1 - done) / done)
	}
	switch {
	case p.lines != nil:
		seconds := left.Round(100 * time.Millisecond).Seconds()
		_ = json.NewEncoder(p.lines).Encode(progressLine{what, rows, done, seconds})
	case now.Sub(p.began) < beforeProgress:
		return
	default:
		text := what
		if rows > 0 {
			text += separators.Sprintf(" %d rows", rows)
		}
		text += fmt.Sprintf(": %.0f%%", 100*done)
		if left >= time.Second {
			text += fmt.Sprintf(", %s left", left.Round(time.Second))
		}
		fmt.Fprint(p.line, "\r\x1b[K"+text)
		p.shown = true
	}
	p.drawn = now
}

// end removes the line of the terminal.
func (p *progress) end() {
	p.Lock()
	defer p.Unlock()
	if p.shown {
		fmt.Fprint(p.line, "\r\x1b[K")
		p.shown = false
	}
}
