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
}

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
	free    bool   // the window has nothing of a person's
	take    func(file string)
	waiting []string // files taken before there was a window
}

// Enter listens in folder, and asks the open windows on this display to take a file. taken reports that one did: the
// program then has nothing left to do. If alone is true, Enter asks no other window. If nobody can listen, the Door is
// nil, and the program opens its window as usual.
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
	if err := makePrivate(folder); err != nil {
		return nil, err
	}
	path := filepath.Join(folder, fmt.Sprintf("%d-%x%s", os.Getpid(), time.Now().UnixNano(), extension))
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("cannot listen at %s: %w", path, err)
	}
	d := &Door{listener: l, file: file, stays: make(chan struct{}), self: question{Process: os.Getpid(),
		Listening: time.Now().UnixNano(), Display: display()}}
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
	_ = d.listener.Close() // this removes the socket
}

// Shows sets the file that the window now shows. free says that the window would lose nothing of a person's by
// showing another file.
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
	shown := isSameFile(d.file, q.File)
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

// ask asks the other windows in folder to take a file: first a window that shows the file, then one that takes any.
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
