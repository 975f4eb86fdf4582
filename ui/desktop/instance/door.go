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

// patience is how long a window may take to answer a start. If there is no answer, the start opens a window of its own.
var patience = 3 * time.Second

const extension = ".sock"

// question is what a new start asks. Windows of all versions of the program must understand it. New members may be
// added if they do not change what the old ones mean.
type question struct {
	Listening int64  `json:"listening"` // since when the asking start listens, in nanoseconds since 1970
	Process   int    `json:"process"`
	File      string `json:"file"`    // a path, or several with line feeds between them; "": the sample
	Any       bool   `json:"any"`     // a window that shows another file may answer, too, if it is free
	Display   string `json:"display"` // the display on which the asking start would open its window
	// the path of a table of which the window is asked to show Pivot. File is noFile then, which earlier versions
	// refuse
	Table string `json:"table,omitempty"`
	Pivot string `json:"pivot,omitempty"`
}

// noFile is a path that no file can have.
const noFile = "\x00"

type answer struct {
	Taken bool `json:"taken"`
}

// Door receives the files of later starts for a window. A nil Door receives none.
type Door struct {
	listener net.Listener
	self     question
	stays    chan struct{} // closed once it is known whether the program stays

	mu      sync.Mutex
	leaves  bool   // the program has handed over its own file, or is ending
	file    string // the file that the window shows
	table   string // the file of the table; it differs from file if file is a workspace
	free    bool   // the person loses no work if the window shows another file
	take    func(file, pivot string)
	waiting []handed // received before Serve was called
}

// handed is a file for a window. pivot is the text of a pivot of this file to show; "": none.
type handed struct{ file, pivot string }

// Enter listens in folder, and asks the open windows on this display to take a file. `taken` is true if one of them
// did: the program then has nothing left to do. If alone is true, Enter asks no other window. If the program cannot
// listen, the Door is nil, and the program opens its window as usual.
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

// Show asks the open windows in folder to show a pivot of the table at a path. It first asks for a window that shows
// the table, and then for one that is free. It reports whether a window shows the pivot.
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
	_ = d.listener.Close() // also removes the socket
}

// Shows sets the file that the window now shows, and the file of its table. `free` is true if the person would lose no
// work if the window showed another file.
func (d *Door) Shows(file, table string, free bool) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.file, d.table, d.free = file, table, free
}

// Serve calls `take`, on another goroutine, for each file that the window receives. pivot is the text of a pivot to
// show; "": none.
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

// takes reports whether the window takes the file of a start, and if so, hands it to the window. It refuses a start on
// another display, since the person would not see the window.
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

// ask asks the windows in folder, except the one at socket `besides`, to take a file. It first asks for a window that
// shows the file, and then for one that is free.
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

// put asks the window at a socket. If nobody listens at the socket, it removes the socket.
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
