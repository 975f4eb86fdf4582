package arrow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/shape/unnest"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	limits "cardinal/internal/memory"
	"cardinal/internal/separators"
)

const (
	fileMagic    = "ARROW1"
	featherMagic = "FEA1"             // of Feather, version 1
	continuation = "\xFF\xFF\xFF\xFF" // before every message of a stream
)

var (
	errFeather1 = errors.New("it is a Feather file of version 1: write it again as Feather version 2, Arrow or Parquet")
	errDamaged  = errors.New("the Arrow file is damaged or cut off; copy or download it again")
)

// Recognise reports whether a file is an Arrow file or an Arrow stream. A Feather file of version 1 is an error.
func Recognise(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head := make([]byte, min(size, 16))
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return false, err
	}
	if bytes.HasPrefix(head, []byte(featherMagic)) && len(head) >= 16 {
		tail := make([]byte, len(featherMagic))
		if n, err := r.ReadAt(tail, size-int64(len(tail))); n < len(tail) {
			return false, err
		}
		if string(tail) == featherMagic {
			return false, errFeather1
		}
	}
	return bytes.HasPrefix(head, []byte(fileMagic)) || bytes.HasPrefix(head, []byte(continuation)), nil
}

// maxRows is the greatest number of rows that a row number of 32 bits can count.
const maxRows = 1<<32 - 2

// smallTable (in bytes) and outOfProportion (a factor of the size of the file) limit the memory of a table. A small
// file can declare a huge table, because columns of nulls take no bytes in a file.
const smallTable, outOfProportion = 256 << 20, 1000

