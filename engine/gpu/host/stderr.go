package host

import (
	"strings"
	"sync"

	"cardinal/internal/ellipsis"
)

// stderrTail keeps the parts of a child's standard error that may say why the child died: the beginning, which has the
// message of a crash of Go, and the end, which has the message of other crashes.
type stderrTail struct {
	mu         sync.Mutex
	head, tail []byte
}

// keepStderr is the number of bytes of each part that are kept.
const keepStderr = 8 << 10

const mostShown = 200 // characters of a line

// Write keeps p. It never fails.
func (l *stderrTail) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(p), keepStderr-len(l.head))
	l.head = append(l.head, p[:n]...)
	l.tail = append(l.tail, p[n:]...)
	if extra := len(l.tail) - keepStderr; extra > 0 {
		l.tail = append(l.tail[:0], l.tail[extra:]...)
	}
	return len(p), nil
}

// cause returns the line that says why the child died, as a part of a sentence, or "".
func (l *stderrTail) cause() string {
	l.mu.Lock()
	lines := strings.Split(string(l.head)+string(l.tail), "\n")
	l.mu.Unlock()
	last := ""
	for i, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, "panicked at ") && i+1 < len(lines): // Rust writes the place, then the message
			file := line[strings.LastIndex(line, "/")+1:]
			return ellipsis.Cut(strings.TrimSpace(lines[i+1])+" in "+strings.TrimRight(file, ":0123456789"), mostShown)
		case strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
			return ellipsis.Cut(line, mostShown)
		case line != "" && !strings.Contains(line, "[Warn]"):
			last = line
		}
	}
	return ellipsis.Cut(last, mostShown)
}
