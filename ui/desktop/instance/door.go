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

// patience is how long a window has to answer a start. A start that gets no answer opens a window of its own.
var patience = 3 * time.Second

const extension = ".sock"

// question is what a start asks. Windows of all versions understand it: further members may be added, and none
// may change its sense.
type question struct {
	Listening int64  `json:"listening"` // since when the asking start listens, in nanoseconds
	Process   int    `json:"process"`
	File      string `json:"file"`    // a path, or several with line feeds between them; "" for the sample
	Any       bool   `json:"any"`     // asks also a window that shows another file, if nothing of a person's is in it
	Display   string `json:"display"` // on which the asking start would open its window
}

type answer struct {
	Taken bool `json:"taken"`
}

// Door is where a window is asked to take the files of later starts. A nil Door is asked nothing.
type Door struct {
	listener net.Listener
	self     question
	stays    chan struct{} // closed when it is known whether the program stays

	mu      sync.Mutex
	leaves  bool   // the program has handed its file over, or ends
	file    string // that the window shows
	free    bool   // nothing of a person's is in the window
	take    func(file string)
	waiting []string // taken before there was a window
}

// Enter listens in folder, and asks the windows that are open on this display to take a file. taken says that one did:
// the program has nothing left to do. alone asks none of them. Where nobody can listen, the Door is nil, and the
// program opens its window as ever.
func Enter(folder, file string, alone bool) (d *Door, taken bool) {
	d, err := listen(folder, file)
	if err != nil {
		return nil, false
	}
	taken = !alone && d.ask(folder, file)
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
	if err := private(folder); err != nil {
		return nil, err
	}
	path := filepath.Join(folder, fmt.Sprintf("%d-%x%s", os.Getpid(), time.Now().UnixNano(), extension))
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("cannot listen at %s: %w", path, err)
	}
	d := &Door{listener: l, file: file, stays: make(chan struct{}), self: question{Process: os.Getpid(), Listening: time.Now().UnixNano(), Display: display()}}
	go d.serve()
	return d, nil
}

// Close stops listening.
func (d *Door) Close() {
	if d == nil {
		return
	}
	d.mu.Lock()
	d.leaves = true
	d.mu.Unlock()
	_ = d.listener.Close() // which removes the socket
}

// Shows says what the window shows now. free says that the window would lose nothing of a person's by showing
// another file.
func (d *Door) Shows(file string, free bool) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.file, d.free = file, free
}

// Serve calls take, on another goroutine, with each file that the window has taken.
func (d *Door) Serve(take func(file string)) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.take = take
	for _, file := range d.waiting {
		go take(file)
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

// takes decides about a file, and hands it to the window where the window takes it. A window refuses the file of a
// start on another display: its person would not see it.
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
	shown := same(d.file, q.File)
	if d.leaves || !shown && !(d.free && q.Any) {
		return false
	}
	if !shown {
		d.file, d.free = q.File, false
	}
	if d.take == nil {
		d.waiting = append(d.waiting, q.File)
	} else {
		go d.take(q.File)
	}
	return true
}

// same reports whether two paths are the same file, whatever they are called.
func same(a, b string) bool {
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

// ask asks the other windows in folder to take a file: first for the one that shows the file, then for one that
// takes any.
func (d *Door) ask(folder, file string) bool {
	entries, _ := os.ReadDir(folder)
	q := d.self
	q.File = file
	letToFront()
	for _, q.Any = range []bool{false, true} {
		for _, e := range entries {
			path := filepath.Join(folder, e.Name())
			if strings.HasSuffix(path, extension) && path != d.listener.Addr().String() && put(path, q) {
				return true
			}
		}
	}
	return false
}

// put asks the window at a socket. A socket at which nobody listens is removed.
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
