package faults

import (
	"errors"
	"net"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// seccompNotif is a waiting system call.
type seccompNotif struct {
	id    uint64
	pid   uint32 // of its thread
	flags uint32
	data  seccompData
}

// seccompResp is the answer to a waiting system call.
type seccompResp struct {
	id    uint64
	val   int64
	err   int32
	flags uint32
}

// watcher answers the operations of another process.
type watcher struct {
	conn     *net.UnixConn
	listener int

	mu      sync.Mutex
	fault   Fault
	count   int
	failed  string // the first operation that failed
	waiting uint64 // the call that waits for Then
}

// watch answers operations until the process has ended.
func watch(conn *net.UnixConn) error {
	var b, rights [1024]byte
	_, n, _, _, err := conn.ReadMsgUnix(b[:], rights[:])
	if err != nil {
		return err
	}
	var listeners []int
	messages, err := syscall.ParseSocketControlMessage(rights[:n])
	if err == nil && len(messages) == 1 {
		listeners, err = syscall.ParseUnixRights(&messages[0])
	}
	if err != nil || len(listeners) != 1 {
		return errors.Join(err, errors.New("there is no listener"))
	}
	w := &watcher{conn: conn, listener: listeners[0]}
	defer func() { _ = unix.Close(w.listener) }()
	go w.obey()
	for {
		ready := []unix.PollFd{{Fd: int32(w.listener), Events: unix.POLLIN}}
		if _, err := unix.Poll(ready, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return err
		}
		if ready[0].Revents&unix.POLLHUP != 0 {
			return nil
		}
		var c seccompNotif
		if ready[0].Revents&unix.POLLIN == 0 || w.control(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&c)) != nil {
			continue // the thread was killed
		}
		if errno, now := w.decide(&c); now {
			w.reply(c.id, errno)
		}
	}
}

// decide returns the answer to a call; now is false if the call first waits for Then.
func (w *watcher) decide(c *seccompNotif) (errno syscall.Errno, now bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	op := operations[int(c.data.nr)]
	if w.fault.Nth == 0 || w.waiting != 0 {
		return 0, true
	}
	file := op.fileOf(c, w.fault.Reads)
	if file != w.fault.Dir && !strings.HasPrefix(file, w.fault.Dir+"/") {
		return 0, true
	}
	w.count++
	switch {
	case w.count < w.fault.Nth, w.count > w.fault.Nth && !(w.fault.Full && op.room):
		return 0, true
	case w.failed == "":
		w.failed = op.name + " " + strings.TrimPrefix(file, w.fault.Dir+"/")
	}
	if w.fault.Err == 0 && w.count == w.fault.Nth {
		w.waiting = c.id
		return 0, send(w.conn, answer{Now: true}) != nil
	}
	return w.fault.Err, true
}

func (w *watcher) reply(id uint64, errno syscall.Errno) {
	r := seccompResp{id: id, err: -int32(errno)}
	if errno == 0 {
		r.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
	}
	_ = w.control(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r))
}

func (w *watcher) control(what uint, v unsafe.Pointer) error {
	for {
		switch _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(w.listener), uintptr(what), uintptr(v)); errno {
		case 0:
			return nil
		case unix.EINTR:
		default:
			return errno
		}
	}
}

// obey carries out the orders of the test.
func (w *watcher) obey() {
	for {
		var o order
		if receive(w.conn, &o) != nil {
			return
		}
		w.mu.Lock()
		failed, waiting := w.failed, w.waiting
		w.waiting = 0
		if o.Fault != nil {
			w.fault, w.failed, w.count = *o.Fault, "", 0
		}
		w.mu.Unlock()
		if o.Fault != nil {
			_ = send(w.conn, answer{Op: failed})
		} else {
			w.reply(waiting, 0)
		}
	}
}
