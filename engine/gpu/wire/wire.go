package wire

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/internal/each"
)

// A frame is a magic number, the length of its header, the length of its payload, the header as JSON, and the
// payload: the raw bytes of a column or of accumulators.
const (
	magic     = 0x31647243 // "Crd1"
	maxHeader = 16 << 20   // bytes; headers stay small, since they list names, not rows
	preamble  = 16         // bytes before the header
)

// Verb is what a frame asks for or reports.
type Verb string

// The verbs, with their senders.
const (
	VerbStart Verb = "start" // app: the first frame; open the device
	VerbHello Verb = "hello" // child: the device is open, or unusable
	VerbRun   Verb = "run"   // app: a request
	// app: compile the programs of the request, or of likely requests if the frame has no request; run nothing
	VerbCompile Verb = "compile"
	VerbNeed    Verb = "need"   // child: send this column
	VerbColumn  Verb = "column" // app: the column, or its address
	VerbPiece   Verb = "piece"  // the window has a piece: of the column (app), of the result (child)
	VerbTaken   Verb = "taken"  // child: the piece is uploaded; app: the piece is copied
	VerbAbort   Verb = "abort"  // app, at any time: the request is no longer wanted
	VerbResult  Verb = "result" // child: the accumulators
	VerbFailed  Verb = "failed" // child: the request failed, the device is fine
	VerbBusy    Verb = "busy"   // child: still alive
)

// Header is the part of a frame that is JSON. Each verb uses some of the fields. The comment of a field names the verbs
// that use it.
type Header struct {
	Verb Verb `json:"verb"`

	Limits Limits `json:"limits,omitzero"` // start

	Adapter *gpu.Adapter `json:"adapter,omitempty"` // hello
	// start: the app offers a window; hello: the child has mapped it; column: the bytes come through the window
	Window   bool    `json:"window,omitempty"`
	Probe    *Probe  `json:"probe,omitempty"`    // start
	Readable bool    `json:"readable,omitempty"` // hello: the child can read the app's memory
	Memory   *Memory `json:"memory,omitempty"`   // column: the address from which the child reads the bytes
	Unusable string  `json:"unusable,omitempty"` // hello: why there is no usable adapter

	Job *plan.Job `json:"job,omitempty"` // run, compile
	// run: by ID, the addresses of columns that the child reads itself instead of asking for them
	Places map[string]Memory `json:"places,omitempty"`
	// run: prefixes of IDs of columns that no later request names
	Forget []string `json:"forget,omitempty"`

	ID    string `json:"id,omitempty"`    // need, column
	First int    `json:"first,omitempty"` // need: the first row
	Rows  int    `json:"rows,omitempty"`  // need: the number of rows

	Error    string `json:"error,omitempty"`     // failed
	NoMemory bool   `json:"no_memory,omitempty"` // failed: the error is gpu.ErrMemory
	Aborted  bool   `json:"aborted,omitempty"`   // failed: because of an abort

	gpu.Outcome // result
	// result of a Sparse or Hashed job: the number of groups, whose u32 words are at the beginning of the payload
	Groups int `json:"groups,omitempty"`
	// result: the number of its bytes in the window; piece: bytes of all pieces of the result
	Size int64 `json:"size,omitempty"`
	// result, failed: changes since the last answer, by ID: the bytes of new columns, Departed for dropped columns
	Resident map[string]int64 `json:"resident,omitempty"`
	// result, failed: all resident bytes; column in the window, piece: the number of bytes
	Bytes int64 `json:"bytes,omitempty"`
	// hello, result, failed: the programs that were compiled since the last answer
	Compiled []Compiled `json:"compiled,omitempty"`
	// result, failed: the bytes that may be resident; the child lowers them when the device runs out of memory
	Budget int64 `json:"budget,omitempty"`
	// result: bytes of columns that the child has read at their addresses
	Read int64 `json:"read,omitempty"`
}

// Compiled is a program that the child has compiled.
type Compiled struct {
	Name   string  `json:"name"` // from plan.Program
	Kernel string  `json:"kernel"`
	MS     float64 `json:"ms"` // its compile time, while other programs may have compiled too
}

// Departed stands in Header.Resident for a column that was dropped.
const Departed = -1

// Limits limit how much of the device the child uses. If a field is zero, the device decides.
type Limits struct {
	ChunkRows int   `json:"chunk_rows,omitempty"` // rows of a column in one buffer
	Budget    int64 `json:"budget,omitempty"`     // bytes of columns that stay on the device

	WorkgroupBytes uint32 `json:"workgroup_bytes,omitempty"`
	Untested       bool   `json:"untested,omitempty"` // no self-test, for tests that do more
	Least          bool   `json:"least,omitempty"`    // only the limits that WebGPU promises
}

// RowsPerChunk returns the number of rows of a column in one buffer of an adapter, within the limits.
func (l Limits) RowsPerChunk(a gpu.Adapter) int {
	rows := plan.ChunkRows(min(a.MaxBindingBytes, a.MaxBufferBytes))
	if l.ChunkRows > 0 {
		rows = min(rows, plan.Ceil(l.ChunkRows, 64)*64)
	}
	return rows
}

// WriteFrame sends a frame. It joins the given byte slices to one payload.
func WriteFrame(w io.Writer, h Header, payload ...[]byte) error {
	text, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("cannot encode a %s frame: %w", h.Verb, err)
	}
	size := each.Sum(payload, func(p []byte) uint64 { return uint64(len(p)) })
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

// ErrGarbage says that the other process does not speak the protocol.
var ErrGarbage = errors.New("not a frame")

// ReadFrame reads the header of a frame, and returns the number of bytes of its payload, which it leaves in r. The
// error is io.EOF if the stream ends between two frames, and ErrGarbage if the stream has something other than a frame.
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
		if errors.Is(err, io.EOF) { // the stream ended before the first byte
			err = io.ErrUnexpectedEOF
		}
		return Header{}, 0, fmt.Errorf("a header of %d bytes was cut: %w", size, err)
	}
	if err := json.Unmarshal(text, &h); err != nil {
		return Header{}, 0, fmt.Errorf("%w: %w", ErrGarbage, err)
	}
	return h, int64(binary.LittleEndian.Uint64(head[8:])), nil
}
