package web

import (
	"fmt"

	"cardinal/internal/localfile"
	"cardinal/internal/memory"
	"cardinal/internal/system"
)

// room decides whether the remaining bytes are held in memory, because the disk has too little space for them. It
// returns an error if the memory has too little space, too.
func (f *File) room() error {
	free, err := system.FreeDisk(f.place)
	left := f.planned - f.arrived
	if !f.full.Load() && (err != nil || left <= free-leftFree) {
		return nil
	}
	f.full.Store(true)
	return f.fits(left)
}

// fits returns an error if further bytes do not fit the memory. Those of a file may take a quarter of what is free,
// because the table needs memory, too.
func (f *File) fits(bytes int64) error {
	free, known := memory.Free()
	if known && f.holding+bytes > (free+f.holding)/4 {
		return fmt.Errorf("%w: %s of it are to be read, and neither the disk of %s nor the memory has room for them: "+
			"make room there", errDisk, memory.Format(f.planned), f.place)
	}
	return nil
}

// store stores the next bytes of a piece: in the temporary file, or in memory if the disk is full.
func (f *File) store(p *piece, b []byte) error {
	if p.held == nil && !f.full.Load() {
		if _, err := f.disk.WriteAt(b, p.place+p.arrived); err == nil {
			return nil
		}
		f.full.Store(true)
	}
	if int64(len(p.held)) < p.size {
		if err := f.hold(p); err != nil {
			return err
		}
	}
	copy(p.held[p.arrived:], b)
	return nil
}

// hold makes memory for all bytes of a piece, and fills in those that arrived before.
func (f *File) hold(p *piece) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	more := p.size - int64(len(p.held))
	if err := f.fits(more); err != nil {
		return err
	}
	f.holding += more
	held := make([]byte, p.size)
	if copy(held, p.held) == 0 && p.arrived > 0 {
		if _, err := f.disk.ReadAt(held[:p.arrived], p.place); err != nil {
			return fmt.Errorf("%w: %w", errDisk, localfile.Cause(err))
		}
	}
	p.held = held
	return nil
}