// Open reads a file or a stream of the given size in bytes into a table. limit is the memory in bytes that may be used,
// 0 for no limit. wanted names the columns of the table, in any case. If wanted is nil or names an unknown column, Open
// reads all columns. asked is the name, in any case, of the list whose elements become rows. If asked is "", Open
// chooses no list, or the first list if the file has only lists. Open calls progress with the share of the work that is
// done, from 0 to 1. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, wanted []string, asked string,
	progress func(float64)) (*data.Table, error) {
	if limit > 0 && size > limit/3 {
		return nil, separators.Errorf("the Arrow file has %d MB, up to three times as much memory is needed, and %d "+
			"MB are free; %s or turn it into Parquet", size>>20, limit>>20, limits.Advice())
	}
	content := make([]byte, size)
	if asked != "" || !readWanted(r, content, wanted) {
		if n, err := r.ReadAt(content, 0); int64(n) < size {
			return nil, fmt.Errorf("the Arrow file cannot be read: %w", err)
		}
	}
	var schema *arrow.Schema
	var batches []arrow.RecordBatch
	note := ""
	err := parallel.Guard(func() (err error) {
		schema, batches, note, err = decode(ctx, content, limit, func(done float64) { progress(done / 2) })
		return err
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, sentence(err)
	}
	t, err := Table(ctx, "the Arrow file", schema, batches, size, limit, wanted, asked, progress)
	if err == nil && note != "" {
		t.Notes = append(t.Notes, note)
	}
	return t, err
}

// sentence turns an error of the library into a sentence for a person.
func sentence(err error) error {
	if strings.Contains(err.Error(), tooLarge) {
		return fmt.Errorf("the Arrow file is %s; %s or open a smaller file", tooLarge, limits.Advice())
	}
	return errDamaged // a person could not act on the library's text
}

// decode reads the schema and the batches of rows. The note says what may be missing.
func decode(ctx context.Context, content []byte, limit int64,
	progress func(float64)) (schema *arrow.Schema, batches []arrow.RecordBatch, note string, err error) {
	size := int64(len(content))
	options := []ipc.Option{ipc.WithAllocator(&allocator{Allocator: memory.NewGoAllocator(), left: limit,
		most: 1<<20 + mostExpansion*size}), ipc.WithBodySizeLimit(size), ipc.WithMetadataSizeLimit(size)}
	if bytes.HasPrefix(content, []byte(fileMagic)) {
		if err := checkFile(content); err != nil {
			return nil, nil, "", err
		}
		f, err := openFile(content, options...)
		if err != nil {
			return nil, nil, "", err
		}
		for i := range f.NumRecords() {
			if err := ctx.Err(); err != nil {
				return nil, nil, "", err
			}
			b, err := f.RecordBatchAt(i)
			if err != nil {
				return nil, nil, "", err
			}
			batches = append(batches, b)
			progress(float64(i+1) / float64(f.NumRecords()))
		}
		return f.Schema(), batches, "", nil
	}
	if note, err = checkStream(content); err != nil {
		return nil, nil, "", err
	}
	in := bytes.NewReader(content)
	// NewReader would not pass the limits on to its message reader
	s, err := ipc.NewReaderFromMessageReader(ipc.NewMessageReader(in, options...), options...)
	if err != nil {
		return nil, nil, "", err
	}
	for s.Next() {
		if err := ctx.Err(); err != nil {
			return nil, nil, "", err
		}
		b := s.RecordBatch()
		b.Retain()
		batches = append(batches, b)
		progress(1 - float64(in.Len())/float64(size))
	}
	return s.Schema(), batches, note, s.Err()
}

// openFile opens a file whose footer was checked. The batches share the memory of `content`, unless the file has
// dictionaries: the library fails on dictionaries of a mapped file.
func openFile(content []byte, options ...ipc.Option) (*ipc.FileReader, error) {
	if _, n, err := footerOf(content).vector(2, block); n > 0 || err != nil {
		return ipc.NewFileReader(bytes.NewReader(content), options...)
	}
	return ipc.NewMappedFileReader(content, options...)
}

const tooLarge = "too large for the memory that is free"

// mostExpansion is the greatest number of bytes that a codec makes of one byte. A zstd block of 4 bytes can hold 128
// KB. LZ4 makes 255 bytes of one.
const mostExpansion = 32 << 10

// allocator limits the memory for decoding. An allocation beyond the limit panics, and Open turns the panic into an
// error.
type allocator struct {
	memory.Allocator
	left int64 // bytes; 0 at the start: no limit
	most int64 // bytes that the file can hold, whatever sizes it declares
}

func (a *allocator) Allocate(size int) []byte {
	a.take(size)
	return a.Allocator.Allocate(size)
}

func (a *allocator) Reallocate(size int, b []byte) []byte {
	a.take(size - len(b))
	return a.Allocator.Reallocate(size, b)
}

func (a *allocator) take(n int) {
	if a.most -= int64(n); n < 0 || a.most < 0 {
		panic("the file declares more bytes than it can hold")
	}
	if a.left != 0 && int64(n) >= a.left {
		panic(tooLarge)
	}
	if a.left != 0 {
		a.left -= int64(n)
	}
}

// Table makes a table of batches of rows. The batches come from a file of the given size in bytes. what names the file
// in errors. The other parameters are the same as for Open.
func Table(ctx context.Context, what string, schema *arrow.Schema, batches []arrow.RecordBatch, size, limit int64,
	wanted []string, asked string, progress func(float64)) (*data.Table, error) {
	damaged := fmt.Errorf("%s is damaged or cut off; copy or download it again", what)
	rows := int64(0)
	for _, b := range batches {
		if n := b.NumRows(); n < 0 || n > maxRows {
			return nil, damaged
		}
		if rows += b.NumRows(); rows > maxRows {
			return nil, separators.Errorf("%s has more than %d rows, more than Cardinal reads", what, int64(maxRows))
		}
	}
	l := leaves{}
	l.add(schema.Fields(), "", nil, nil)
	of, err := l.choose(asked)
	if err != nil {
		return nil, err
	}
	notes, chosen, why := l.notes(""), "", ""
	if of != nil {
		inFile := rows
		chosen = of.name
		if rows, err = of.rows(ctx, batches); err != nil {
			return nil, err
		}
		notes = append([]string{unnest.Grown(chosen, int(inFile), int(rows), unnest.Why(asked))}, l.notes(chosen)...)
		why = separators.Sprintf(" for its %d rows, one for each element of %s,", rows, chosen)
	}
	switch need := rows * 8 * int64(len(l.found)); {
	case len(l.found) > maxColumns:
		return nil, separators.Errorf("%s has %d columns, more than the %d that Cardinal reads", what,
			len(l.found), maxColumns)
	case len(l.found) == 0 && len(notes) > 0:
		return nil, fmt.Errorf("%s has no column that can be read: %s", what, strings.Join(notes, "; "))
	case len(l.found) == 0:
		return nil, fmt.Errorf("%s has no columns", what)
	case limit > 0 && need > limit:
		return nil, separators.Errorf("the table needs %d MB of memory%s and %d MB are free; %s or open a smaller file",
			need>>20, why, limit>>20, limits.Advice())
	case need > max(smallTable, outOfProportion*size):
		return nil, separators.Errorf("%w: it declares %d rows", damaged, rows)
	}
	names := each.Of(l.found, func(f leaf) string { return f.name })
	names, renamed := header.Repair(names)
	found := l.found
	var leftOut []string
	if wanted := header.Wanted(names, wanted); wanted != nil {
		found, leftOut = nil, header.LeftOut(names, wanted)
		for i, f := range l.found {
			if f.name = names[i]; wanted[f.name] {
				found = append(found, f)
			}
		}
		names = slices.DeleteFunc(names, func(name string) bool { return !wanted[name] })
	}
	columns := make([]*data.Column, len(names))
	var mu progressCount
	err = parallel.Do(ctx, len(columns), func(ctx context.Context, i int) (err error) {
		columns[i], err = found[i].column(ctx, names[i], batchesOf(batches), of, int(rows))
		if errors.Is(err, parallel.ErrPanic) {
			return fmt.Errorf("%w: column %q contradicts itself", damaged, names[i])
		}
		mu.report(progress, len(columns))
		return err
	})
	if err != nil {
		if errors.Is(err, parallel.ErrPanic) {
			return nil, damaged
		}
		return nil, err
	}
	t := data.NewTable("", columns)
	t.LeftOut = leftOut
	t.Rows, t.Lists, t.Unnest = int(rows), l.lists.Names, chosen
	if renamed != "" {
		notes = append(notes, renamed)
	}
	t.Notes = slices.Concat(notes, t.Notes)
	return t, nil
}
