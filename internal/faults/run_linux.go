package faults

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"cardinal/internal/each"

	"golang.org/x/sys/unix"
)

// inside is an environment variable of the process whose operations fail.
const inside = "CARDINAL_FAULTS"

const controlFD = 3 // of the socket to the other process

// Run runs a test whose file operations can fail. It starts the test binary again for only this test, and calls test in
// that process.
func Run(t *testing.T, test func(d *Disk)) {
	t.Helper()
	if os.Getenv(inside) == t.Name() {
		d, err := enter()
		if err != nil {
			fmt.Println(refusal, err)
			t.SkipNow()
		}
		test(d)
		return
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "control"), os.NewFile(uintptr(pair[1]), "control")
	conn, err := net.FileConn(ours)
	if err := errors.Join(err, ours.Close()); err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	args := append([]string{"-test.run=^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$", "-test.v", "-test.count=1",
		fmt.Sprintf("-test.short=%t", testing.Short())}, otherArgs()...)
	child := exec.Command(os.Args[0], args...)
	child.Env = append(os.Environ(), inside+"="+t.Name())
	child.ExtraFiles = []*os.File{theirs}
	var said bytes.Buffer
	child.Stdout, child.Stderr = &said, &said
	err = child.Start()
	if err := errors.Join(err, theirs.Close()); err != nil {
		t.Fatal(err)
	}
	watched := make(chan error, 1)
	go func() { watched <- watch(conn.(*net.UnixConn)) }()
	err = child.Wait()
	_ = conn.Close()
	fault := <-watched
	switch text := said.String(); {
	case strings.Contains(text, refusal):
		_, why, _ := strings.Cut(text, refusal)
		why, _, _ = strings.Cut(why, "\n")
		t.Skip("file operations cannot be made to fail here:", why)
	case err != nil:
		t.Errorf("%v\n%s", err, text)
	case fault != nil:
		t.Errorf("the operations were not watched to the end: %v\n%s", fault, text)
	default:
		t.Log(text)
	}
}

const refusal = "no filter:"

// otherArgs returns the arguments of this process without the flags of package testing. The caller must put them after
// its own flags, since the first argument without a dash ends the flags.
func otherArgs() []string {
	return each.Where(os.Args[1:], func(a string) bool { return !strings.HasPrefix(a, "-test.") })
}

// order is a message from the process of the test.
type order struct {
	Fault *Fault // the fault from now on; nil: the operation that waits for Then continues
}

// answer is a message to the process of the test.
type answer struct {
	Now bool   // an operation waits for Then
	Op  string // the operation that failed; "": none
}

// line is the connection to the process that answers the operations.
type line struct {
	conn    *net.UnixConn
	answers chan answer
	mu      sync.Mutex
	then    func()
}

// enter sets the filter of this process, and sends its listener to the other process.
func enter() (*Disk, error) {
	f := os.NewFile(controlFD, "control")
	conn, err := net.FileConn(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	l := &line{conn: conn.(*net.UnixConn), answers: make(chan answer)}
	listener, err := setFilter()
	if err != nil {
		return nil, err
	}
	// From here on, operations wait until the other process has the listener. Sending the listener is no file
	// operation.
	if _, _, err := l.conn.WriteMsgUnix([]byte("{}"), syscall.UnixRights(listener), nil); err != nil {
		return nil, err
	}
	_ = unix.Close(listener)
	go l.hear()
	return &Disk{l}, nil
}

// Break makes operations fail from now on.
func (l *line) Break(f Fault) {
	l.mu.Lock()
	l.then = f.Then
	l.mu.Unlock()
	l.ask(order{&f})
}

// Mend ends the faults. It returns the operation that failed, or "" if the work ended before.
func (l *line) Mend() (op string) { return l.ask(order{&Fault{}}).Op }

func (l *line) ask(o order) answer {
	l.say(o)
	return <-l.answers
}

func (l *line) say(o order) {
	if err := send(l.conn, o); err != nil {
		panic(err)
	}
}

// hear receives answers, passes them on, and calls Then.
func (l *line) hear() {
	for {
		var a answer
		if receive(l.conn, &a) != nil {
			return
		}
		if !a.Now {
			l.answers <- a
			continue
		}
		l.mu.Lock()
		then := l.then
		l.mu.Unlock()
		if then != nil {
			then()
		}
		l.say(order{})
	}
}

func send(conn *net.UnixConn, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = conn.Write(text)
	}
	return err
}

func receive(conn *net.UnixConn, v any) error {
	var b [4096]byte
	n, err := conn.Read(b[:])
	if err == nil {
		err = json.Unmarshal(b[:n], v)
	}
	return err
}
