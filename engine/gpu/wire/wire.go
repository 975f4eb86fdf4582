package wire

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// A frame is a magic number, the length of its header, the length of its payload, the header as JSON, and the
// payload: the raw bytes of a column or of accumulators.
const (
	magic     = 0x31647243 // "Crd1"
	maxHeader = 16 << 20   // bytes; a header lists names, not rows
	preamble  = 16         // bytes before the header
)

// Verb is what a frame asks for or says.
type Verb string

// The verbs, with their senders.
const (
	VerbStart Verb = "start" // app: the first frame; open the device
	VerbHello Verb = "hello" // child: the device is open, or unusable
	VerbRun   Verb = "run"   // app: a request
	// app: compile the programs of a request, or without one what is likely, and answer nothing
	VerbCompile Verb = "compile"
	VerbNeed    Verb = "need"   // child: send this column
	VerbColumn  Verb = "column" // app: the column, or where it is
	VerbPiece   Verb = "piece"  // app: a piece of the column stands in the window; child: a piece of the result does
	VerbTaken   Verb = "taken"  // child: the piece is uploaded; app: the piece is copied
	VerbAbort   Verb = "abort"  // app, instead of a column or at any time: the request is no longer wanted
	VerbResult  Verb = "result" // child: the accumulators
	VerbFailed  Verb = "failed" // child: the request failed, the device is fine
	VerbBusy    Verb = "busy"   // child: still alive
)

// Header is the part of a frame that is JSON. Each verb uses some of the fields, which stand behind the verbs' names.
type Header struct {
	Verb Verb `json:"verb"`

	Limits Limits `json:"limits,omitzero"` // start

	Adapter *gpu.Adapter `json:"adapter,omitempty"` // hello
	// start: there is a window; hello: it is mapped; column: the bytes come through it
	Window   bool    `json:"window,omitempty"`
	Probe    *Probe  `json:"probe,omitempty"`    // start
	Readable bool    `json:"readable,omitempty"` // hello: the child reads the app's memory
	Memory   *Memory `json:"memory,omitempty"`   // column: the child reads the bytes there
	Unusable string  `json:"unusable,omitempty"` // hello: why there is no adapter to use

	Job *plan.Job `json:"job,omitempty"` // run, compile
	// run: columns by ID that the child reads there, and does not ask for
	Places map[string]Memory `json:"places,omitempty"`
	// run: no later request names a column whose ID begins with one of these
	Forget []string `json:"forget,omitempty"`

	ID    string `json:"id,omitempty"`    // need, column
	First int    `json:"first,omitempty"` // need: the first row
	Rows  int    `json:"rows,omitempty"`  // need: the number of rows

	Error    string `json:"error,omitempty"`     // failed
	NoMemory bool   `json:"no_memory,omitempty"` // failed: the error is gpu.ErrMemory
	Aborted  bool   `json:"aborted,omitempty"`   // failed: because of an abort

	gpu.Outcome // result
	// result of a Sparse or Hashed job: the payload begins with so many u32
	Groups int `json:"groups,omitempty"`
	// result: bytes of it that stand in the window; piece: bytes of the whole result
	Size int64 `json:"size,omitempty"`
	// result, failed: bytes by ID of the columns that came since the last answer; Departed for those that left
	Resident map[string]int64 `json:"resident,omitempty"`
	// result, failed: all that is resident; column in the window, piece: the length
	Bytes int64 `json:"bytes,omitempty"`
	// hello, result, failed: the programs that were compiled since the last answer
	Compiled []Compiled `json:"compiled,omitempty"`
	// result, failed: what may be resident; a device out of memory lowers it
	Budget int64 `json:"budget,omitempty"`
	// result: bytes of columns that the child has read at their places
	Read int64 `json:"read,omitempty"`
}

// Compiled is a program that the child has compiled.
type Compiled struct {
	Name   string  `json:"name"` // as plan.Program has it
	Kernel string  `json:"kernel"`
	MS     float64 `json:"ms"` // that it took, beside others
}

// Departed stands for the bytes of a column that left the device.
const Departed = -1

// Limits bound what the child takes of the device. Each zero field leaves the limit to the device.
type Limits struct {
	ChunkRows int   `json:"chunk_rows,omitempty"` // rows of a column in one buffer
	Budget    int64 `json:"budget,omitempty"`     // bytes of columns that stay on the device

	WorkgroupBytes uint32 `json:"workgroup_bytes,omitempty"`
	Untested       bool   `json:"untested,omitempty"` // without the self-test: for tests, which do more
	Least          bool   `json:"least,omitempty"`    // only what WebGPU promises of every device
}

// RowsPerChunk is how many rows of a column one buffer of an adapter holds within the limits.
func (l Limits) RowsPerChunk(a gpu.Adapter) int {
	rows := plan.ChunkRows(min(a.MaxBindingBytes, a.MaxBufferBytes))
	if l.ChunkRows > 0 {
		rows = min(rows, plan.Ceil(l.ChunkRows, 64)*64)
	}
	return rows
}

// WriteFrame sends a frame. The parts of the payload are written one after the other.
func WriteFrame(w io.Writer, h Header, payload ...[]byte) error {
	text, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("cannot encode a %s frame: %w", h.Verb, err)
	}
	var size uint64
	for _, p := range payload {
		size += uint64(len(p))
	}
	frame := make([]byte, preamble, preamble+len(text))
	binary.LittleEndian.PutUint32(frame, magic)
	binary.LittleEndian.PutUint32(frame[4:], uint32(len(text)))
	binary.LittleEndian.PutUint64(frame[8:], size)
	for _, bytes := range append([][]byte{append(frame, text...)}, payload...) {
		if _, err := w.Write(bytes); err != nil {
			return err
		}
	}
	return nil
}

// ErrGarbage says that the other side does not speak the protocol.
var ErrGarbage = errors.New("not a frame")

// ReadFrame reads the header of a frame. Its payload, of the size in bytes that is returned, is left in r. The
// error is io.EOF where the stream ends between frames, and ErrGarbage where it holds something else than a
// frame.
func ReadFrame(r io.Reader) (h Header, payload int64, err error) {
	var head [preamble]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return Header{}, 0, err
	}
	size := binary.LittleEndian.Uint32(head[4:])
	if got := binary.LittleEndian.Uint32(head[:]); got != magic || size > maxHeader {
		return Header{}, 0, fmt.Errorf("%w: it begins %q", ErrGarbage, head[:])
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(r, text); err != nil {
		if errors.Is(err, io.EOF) { // at the first byte
			err = io.ErrUnexpectedEOF
		}
		return Header{}, 0, fmt.Errorf("a header of %d bytes was cut: %w", size, err)
	}
	if err := json.Unmarshal(text, &h); err != nil {
		return Header{}, 0, fmt.Errorf("%w: %w", ErrGarbage, err)
	}
	return h, int64(binary.LittleEndian.Uint64(head[8:])), nil
}
