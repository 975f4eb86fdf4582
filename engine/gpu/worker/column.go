package worker

import (
	"fmt"
	"io"

	"cardinal/engine/gpu/device"
	"cardinal/engine/gpu/wire"
)

// column asks the app for some rows of a column or bitmap. The error is device.ErrAborted where the app no longer wants the
// request, else the wire is broken.
func (s *server) column(id string, first, rows int) (next device.Pieces, bytes int64, err error) {
	if err := s.write(wire.Header{Verb: wire.VerbNeed, ID: id, First: first, Rows: rows}); err != nil {
		return nil, 0, err
	}
	h, payload, err := s.in.take()
	switch {
	case err != nil:
		return nil, 0, err
	case h.Verb == wire.VerbAbort:
		return nil, 0, device.ErrAborted
	case h.Verb != wire.VerbColumn || h.ID != id:
		return nil, 0, fmt.Errorf("%q frame for %q where column %q was due", h.Verb, h.ID, id)
	}
	if h.Window {
		s.pieces = windowPieces{s: s, left: h.Bytes}
		return s.pieces.next, h.Bytes, nil
	}
	s.payload = io.LimitedReader{R: s.in.from, N: payload}
	return pipePieces(&s.payload), payload, nil
}

// pipePieces reads a column from the pipe.
func pipePieces(from *io.LimitedReader) device.Pieces {
	var room []byte
	return func() ([]byte, error) {
		n := min(from.N, wire.UploadPiece)
		if int64(len(room)) < n {
			room = make([]byte, n)
		}
		_, err := io.ReadFull(from, room[:n])
		return room[:n], err
	}
}

// windowPieces takes a column out of the window.
type windowPieces struct {
	s     *server
	taken int   // pieces
	left  int64 // bytes
}

func (p *windowPieces) next() ([]byte, error) {
	if p.taken > 0 { // the device has read the last piece
		if err := p.s.write(wire.Header{Verb: wire.VerbTaken}); err != nil {
			return nil, err
		}
	}
	h, _, err := p.s.in.take()
	if err != nil {
		return nil, err
	}
	if h.Verb == wire.VerbAbort {
		p.left = 0
		return nil, device.ErrAborted
	}
	if h.Verb != wire.VerbPiece || h.Bytes < 1 || h.Bytes > wire.UploadPiece || h.Bytes > p.left {
		return nil, fmt.Errorf("%q frame of %d bytes where a piece was due", h.Verb, h.Bytes)
	}
	p.left -= h.Bytes
	p.taken++
	return wire.Half(p.s.window, p.taken-1)[:h.Bytes], nil
}

// drain takes the rest of the column, so that the wire stands between two frames.
func (p *windowPieces) drain() error {
	for p.left > 0 {
		if _, err := p.next(); err != nil {
			return err
		}
	}
	return nil
}
