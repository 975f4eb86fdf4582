package gpu

import (
	"fmt"
	"io"
	"sync"
)

// A window is memory that the app and its child share, in two halves: while the child uploads one, the app fills the
// other. A column goes through it in pieces. For each, the app sends a frame with the length of the piece, and the
// child one when it has taken it. Without a window, columns go through the pipe, several times slower.
const windowSize = 2 * uploadPiece

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
	h, _, err := readFrame(p.w.in)
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
func (p *process) sendPieces(h header, data []byte) (reply, error) {
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
		f, err := p.hear()
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
