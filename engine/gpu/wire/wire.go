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
	maxHeader = 16 << 20   // bytes; a header lists names, not rows
	preamble  = 16         // bytes before the header
)

// Verb is what a frame asks for or reports.
type Verb string

// The verbs, with their senders.
const (
	VerbStart Verb = "start" // app: the first frame; open the device
	VerbHello Verb = "hello" // child: the device is open, or unusable
	VerbRun   Verb = "run"   // app: a request
	// app: compile the programs of a request, or of likely requests if there is none; answer no request
	VerbCompile Verb = "compile"
	VerbNeed    Verb = "need"   // child: send this column
	VerbColumn  Verb = "column" // app: the column, or its address
	VerbPiece   Verb = "piece"  // app: a piece of the column is in the window; child: a piece of the result is
	VerbTaken   Verb = "taken"  // child: the piece is uploaded; app: the piece is copied
	VerbAbort   Verb = "abort"  // app, instead of a column or at any time: the request is no longer wanted
	VerbResult  Verb = "result" // child: the accumulators
	VerbFailed  Verb = "failed" // child: the request failed, the device is fine
	VerbBusy    Verb = "busy"   // child: still alive
)

// Header is the part of a frame that is JSON. Each verb uses some of the fields; comments name the verbs.
type Header struct {
	Verb Verb `json:"verb"`

	Limits Limits `json:"limits,omitzero"` // start

	Adapter *gpu.Adapter `json:"adapter,omitempty"` // hello
	// start: there is a window; hello: the window is mapped; column: the bytes come through the window
	Window   bool    `json:"window,omitempty"`
	Probe    *Probe  `json:"probe,omitempty"`    // start
	Readable bool    `json:"readable,omitempty"` // hello: the child reads the app's memory
	Memory   *Memory `json:"memory,omitempty"`   // column: the address from which the child reads the bytes
	Unusable string  `json:"unusable,omitempty"` // hello: why there is no usable adapter

	Job *plan.Job `json:"job,omitempty"` // run, compile
	// run: addresses, by ID, of columns that the child reads itself and does not ask for
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
	// result of a Sparse or Hashed job: the number of u32 at the beginning of the payload
	Groups int `json:"groups,omitempty"`
	// result: its bytes in the window; piece: bytes of the whole result
	Size int64 `json:"size,omitempty"`
	// result, failed: bytes by ID of the columns that are new since the last answer; Departed for dropped ones
	Resident map[string]int64 `json:"resident,omitempty"`
	// result, failed: all resident bytes; column in the window, piece: the length
	Bytes int64 `json:"bytes,omitempty"`
	// hello, result, failed: the programs that were compiled since the last answer
	Compiled []Compiled `json:"compiled,omitempty"`
	// result, failed: the bytes that may be resident; a device out of memory lowers them
	Budget int64 `json:"budget,omitempty"`
	// result: bytes of columns that the child has read at their addresses
	Read int64 `json:"read,omitempty"`
}

// Compiled is a program that the child has compiled.
type Compiled struct {
	Name   string  `json:"name"` // from plan.Program
	Kernel string  `json:"kernel"`
	MS     float64 `json:"ms"` // its compile time, alongside others
}

// Departed replaces the bytes of a column that left the device.
const Departed = -1

// Limits limit what the child uses of the device. For each zero field the device decides.
type Limits struct {
	ChunkRows int   `json:"chunk_rows,omitempty"` // rows of a column in one buffer
	Budget    int64 `json:"budget,omitempty"`     // bytes of columns that stay on the device

	WorkgroupBytes uint32 `json:"workgroup_bytes,omitempty"`
	Untested       bool   `json:"untested,omitempty"` // without the self-test, for tests that test more
	Least          bool   `json:"least,omitempty"`    // only what WebGPU promises of every device
}

// RowsPerChunk returns the number of rows of a column in one buffer of an adapter, within the limits.
func (l Limits) RowsPerChunk(a gpu.Adapter) int {
	rows := plan.ChunkRows(min(a.MaxBindingBytes, a.MaxBufferBytes))
	if l.ChunkRows > 0 {
		rows = min(rows, plan.Ceil(l.ChunkRows, 64)*64)
	}
	return rows
}

// WriteFrame sends a frame. It writes the parts of the payload one after another.
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

// ErrGarbage means that the other side does not speak the protocol.
var ErrGarbage = errors.New("not a frame")

// ReadFrame reads the header of a frame, and returns the size of the payload in bytes, which is left in r. The error
// is io.EOF if the stream ends between frames, and ErrGarbage if it holds something other than a frame.
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
