package host

import (
	"strings"
	"sync"

	"cardinal/internal/ellipsis"
)

// stderrTail keeps the beginning and the end of a child's standard error, which may say why the child died. The message
// of a crash of Go is at the beginning, the messages of other crashes are at the end.
type stderrTail struct {
	mu         sync.Mutex
	head, tail []byte
}

// keepStderr is the number of bytes that are kept of the beginning, and of the end.
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

// cause returns the line that says why the child died, in the form of a clause, or "".
func (l *stderrTail) cause() string {
	l.mu.Lock()
	lines := strings.Split(string(l.head)+string(l.tail), "\n")
	l.mu.Unlock()
	last := ""
	for i, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, "panicked at ") && i+1 < len(lines): // Rust writes the message in the next line
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
