package web

import (
	"fmt"

	"cardinal/internal/localfile"
	"cardinal/internal/memory"
	"cardinal/internal/system"
)

// room decides where the remaining bytes are stored: if the disk has too little space, in memory. It returns an error
// if the memory has too little space, too.
func (f *File) room() error {
	free, err := system.FreeDisk(f.place)
	left := f.planned - f.arrived
	for _, p := range f.pieces {
		if p.held != nil {
			left -= int64(len(p.held)) - p.arrived // has its room already
		}
	}
	if !f.full.Load() && (err != nil || left <= free-leftFree) {
		return nil
	}
	f.full.Store(true)
	return f.fits(left)
}

// fits returns an error if further bytes do not fit the memory. A file may take a quarter of the free memory, because
// its table needs memory, too.
func (f *File) fits(bytes int64) error {
	free, known := memory.Free()
	if known && f.holding+bytes > (free+f.holding)/4 {
		return fmt.Errorf("%w: %s of it are to be read, and neither the disk of %s nor the memory has room for them: "+
			"make room there", errDisk, memory.Format(f.planned), f.place)
	}
	return nil
}

// store writes the next bytes of a piece to the temporary file, or to memory if the disk is full.
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

// hold allocates memory for all bytes of a piece, and copies the bytes that have arrived into it.
func (f *File) hold(p *piece) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p.size <= int64(cap(p.held)) {
		p.held = p.held[:p.size]
		return nil
	}
	room := p.size
	if p.held != nil { // the size of the file is unknown: a piece that grows is copied only a few times
		room += p.size / 2
	}
	more := room - int64(cap(p.held))
	if err := f.fits(more); err != nil {
		return err
	}
	f.holding += more
	held := make([]byte, p.size, room)
	if copy(held, p.held) == 0 && p.arrived > 0 {
		if _, err := f.disk.ReadAt(held[:p.arrived], p.place); err != nil {
			return fmt.Errorf("%w: %w", errDisk, localfile.Cause(err))
		}
	}
	p.held = held
	return nil
}
