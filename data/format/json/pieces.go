package json

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/parallel"
	"cardinal/data/shape/unnest"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

const (
	pieceSize = 1 << 20
	// maxPiece is the greatest size of a piece in bytes. If a piece would be larger, the document is read as a whole.
	maxPiece = 64 << 20
	lookSize = 64 << 10 // bytes that are first searched for the beginning of an object
	// sampled is the number of first objects that show what is between objects, and which types the columns probably
	// have.
	sampled = 200
)

// pieces cuts a document of objects into pieces that begin with an object.
//
// The offset of an object is known only after everything before it is read. But most programs write the same text
// between all objects and nowhere else. It is the text from the closing bracket of the first object to the first key of
// the second:
//
//	[{"id": 1, "of": [{"x": 1}]}, {"id": 2, ...
//	                            ^ }, {"id":
//
// A piece that begins anywhere else than at an object cannot be read as a list of objects up to its end. So if all
// pieces can be read, all of them begin at an object. If inner objects have the same text between them, pieces reads
// all objects one by one to find where they end.
type pieces struct {
	src     io.ReaderAt
	size    int64
	piece   int64  // approximate size of a piece in bytes
	begin   int64  // the offset of the first object
	array   bool   // whether the objects are in an array
	between []byte // from the bracket that ends an object to the first key of the next one; nil: unknown

	mu       sync.Mutex
	at       int64 // offset of the next piece
	number   int   // number of the next piece
	progress func(float64)
}

// cutPieces returns the pieces of a document that begins with `head`. It reads the first objects with `sample`. It
// returns nil if the document is no list of objects, or if `head` has too few of them because they are long.
func cutPieces(src io.ReaderAt, size, piece int64, head []byte, sample *reader) *pieces {
	if bytes.HasPrefix(head, []byte(pivotStart)) {
		return nil
	}
	p := &pieces{src: src, size: size, piece: piece}
	padded := append(bytes.Clone(head), make([]byte, padding)...)
	at := behindBlanks(padded, len(head)-len(bytes.TrimPrefix(head, []byte(byteOrderMark))))
	if p.array = padded[at] == '['; p.array {
		at = behindBlanks(padded, at+1)
	}
	p.begin = int64(at)
	sample.take(padded)
	n := 0
	for ; n < sampled; n++ {
		end := sample.object(at)
		if end < 0 {
			break
		}
		next := behindBlanks(padded, end)
		if p.array && padded[next] == ',' {
			next = behindBlanks(padded, next+1)
		}
		if n == 0 && padded[next] == '{' {
			if key, _, found := bytes.Cut(padded[next:], []byte{':'}); found && bytes.HasPrefix(padded[at:], key) {
				p.between = bytes.Clone(padded[end-1 : next+len(key)])
			}
		}
		if p.between != nil && bytes.Contains(padded[at:end], p.between) {
			p.between = nil
		}
		at = next
	}
	sample.end()
	if n == 0 || !p.array && n < 2 {
		return nil
	}
	return p
}

// next returns the offsets and the number of the next piece. It returns io.EOF after the last piece.
func (p *pieces) next(buf *[]byte) (from, to int64, number int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	from = p.at
	if from == p.size {
		return 0, 0, 0, io.EOF
	}
	find := p.look
	if p.between == nil {
		find = p.walk
	}
	if to, err = find(buf); err != nil {
		return 0, 0, 0, err
	}
	number = p.number
	p.at, p.number = to, number+1
	p.progress(float64(to) / float64(p.size))
	return from, to, number, nil
}

// walk finds the end of the next piece by reading its objects. The piece ends where its last, incomplete object begins,
// or at the end of the document.
func (p *pieces) walk(buf *[]byte) (to int64, err error) {
	for size := p.piece; size <= maxPiece; size *= 2 {
		n := int(min(size, p.size-p.at))
		*buf = slices.Grow((*buf)[:0], n+padding)[:n+padding]
		clear((*buf)[n:])
		if got, err := p.src.ReadAt((*buf)[:n], p.at); got < n {
			return 0, err
		}
		if p.at+int64(n) == p.size {
			return p.size, nil
		}
		begin := 0
		for {
			next, _ := behindValue(*buf, begin, 0)
			if next < 0 {
				break
			}
			if next = behindBlanks(*buf, next); p.array && (*buf)[next] == ',' {
				next = behindBlanks(*buf, next+1)
			}
			if (*buf)[next] != '{' {
				break
			}
			begin = next
		}
		if begin > 0 {
			return p.at + int64(begin), nil
		}
	}
	return 0, errOdd
}

