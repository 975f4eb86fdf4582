package host

import (
	"context"

	"cardinal/engine/gpu/wire"
)

// result is the bytes of a result, which stand in the frame or in the window. They are valid until the next request. They are
// nil where the frame contradicts itself.
func (p *process) result(f reply) []byte {
	switch {
	case f.Size == 0:
		return f.payload
	case p.window == nil || f.Size < 0 || f.Size > wire.ResultRoom:
		return nil
	}
	return wire.Results(p.window)[:f.Size]
}

// sendPieces sends a column through the window, and returns the child's next frame but VerbTaken.
func (p *process) sendPieces(ctx context.Context, h wire.Header, data []byte) (reply, error) {
	h.Bytes = int64(len(data))
	if err := wire.WriteFrame(p.in, h); err != nil {
		return reply{}, p.end()
	}
	taken := 0
	for i := 0; len(data) > 0; i++ {
		for ; taken < i-1; taken++ { // the piece before the last has left this half
			if f, err := p.receive(); err != nil || f.Verb != wire.VerbTaken {
				return f, err
			}
		}
		n := min(len(data), wire.UploadPiece)
		wire.CopyWide(wire.Half(p.window, i), data[:n])
		data = data[n:]
		if err := wire.WriteFrame(p.in, wire.Header{Verb: wire.VerbPiece, Bytes: int64(n)}); err != nil {
			return reply{}, p.end()
		}
	}
	for {
		f, err := p.await(ctx)
		if err != nil || f.Verb != wire.VerbTaken {
			return f, err
		}
	}
}
