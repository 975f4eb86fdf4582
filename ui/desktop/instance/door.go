package instance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// patience is how long a window may take to answer a start. Without an answer, the start opens its own window.
var patience = 3 * time.Second

const extension = ".sock"

// question is what a new start asks. Windows of all versions understand it: further members may be added, but none
// may change its meaning.
type question struct {
	Listening int64  `json:"listening"` // the time since which the asking start listens, in nanoseconds
	Process   int    `json:"process"`
	File      string `json:"file"`    // a path, or several separated by line feeds; "": the sample
	Any       bool   `json:"any"`     // also asks a window that shows another file, if it has nothing of a person's
	Display   string `json:"display"` // the display on which the asking start would open its window
	// asks to show a pivot of the table at a path in place of a file; File is then noFile, which earlier versions
	// refuse
	Table string `json:"table,omitempty"`
	Pivot string `json:"pivot,omitempty"`
}

// noFile is the path of no file.
const noFile = "\x00"

type answer struct {
	Taken bool `json:"taken"`
}

// Door takes the files of later starts for a window. A nil Door receives none.
type Door struct {
	listener net.Listener
	self     question
	stays    chan struct{} // closed once it is known whether the program stays

	mu      sync.Mutex
	leaves  bool   // the program has handed its file over, or is ending
	file    string // the file of the window
	table   string // the file of its table, which is another one if file is a workspace
	free    bool   // the window has nothing of a person's
	take    func(file, pivot string)
	waiting []handed // taken before there was a window
}

// handed is a file that a window takes, with a pivot of it as text; "": none.
type handed struct{ file, pivot string }

// Enter listens in folder, and asks the open windows on this display to take a file. taken reports that one did: the
// program then has nothing left to do. If alone is true, Enter asks no other window. If nobody can listen, the Door is
// nil, and the program opens its window as usual.
func Enter(folder, file string, alone bool) (d *Door, taken bool) {
	d, err := listen(folder, file)
	if err != nil {
		return nil, false
	}
	q := d.self
	q.File = file
	taken = !alone && ask(folder, q, d.listener.Addr().String())
	d.mu.Lock()
	d.leaves = taken
	d.mu.Unlock()
	close(d.stays)
	if taken {
		d.Close()
		return nil, true
	}
	return d, false
}

func listen(folder, file string) (*Door, error) {
	if err := makePrivate(folder); err != nil {
		return nil, err
	}
	path := filepath.Join(folder, fmt.Sprintf("%d-%x%s", os.Getpid(), time.Now().UnixNano(), extension))
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("cannot listen at %s: %w", path, err)
	}
	d := &Door{listener: l, file: file, table: file, stays: make(chan struct{}), self: newQuestion()}
	go d.serve()
	return d, nil
}

// Show asks the open windows in folder to show a pivot of the table at a path: first a window with that table, then one
// without a person's work. It reports whether one does.
func Show(folder, table, pivot string) bool {
	q := newQuestion()
	q.File, q.Table, q.Pivot = noFile, table, pivot
	return makePrivate(folder) == nil && ask(folder, q, "")
}

func newQuestion() question {
	return question{Process: os.Getpid(), Listening: time.Now().UnixNano(), Display: display()}
}

// Close stops listening.
func (d *Door) Close() {
	if d == nil {
		return
	}
	d.mu.Lock()
	d.leaves = true
	d.mu.Unlock()
	_ = d.listener.Close() // this removes the socket
}

// Shows sets the file that the window now shows, and that of its table. free says that the window would lose nothing of
// a person's by showing another file.
func (d *Door) Shows(file, table string, free bool) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.file, d.table, d.free = file, table, free
}

// Serve calls take, on another goroutine, with each file that the window has taken, and a pivot of it to show; "":
// none.
func (d *Door) Serve(take func(file, pivot string)) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.take = take
	for _, h := range d.waiting {
		go take(h.file, h.pivot)
	}
	d.waiting = nil
}

func (d *Door) serve() {
	for {
		c, err := d.listener.Accept()
		if err != nil {
			return
		}
		go d.reply(c)
	}
}

func (d *Door) reply(c net.Conn) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	var q question
	if json.NewDecoder(c).Decode(&q) == nil {
		_ = json.NewEncoder(c).Encode(answer{d.takes(q)})
	}
}

// takes decides about a file, and hands it to the window if the window takes it. A window refuses the file of a start
// on another display: the person would not see the window.
func (d *Door) takes(q question) bool {
	if q.Display != d.self.Display {
		return false
	}
	if cmp.Or(cmp.Compare(q.Listening, d.self.Listening), cmp.Compare(q.Process, d.self.Process)) < 0 {
		return false
	}
	<-d.stays
	d.mu.Lock()
	defer d.mu.Unlock()
	h, shown := handed{q.File, ""}, isSameFile(d.file, q.File)
	if q.Pivot != "" {
		h, shown = handed{q.Table, q.Pivot}, isSameFile(d.table, q.Table)
	}
	if d.leaves || !shown && !(d.free && q.Any) {
		return false
	}
	if !shown {
		d.file, d.table, d.free = h.file, h.file, false
	}
	if d.take == nil {
		d.waiting = append(d.waiting, h)
	} else {
		go d.take(h.file, h.pivot)
	}
	return true
}

// isSameFile reports whether two paths name the same file.
func isSameFile(a, b string) bool {
	if a == b || a == "" || b == "" {
		return a == b
	}
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// ask asks the windows in folder, besides the one at a socket, to take a file: first a window that shows the file, then
// one that takes any.
func ask(folder string, q question, besides string) bool {
	entries, _ := os.ReadDir(folder)
	letToFront()
	for _, q.Any = range []bool{false, true} {
		for _, e := range entries {
			path := filepath.Join(folder, e.Name())
			if strings.HasSuffix(path, extension) && path != besides && put(path, q) {
				return true
			}
		}
	}
	return false
}

// put asks the window at a socket. It removes a socket at which nobody listens.
func put(path string, q question) bool {
	c, err := net.DialTimeout("unix", path, patience)
	if err != nil {
		if refused(err) {
			_ = os.Remove(path)
		}
		return false
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	var a answer
	return json.NewEncoder(c).Encode(q) == nil && json.NewDecoder(c).Decode(&a) == nil && a.Taken
}
