package device

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// buffer creates a device buffer of at least so many bytes. When the device has no memory left, the least recently
// used columns go, and the budget is lowered to what the device has shown to hold.
func (d *Device) buffer(label string, bytes int64, usage wgpu.BufferUsage) (*wgpu.Buffer, error) {
	bytes = max(16, (bytes+15)/16*16) // the kernels read 16 bytes at a time
	for {
		b, err := d.gpu.CreateBuffer(&wgpu.BufferDescriptor{Label: label, Size: uint64(bytes), Usage: usage})
		if err == nil {
			return b, nil
		}
		if d.resident == nil || !d.resident.dropOldest() {
			return nil, fmt.Errorf("%w: no %d bytes for %q: %w", gpu.ErrMemory, bytes, label, err)
		}
		d.resident.budget = max(d.resident.bytes, 1)
		d.wait() // memory comes back when the device no longer uses it
	}
}

func releaseAll(buffers []*wgpu.Buffer) {
	for _, b := range buffers {
		b.Release()
	}
}

// upload puts a source from the wire into buffers, a chunk of rows in each: those that it has already, where it is resident,
// else fresh ones.
func (d *Device) upload(id string, k gpu.Kind, rows int, next Pieces) (err error) {
	bytes := k.Bytes(rows)
	there, again := d.resident.touch(id)
	if !again {
		if err := d.reserve(bytes); err != nil {
			return err
		}
	}
	held := column{kind: k}
	defer func() {
		if err != nil && !again {
			held.release()
		}
	}()
	var piece []byte
	for i := range plan.Chunks(rows, d.chunkRows) {
		size := k.Bytes(plan.Chunk(i, rows, d.chunkRows))
		var b *wgpu.Buffer
		if again {
			b = there.held.buffers[i]
		} else if b, err = d.buffer(id, size, wgpu.BufferUsageStorage|wgpu.BufferUsageCopyDst); err != nil {
			return err
		} else {
			held.buffers = append(held.buffers, b)
		}
		for at := int64(0); at < size; {
			if len(piece) == 0 {
				if piece, err = next(); err != nil {
					return fmt.Errorf("the upload of %q was cut: %w", id, err)
				}
			}
			part := piece[:min(int64(len(piece)), size-at)]
			if err := d.staging.send(d, b, at, part); err != nil {
				return fmt.Errorf("cannot upload %q: %w", id, err)
			}
			at += int64(len(part))
			piece = piece[len(part):]
		}
	}
	if !again {
		d.resident.put(id, held, bytes, rows)
	}
	return nil
}

// reserve makes room for so many bytes of columns. The records of earlier requests give way before columns do.
func (d *Device) reserve(bytes int64) error {
	r := d.resident
	if r.bytes+r.beside+bytes > r.budget {
		d.releaseRecords()
	}
	return r.reserve(bytes)
}

// scratch is a buffer that is used by one request after the other and grows as they need.
type scratch struct {
	label string
	usage wgpu.BufferUsage
	held  *wgpu.Buffer
	size  int64
}

// keepScratch is the most a scratch buffer keeps between requests.
const keepScratch = 64 << 20

// grow makes the buffer at least so many bytes.
func (s *scratch) grow(d *Device, bytes int64) error {
	if s.size >= bytes {
		return nil
	}
	s.release()
	size := int64(1 << 12)
	for size < bytes && size < keepScratch {
		size *= 2
	}
	size = max(size, bytes)
	b, err := d.buffer(s.label, size, s.usage)
	if err != nil {
		return err
	}
	s.held, s.size = b, size
	return nil
}

// trim gives the buffer back if it is too large to keep.
func (s *scratch) trim() {
	if s.size > keepScratch {
		s.release()
	}
}

func (s *scratch) release() {
	if s.held != nil {
		s.held.Release()
	}
	s.held, s.size = nil, 0
}