// look finds the end of the next piece by searching for p.between, which seems to stand before an object.
func (p *pieces) look(buf *[]byte) (to int64, err error) {
	size := int64(lookSize)
	for from := p.at + p.piece; from < p.size; {
		size = min(size, p.size-from)
		*buf = slices.Grow((*buf)[:0], int(size))[:size]
		if n, err := p.src.ReadAt(*buf, from); n < len(*buf) {
			return 0, err
		}
		if i := bytes.Index(*buf, p.between); i >= 0 {
			return from + int64(i+1+bytes.IndexByte(p.between[1:], '{')), nil
		}
		if from+size-p.at > maxPiece {
			return 0, errOdd
		}
		from += max(1, size-int64(len(p.between)))
		size *= 2
	}
	return p.size, nil
}

// read reads all pieces into cells.
func (p *pieces) read(ctx context.Context, all *registry, cells *infer.Cells, skips func(int) bool,
	progress func(float64)) error {
	p.at, p.number, p.progress = p.begin, 0, progress
	workers := cells.Workers(int(min(int64(runtime.GOMAXPROCS(0)), 1+(p.size-p.begin)/p.piece)))
	return parallel.Do(ctx, workers, func(ctx context.Context, _ int) error {
		r := &reader{columns: all, cells: cells.Worker(), skips: skips}
		defer r.close()
		var buf []byte
		for {
			if err := ctx.Err(); err != nil {
				return err
			}
			from, to, number, err := p.next(&buf)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil {
				err = r.load(p.src, from, to, number)
			}
			if err != nil {
				return err
			}
			if whole := r.piece(p.array, to == p.size); r.err != nil || !whole {
				return cmp.Or(r.err, errOdd)
			}
		}
	})
}

// piece reads the objects of a piece. It returns false if the piece has anything else, or is not UTF-8. last says
// whether it is the last piece.
func (r *reader) piece(array, last bool) bool {
	at, src := 0, r.text[:r.size+padding]
	if !utf8.Valid(src[:r.size]) {
		return false
	}
	for at < r.size {
		if at = r.object(at); at < 0 {
			return false
		}
		at = behindBlanks(src, at)
		switch {
		case !array:
		case src[at] == ',':
			if at = behindBlanks(src, at+1); at == r.size && last {
				return false
			}
		case last && src[at] == ']':
			at = behindBlanks(src, at+1)
			r.end()
			return at == r.size
		default:
			return false
		}
	}
	r.end()
	return !array || !last
}

// openPieces reads a document of many objects in pieces on all cores. piece is the approximate size of a piece in
// bytes. columns names the wanted columns, or is nil for all columns. ok is false for a document of another form or
// with a fault.
func openPieces(ctx context.Context, src io.ReaderAt, size, piece, limit int64, columns []string,
	progress func(float64)) (t *data.Table, ok bool, err error) {
	head := make([]byte, min(size, piece))
	if n, err := src.ReadAt(head, 0); n < len(head) {
		return nil, false, err
	}
	all := &registry{numbers: map[string]int{}}
	sampleCells := infer.New(ofJSON, maxColumns)
	sample := &reader{columns: all, cells: sampleCells.Worker(), skips: func(int) bool { return false }}
	p := cutPieces(src, size, piece, head, sample)
	sample.close()
	if p == nil {
		return nil, false, nil
	}
	wanted := all.wanted(columns)
	for {
		known := all.met
		*all = registry{numbers: all.numbers, names: all.names}
		skips := func(i int) bool { return wanted != nil && (i >= len(wanted) || !wanted[i]) }
		asText := func(i int) bool { return known[i].kinds.kind() == texts }
		sampleCells.Want(wanted)
		cells := sampleCells.Converting(asText, limit/2)
		if err := p.read(ctx, all, cells, skips, func(f float64) { progress(0.9 * f) }); err != nil {
			return nil, false, err
		}
		if wanted != nil {
			now := all.wanted(columns)
			if now == nil || !slices.Equal(now[:len(wanted)], wanted) || slices.Contains(now[len(wanted):], true) {
				wanted, all.met = nil, known // a new name has changed which columns are wanted
				continue
			}
		}
		t, ok, err := all.table(ctx, cells, limit, func(next *infer.Cells) error {
			rest := &registry{numbers: all.numbers, names: all.names}
			return p.read(ctx, rest, next, skips, func(f float64) { progress(0.9) })
		})
		if !errors.Is(err, infer.ErrOthers) {
			return t, ok, err
		}
		wanted, all.met = nil, known
	}
}

