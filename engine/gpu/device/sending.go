package device

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"cardinal/internal/system"
)

const blockBytes = 256 << 10 // bytes that a thread reads at a time

// piece is a range of at most stageBytes bytes of a column, which is sent to a region.
type piece struct {
	at    int64 // offset in the column
	bytes int64
	to    region

	room []byte       // memory of a stage
	open event        // room is set
	full event        // all blocks are read
	next atomic.Int64 // the next block to read
	left atomic.Int64 // blocks that are not read yet
}

// event is something that happens once, and for which threads can wait.
type event struct {
	set  atomic.Bool
	done chan struct{}
}

func newEvent() event { return event{done: make(chan struct{})} }

// signal marks the event as happened. It must be called once.
func (e *event) signal() {
	e.set.Store(true)
	close(e.done)
}

// The times that a thread spins before it sleeps. Spinning pays because a sleeping thread of a virtual machine takes
// tens of microseconds to wake. A piece is copied in 160 microseconds, and the next column of a request begins some 50
// microseconds after the previous one.
const (
	patienceForPiece  = time.Millisecond
	patienceForColumn = 200 * time.Microsecond
)

// spin calls happened until it returns true, at most for the given time, and reports whether it did.
func spin(most time.Duration, happened func() bool) bool {
	for begin := system.Now(); system.Since(begin) < most; runtime.Gosched() {
		for range 200 {
			if happened() {
				return true
			}
		}
	}
	return false
}

func (e *event) wait() {
	if !spin(patienceForPiece, e.set.Load) {
		<-e.done
	}
}

func newPiece(to region, at, bytes int64) *piece {
	return &piece{to: to, at: at, bytes: bytes, open: newEvent(), full: newEvent()}
}

// sending is a column that is being sent.
type sending struct {
	pieces []*piece
	source Source // set before the first piece opens
	block  int64  // bytes that a thread reads at a time
	failed atomic.Pointer[error]
	joined atomic.Int64 // threads that have begun
	over   sync.RWMutex // read-locked by threads, and locked once no more threads may begin
}

// threads returns how many threads are useful: one for each block of the column.
func (s *sending) threads() int {
	last := s.pieces[len(s.pieces)-1]
	return 1 + int((last.at+last.bytes)/blockBytes)
}

// join fills pieces until all pieces are full. It returns at once in a thread that wakes after the column was sent.
func (s *sending) join() {
	if s.over.TryRLock() {
		defer s.over.RUnlock()
		s.fill(s.joined.Add(1) - 1)
	}
}

// setSource sets the source.
func (s *sending) setSource(source Source) {
	s.source, s.block = source, stageBytes
	if source.AtOnce {
		s.block = blockBytes
	}
	for _, p := range s.pieces {
		p.left.Store((p.bytes + s.block - 1) / s.block)
	}
}

// fill does the work of thread i: it reads blocks of one piece after another, while other threads read other blocks of
// the same piece. After an error no thread reads, since the source might wait for bytes that nobody sends.
func (s *sending) fill(i int64) {
	for _, p := range s.pieces {
		p.open.wait()
		if i > 0 && !s.source.AtOnce {
			return
		}
		for i := p.next.Add(1) - 1; i*s.block < p.bytes; i = p.next.Add(1) - 1 {
			if s.failed.Load() == nil {
				begin, end := i*s.block, min((i+1)*s.block, p.bytes)
				if err := s.source.Read(p.room[begin:end], p.at+begin); err != nil {
					s.fail(err)
				}
			}
			if p.left.Add(-1) == 0 {
				p.full.signal()
			}
		}
	}
}

func (s *sending) fail(err error) { s.failed.CompareAndSwap(nil, &err) }

// end waits for the threads that have begun, and returns the first error. The pieces from index given on got no room,
// which happens only after an error. end releases the threads that wait for these pieces.
func (s *sending) end(given int) error {
	for _, p := range s.pieces[given:] {
		p.bytes = 0 // nothing is read
		p.open.signal()
	}
	s.over.Lock()
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}
