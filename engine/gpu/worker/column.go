package worker

import (
	"fmt"
	"io"

	"cardinal/engine/gpu/device"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// column opens `rows` rows of a column or bitmap, starting with first. It reads them at the address that the app has
// sent, or asks the app for them if there is no address. The error is device.ErrAborted if the app no longer wants the
// request; any other error means that the wire is broken.
func (s *server) column(c plan.JobSource, first, rows int) (device.Source, error) {
	if place, ok := s.places[c.ID]; ok {
		part, ok := place.Part(c.Kind.Bytes(first), c.Kind.Bytes(rows))
		if !ok {
			return device.Source{}, fmt.Errorf("column %q has %d bytes, and rows %d to %d are asked for", c.ID,
				place.Bytes, first, first+rows)
		}
		s.read += part.Bytes
		return memorySource(part), nil
	}
	if err := s.write(wire.Header{Verb: wire.VerbNeed, ID: c.ID, First: first, Rows: rows}); err != nil {
		return device.Source{}, err
	}
	h, payload, err := s.in.take()
	switch {
	case err != nil:
		return device.Source{}, err
	case h.Verb == wire.VerbAbort:
		return device.Source{}, device.ErrAborted
	case h.Verb != wire.VerbColumn || h.ID != c.ID:
		return device.Source{}, fmt.Errorf("%q frame for %q where column %q was due", h.Verb, h.ID, c.ID)
	case h.Memory != nil:
		return memorySource(*h.Memory), nil
	case h.Window:
		s.pieces = windowPieces{s: s, left: h.Bytes}
		return device.Source{Bytes: h.Bytes, Read: s.pieces.read}, nil
	}
	s.payload = io.LimitedReader{R: s.in.from, N: payload}
	return pipeSource(&s.payload), nil
}

// memorySource returns a column in the app's memory.
func memorySource(m wire.Memory) device.Source {
	return device.Source{Bytes: m.Bytes, Read: m.Read, AtOnce: true}
}

// pipeSource returns a column in the pipe.
func pipeSource(from *io.LimitedReader) device.Source {
	return device.Source{Bytes: from.N, Read: func(room []byte, _ int64) error {
		_, err := io.ReadFull(from, room)
		return err
	}}
}

// windowPieces reads a column from the window.
type windowPieces struct {
	s     *server
	taken int    // number of pieces received
	left  int64  // bytes of the column that have not arrived
	piece []byte // the bytes of the latest piece that are not read yet
}

// read reads the next bytes.
func (p *windowPieces) read(room []byte, _ int64) error {
	for len(room) > 0 {
		if len(p.piece) == 0 {
			if err := p.next(); err != nil {
				return err
			}
		}
		now := min(len(room), len(p.piece))
		wire.CopyWide(room[:now], p.piece[:now])
		room, p.piece = room[now:], p.piece[now:]
	}
	return nil
}

// next receives the next piece. It tells the app that the previous piece has been copied.
func (p *windowPieces) next() error {
	if p.taken > 0 {
		if err := p.s.write(wire.Header{Verb: wire.VerbTaken}); err != nil {
			return err
		}
	}
	h, _, err := p.s.in.take()
	if err != nil {
		return err
	}
	if h.Verb == wire.VerbAbort {
		p.left = 0
		return device.ErrAborted
	}
	if h.Verb != wire.VerbPiece || h.Bytes < 1 || h.Bytes > wire.UploadPiece || h.Bytes > p.left {
		return fmt.Errorf("%q frame of %d bytes where a piece was due", h.Verb, h.Bytes)
	}
	p.piece = wire.Half(p.s.window, p.taken)[:h.Bytes]
	p.left -= h.Bytes
	p.taken++
	return nil
}

// drain receives the remaining pieces, so that the next frame on the wire is not a piece.
func (p *windowPieces) drain() error {
	for p.left > 0 {
		if err := p.next(); err != nil {
			return err
		}
	}
	return nil
}
