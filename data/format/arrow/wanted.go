package arrow

import (
	"encoding/binary"
	"io"

	"github.com/apache/arrow-go/v18/arrow"

	"cardinal/data/parallel"
	"cardinal/data/text/header"
	"cardinal/internal/each"
)

// probe is the number of bytes that are read first at the start of a message. Most messages have less metadata.
const probe = 4096

// readWanted reads only those parts of a file that the wanted columns need: the metadata, the dictionaries, and the
// buffers of these columns in each batch. It reads each part to its own offset in `content`. It returns false if the
// whole file must be read: the file may be a stream, compressed or damaged, or it may have lists, unions or views.
func readWanted(r io.ReaderAt, content []byte, wanted []string) bool {
	ok := false
	_ = parallel.Guard(func() error { // reading the whole file finds the damage and reports it
		ok = readParts(r, content, wanted)
		return nil
	})
	return ok
}

// readParts does what readWanted does, but panics if an offset lies outside the file.
func readParts(r io.ReaderAt, content []byte, wanted []string) bool {
	read := func(from, to int) bool {
		n, _ := r.ReadAt(content[from:to], int64(from))
		return n == to-from
	}
	last := len(content) - len(fileMagic) - 4
	if wanted == nil || !read(0, start) || string(content[:len(fileMagic)]) != fileMagic || !read(last, len(content)) {
		return false
	}
	end := last - u32(content, last) // offset behind the last message
	if !read(end, last) {
		return false
	}
	for at := start; at+8 <= end; {
		if !read(at, min(at+probe, end)) {
			return false
		}
		meta, body := at, 0
		b, behind := message(content, at)
		if behind > at+probe && !read(meta, behind) {
			return false
		}
		if len(b) > 0 {
			if slot := root(b).slot(3); slot > 0 {
				body = int(binary.LittleEndian.Uint64(b[slot:]))
			}
		}
		if at = behind + body; body < 0 || at < behind {
			return false
		}
	}
	footer := footerOf(content)
	first, n, err := footer.vector(2, block)
	for i := range n {
		at, meta, body := place(footer.b[first+block*i:])
		if !read(at, at+meta+body) {
			return false
		}
	}
	if err != nil || checkFile(content) != nil {
		return false
	}
	f, err := openFile(content)
	if err != nil {
		return false
	}
	buffers := buffersOf(f.Schema(), wanted)
	first, n, err = footer.vector(3, block)
	for i := range n {
		at, meta, _ := place(footer.b[first+block*i:])
		b, _ := message(content, at)
		batch, ok := root(b).child(2)
		if !ok || batch.slot(3) > 0 { // compressed
			return false
		}
		listed, n, err := batch.vector(2, 16)
		if err != nil || n != len(buffers) {
			return false
		}
		for k, wanted := range buffers {
			from := at + meta + int(binary.LittleEndian.Uint64(b[listed+16*k:]))
			if wanted && !read(from, from+int(binary.LittleEndian.Uint64(b[listed+16*k+8:]))) {
				return false
			}
		}
	}
	return err == nil && buffers != nil
}

// place decodes an entry of the footer's index: the offset of a block, and the lengths of its metadata and its body.
func place(b []byte) (at, meta, body int) {
	return int(binary.LittleEndian.Uint64(b)), u32(b, 8), int(binary.LittleEndian.Uint64(b[16:]))
}

// buffersOf returns, for each buffer of a batch, whether a wanted column needs it. It returns nil if all columns are
// wanted, or if the number of buffers of a type is not known.
func buffersOf(schema *arrow.Schema, wanted []string) []bool {
	l := leaves{}
	l.add(schema.Fields(), "", nil, nil)
	names, _ := header.Repair(each.Of(l.found, func(f leaf) string { return f.name }))
	chosen := header.Wanted(names, wanted)
	if chosen == nil || len(l.lists.Names) > 0 || len(l.odd) > 0 {
		return nil
	}
	needed := map[int]bool{}
	for i, f := range l.found {
		needed[f.path[0]] = needed[f.path[0]] || chosen[names[i]]
	}
	var out []bool
	for i, f := range schema.Fields() {
		n, ok := buffersIn(f.Type)
		if !ok {
			return nil
		}
		for range n {
			out = append(out, needed[i])
		}
	}
	return out
}

// buffersIn returns the number of buffers of a type; ok is false if the number can differ from batch to batch.
func buffersIn(t arrow.DataType) (n int, ok bool) {
	switch t := storage(t).(type) {
	case *arrow.StructType:
		n = 1
		for _, f := range t.Fields() {
			inner, ok := buffersIn(f.Type)
			if !ok {
				return 0, false
			}
			n += inner
		}
		return n, true
	case *arrow.NullType:
		return 0, true
	case arrow.BinaryViewDataType, arrow.NestedType:
		return 0, false
	default:
		return len(t.Layout().Buffers), true
	}
}
