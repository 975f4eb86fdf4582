package wire

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/profiler"
)

// A frame on the wire is a magic number, the length of its header, the length of its payload, the header as JSON,
// and the payload: raw bytes of a column or of accumulators, which no encoding touches.
const (
	magic      = 0x31647243 // "Crd1"
	maxHeader  = 16 << 20   // a header lists names, not rows
	preambleSz = 16
)

// verb is what a frame wants or says.
type verb string

const (
	VerbStart  verb = "start"  // app: the first frame; open the device
	VerbHello  verb = "hello"  // child: the device is open, or unusable
	VerbRun    verb = "run"    // app: a request
	VerbNeed   verb = "need"   // child: send this column
	VerbColumn verb = "column" // app: here it is
	VerbPiece  verb = "piece"  // app: a part of the column stands in the window
	VerbTaken  verb = "taken"  // child: and has left it
	VerbAbort  verb = "abort"  // app, instead of a column or in the middle: the request is no longer wanted
	VerbResult verb = "result" // child: the accumulators
	VerbFailed verb = "failed" // child: the request failed, the device is fine
	VerbBusy   verb = "busy"   // child: still alive
)

// Header is the part of a frame that is JSON. Each verb uses some of the fields.
type Header struct {
	Verb verb `json:"verb"`

	Limits Limits `json:"limits,omitzero"` // start

	Adapter  *gpu.Adapter `json:"adapter,omitempty"`  // hello
	Window   bool         `json:"window,omitempty"`   // start: there is one; hello: it is mapped; column: it comes through it
	Unusable string       `json:"unusable,omitempty"` // hello: why there is no adapter to use

	Job *plan.Job `json:"job,omitempty"` // run

	ID    string `json:"id,omitempty"`    // need, column
	First int    `json:"first,omitempty"` // need: from this row on
	Rows  int    `json:"rows,omitempty"`  // need: so many rows

	Error    string           `json:"error,omitempty"` // failed
	NoMemory bool             `json:"no_memory,omitempty"`
	Aborted  bool             `json:"aborted,omitempty"`
	Strategy string           `json:"strategy,omitempty"` // result
	Groups   int              `json:"groups,omitempty"`   // result of a job that is not dense: the payload begins with so many of them
	Tiles    int              `json:"tiles,omitempty"`
	Size     int64            `json:"size,omitempty"` // result: bytes of it that stand in the window
	Link     float64          `json:"link,omitempty"`
	Overlap  float64          `json:"overlap,omitempty"`
	Stages   []profiler.Stage `json:"stages,omitempty"`
	Resident map[string]int64 `json:"resident,omitempty"` // result, failed: bytes by name of what came since the answer before, or departed
	Bytes    int64            `json:"bytes,omitempty"`    // result, failed: all that is resident; column, piece: the length of what comes
	Budget   int64            `json:"budget,omitempty"`   // result, failed: what may be; a device out of memory lowers it
}

// Departed stands for the bytes of a column that was given back.
const Departed = -1

// Limits bound what the child keeps. Zero fields leave it to the device.
type Limits struct {
	ChunkRows int   `json:"chunk_rows,omitempty"`
	Budget    int64 `json:"budget,omitempty"`

	WorkgroupBytes uint32 `json:"workgroup_bytes,omitempty"`
	Untested       bool   `json:"untested,omitempty"` // leave out the self-test: for tests, which do more
	Least          bool   `json:"least,omitempty"`    // ask the device for no more than WebGPU promises of every device
}

// RowsPerChunk is how many rows of a column one buffer of an adapter holds within the limits.
func (l Limits) RowsPerChunk(a gpu.Adapter) int {
	rows := plan.ChunkRows(min(a.MaxBindingBytes, a.MaxBufferBytes))
	if l.ChunkRows > 0 {
		rows = min(rows, plan.Ceil(l.ChunkRows, 64)*64)
	}
	return rows
}

// WriteFrame sends a frame. The payload parts are written as they stand, one after the other.
func WriteFrame(w io.Writer, h Header, payload ...[]byte) error {
	text, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("cannot encode a %s frame: %w", h.Verb, err)
	}
	var size uint64
	for _, p := range payload {
		size += uint64(len(p))
	}
	frame := make([]byte, preambleSz, preambleSz+len(text))
	binary.LittleEndian.PutUint32(frame, magic)
	binary.LittleEndian.PutUint32(frame[4:], uint32(len(text)))
	binary.LittleEndian.PutUint64(frame[8:], size)
	for _, part := range append([][]byte{append(frame, text...)}, payload...) {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// ErrGarbage says that the other side does not speak the protocol.
var ErrGarbage = errors.New("not a frame")

// ReadFrame reads the header of a frame; its payload, of the size that is returned, is left in r. The error is io.EOF
// where the stream ends between frames.
func ReadFrame(r io.Reader) (h Header, payload int64, err error) {
	var preamble [preambleSz]byte
	if _, err := io.ReadFull(r, preamble[:]); err != nil {
		return Header{}, 0, err
	}
	size := binary.LittleEndian.Uint32(preamble[4:])
	if got := binary.LittleEndian.Uint32(preamble[:]); got != magic || size > maxHeader {
		return Header{}, 0, fmt.Errorf("%w: it begins %q", ErrGarbage, preamble[:])
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(r, text); err != nil {
		return Header{}, 0, fmt.Errorf("a header of %d bytes was cut: %w", size, err)
	}
	if err := json.Unmarshal(text, &h); err != nil {
		return Header{}, 0, fmt.Errorf("%w: %w", ErrGarbage, err)
	}
	return h, int64(binary.LittleEndian.Uint64(preamble[8:])), nil
}
