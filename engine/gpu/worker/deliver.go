package worker

import (
	"fmt"
	"io"

	"cardinal/engine/gpu/wire"
)

// result sends a result: the header, and the parts one after the other, through the window where they are many bytes.
func (w *server) result(h wire.Header, parts [][]byte) error {
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	if w.window == nil || size <= wire.SmallResult || size > wire.ResultRoom {
		return w.write(h, parts...)
	}
	room := wire.Results(w.window)
	for _, part := range parts {
		wire.CopyWide(room, part)
		room = room[len(part):]
	}
	h.Size = int64(size)
	return w.write(h)
}

// pipePieces reads a column from the pipe.
type pipePieces struct {
	from io.Reader
	room []byte
	left int64
}

func (p *pipePieces) next() ([]byte, error) {
	n := min(p.left, wire.UploadPiece)
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
		if err := p.w.write(wire.Header{Verb: wire.VerbTaken}); err != nil {
			return nil, err
		}
	}
	h, _, err := p.w.in.take()
	if err != nil {
		return nil, err
	}
	if h.Verb != wire.VerbPiece || h.Bytes < 1 || h.Bytes > wire.UploadPiece || h.Bytes > p.left {
		return nil, fmt.Errorf("%q frame of %d bytes where a piece was due", h.Verb, h.Bytes)
	}
	p.left -= h.Bytes
	p.index++
	return wire.Half(p.w.window, p.index-1)[:h.Bytes], nil
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