// order returns the numbers of the columns in the order of their first values.
func (c *registry) order() []int {
	c.met = append(c.met, make([]met, len(c.names)-len(c.met))...)
	out := each.Index(len(c.names))
	slices.SortFunc(out, func(a, b int) int {
		if c.met[a].value.before(c.met[b].value) {
			return -1
		}
		return 1
	})
	return out
}

// repaired returns the names of the columns, by number.
func (c *registry) repaired(order []int) []string {
	names, out := make([]string, len(order)), make([]string, len(order))
	for to, i := range order {
		names[to] = c.names[i]
	}
	names, _ = header.Repair(names)
	for to, i := range order {
		out[i] = names[to]
	}
	return out
}

// wanted returns for each column whether it is wanted. It returns nil if all columns are wanted.
func (c *registry) wanted(columns []string) []bool {
	names := c.repaired(c.order())
	some := header.Wanted(names, columns)
	if some == nil {
		return nil
	}
	return each.Of(names, func(name string) bool { return some[name] })
}

// table makes a table of the cells. read reads all pieces again into other cells.
func (c *registry) table(ctx context.Context, cells *infer.Cells, limit int64,
	read func(*infer.Cells) error) (*data.Table, bool, error) {
	order := c.order()
	names := c.repaired(order)
	flat, lists := false, unnest.Lists{}
	var arrays []int
	chosen := make([]*infer.Choice, len(names))
	for i, m := range c.met {
		chosen[i] = m.kinds.kind().chosen
		flat = flat || m.kinds&^kindArray != 0
		if m.array.row > 0 {
			arrays = append(arrays, i)
		}
	}
	slices.SortFunc(arrays, func(a, b int) int {
		if c.met[a].array.before(c.met[b].array) {
			return -1
		}
		return 1
	})
	for _, i := range arrays {
		lists.Add(c.names[i])
	}
	if len(names) == 0 || !flat && len(arrays) > 0 {
		return nil, false, nil
	}
	columns, err := cells.Columns(ctx, names, chosen, limit, read)
	if err != nil {
		return nil, false, err
	}
	notes := (&document{lists: lists}).notes("")
	if again := infer.Repeated(columns, names); again != "" {
		if slices.Contains(columns, nil) {
			return nil, false, infer.ErrOthers
		}
		notes = append(notes, again)
	}
	var kept []*data.Column
	var leftOut []string
	for _, i := range order {
		if columns[i] != nil {
			kept = append(kept, columns[i])
		} else {
			leftOut = append(leftOut, names[i])
		}
	}
	t := data.NewTable("", kept)
	t.Rows, t.LeftOut, t.Lists = cells.Rows(), leftOut, lists.Names
	t.Notes = append(notes, t.Notes...)
	t.Notes = append(t.Notes, memberNotes(c.again, c.twice, c.halved)...)
	return t, true, nil
}

// memberNotes returns notes on members that occur twice in an object and on strings with half of a surrogate pair.
// again and halved are their numbers, and first is the name of the first such member.
func memberNotes(again int, first string, halved int) (notes []string) {
	if again > 0 {
		notes = append(notes, separators.Sprintf("members that stand twice in their object: %d, the first is %q; of "+
			"two the last one counts", again, first))
	}
	if halved > 0 {
		notes = append(notes, separators.Sprintf("texts with half of a surrogate pair, such as \\ud800, which is no "+
			"character and was read as �: %d", halved))
	}
	return notes
}
