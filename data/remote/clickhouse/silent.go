package clickhouse

import (
	"context"
	"errors"
	"io"
	"time"
)

// errSilent says that a server accepts connections but answers nothing.
var errSilent = errors.New("the server is silent")

// unanswered is the number of small questions in a row that a server may leave unanswered while a query gets no bytes.
const unanswered = 2

// listen ends a query of a server that has gone silent. A working server may send no byte of an answer for hours.
// During the silence, listen asks small questions on other connections. Any answer, even an error, shows that the
// server works.
func (s *Server) listen(ctx context.Context, heard <-chan struct{}, end context.CancelCauseFunc) {
	silence := time.NewTimer(s.patience)
	defer silence.Stop()
	for open := 0; open < unanswered; {
		select {
		case <-ctx.Done():
			return
		case <-heard:
			open = 0
		case <-silence.C:
			if open++; s.answers(ctx) {
				open = 0
			}
		}
		silence.Reset(s.patience)
	}
	end(errSilent)
}

// answers reports whether the server answers a small question in time.
func (s *Server) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	err := s.send(ctx, "", "SELECT 1", discard)
	return err == nil || ctx.Err() == nil
}

// heardReader reports every read of an answer.
type heardReader struct {
	io.Reader
	heard chan<- struct{}
}

func (l *heardReader) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	select {
	case l.heard <- struct{}{}:
	default:
	}
	return n, err
}
