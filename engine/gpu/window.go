package gpu

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// A window is memory that the app and its child share. A column goes through its two halves in pieces: while the child
// uploads one, the app fills the other. For each, the app sends a frame with the length of the piece, and the child one
// when it has taken it. Behind the halves is room for a result. Without a window, columns and results go through the
// pipe, several times slower.
const windowSize = 2*uploadPiece + resultRoom

// Results of more than smallResult bytes, which the pipe holds at once, stand in the window up to resultRoom.
const (
	smallResult = 64 << 10
	resultRoom  = 64 << 20
)

// results is the part of a window that a result stands in.
func results(window []byte) []byte { return window[2*uploadPiece:] }

// result sends a result: the header, and the parts one after the other, through the window where they are many bytes.
func (w *server) result(h header, parts [][]byte) error {
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	if w.window == nil || size <= smallResult || size > resultRoom {
		return w.write(h, parts...)
	}
	room := results(w.window)
	for _, part := range parts {
		copyWide(room, part)
		room = room[len(part):]
	}
	h.Size = int64(size)
	return w.write(h)
}

// result is the payload of a result, wherever it stands, until the next request; nil where it cannot be.
func (p *process) result(f reply) []byte {
	switch {
	case f.Size == 0:
		return f.payload
	case p.window == nil || f.Size < 0 || f.Size > resultRoom:
		return nil
	}
	return results(p.window)[:f.Size]
}

// uploadPiece is also the size of a staging buffer.
const uploadPiece = 8 << 20

// half is the part of a window that the i-th piece goes through.
func half(window []byte, i int) []byte {
	at := i % 2 * uploadPiece
	return window[at : at+uploadPiece]
}

// pieceReader is a column on its way to the child. next returns the next bytes of it, which are valid until the next call.
type pieceReader interface {
	next() ([]byte, error)
}

// pipePieces reads a column from the pipe.
type pipePieces struct {
	from io.Reader
	room []byte
	left int64
}

func (p *pipePieces) next() ([]byte, error) {
	n := min(p.left, uploadPiece)
	if int64(len(p.room)) < n {
		p.room = make([]byte, n)
	}
	p.left -= n
	_, err := io.ReadFull(p.from, p.room[:n])
	return p.room[:n], err
}

// windowPieces takes a column out of the window.
type windowPieces struct {
	w     *server
	index int
	left  int64
}

func (p *windowPieces) next() ([]byte, error) {
	if p.index > 0 { // the caller is done with the last one
		if err := p.w.write(header{Verb: verbTaken}); err != nil {
			return nil, err
		}
	}
	h, _, err := p.w.in.take()
	if err != nil {
		return nil, err
	}
	if h.Verb != verbPiece || h.Bytes < 1 || h.Bytes > uploadPiece || h.Bytes > p.left {
		return nil, fmt.Errorf("%q frame of %d bytes where a piece was due", h.Verb, h.Bytes)
	}
	p.left -= h.Bytes
	p.index++
	return half(p.w.window, p.index-1)[:h.Bytes], nil
}

// drain takes what is left of the column, so that the wire stands between two frames.
func (p *windowPieces) drain() error {
	for p.left > 0 {
		if _, err := p.next(); err != nil {
			return err
		}
	}
	return nil
}

// sendPieces passes a column through the window, and returns what the child says after it.
func (p *process) sendPieces(ctx context.Context, h header, data []byte) (reply, error) {
	h.Bytes = int64(len(data))
	if err := writeFrame(p.in, h); err != nil {
		return reply{}, p.end()
	}
	taken := 0
	for i := 0; len(data) > 0; i++ {
		for ; taken < i-1; taken++ { // the piece before the last has left this half
			if f, err := p.hear(); err != nil || f.Verb != verbTaken {
				return f, err
			}
		}
		n := min(len(data), uploadPiece)
		copyWide(half(p.window, i), data[:n])
		data = data[n:]
		if err := writeFrame(p.in, header{Verb: verbPiece, Bytes: int64(n)}); err != nil {
			return reply{}, p.end()
		}
	}
	for {
		f, err := p.await(ctx)
		if err != nil || f.Verb != verbTaken {
			return f, err
		}
	}
}

// copyWide copies with a few threads: one alone does not use the memory's bandwidth.
func copyWide(to, from []byte) {
	const part = 1 << 20
	var wg sync.WaitGroup
	for at := 0; at < len(from); at += part {
		end := min(at+part, len(from))
		if end == len(from) {
			copy(to[at:], from[at:end])
			break
		}
		wg.Go(func() { copy(to[at:end], from[at:end]) })
	}
	wg.Wait()
}
