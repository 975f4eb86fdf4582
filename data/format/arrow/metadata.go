package arrow

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"

	"cardinal/data/parallel"
	"cardinal/internal/separators"
)

// The metadata of an Arrow file is written in FlatBuffers. The library allocates memory for every element of a vector
// that the metadata declares, before it reads the elements. A false length would end the program for lack of memory.
// Therefore the functions of this file compare the length of every vector with the bytes that are there. They panic if
// an offset leads out of the metadata.

var errVector = errors.New("a list in its metadata is longer than the metadata")

// maxDepth is the greatest depth of fields within fields.
const maxDepth = 64

// object is a table of FlatBuffers.
type object struct {
	b  []byte
	at int
}

func u32(b []byte, at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }

// root returns the table at the beginning of a buffer.
func root(b []byte) object { return object{b, u32(b, 0)} }

// slot returns the offset of a member of the table, or 0 if the member is missing.
func (o object) slot(i int) int {
	table := o.at - int(int32(binary.LittleEndian.Uint32(o.b[o.at:])))
	// the same rule as in the library, also for odd sizes
	if size := int(binary.LittleEndian.Uint16(o.b[table:])); 4+2*i >= size {
		return 0
	}
	if offset := int(binary.LittleEndian.Uint16(o.b[table+4+2*i:])); offset > 0 {
		return o.at + offset
	}
	return 0
}

// child returns the table that a member points to, and false if the member is missing.
func (o object) child(i int) (object, bool) {
	at := o.slot(i)
	if at == 0 {
		return object{}, false
	}
	return object{o.b, at + u32(o.b, at)}, true
}

// vector returns the offset of the first element of a vector, and the number of elements. size is the size of an
// element in bytes.
func (o object) vector(i, size int) (first, n int, err error) {
	at := o.slot(i)
	if at == 0 {
		return 0, 0, nil
	}
	at += u32(o.b, at)
	n = u32(o.b, at)
	if n > (len(o.b)-at-4)/size {
		return 0, 0, errVector
	}
	return at + 4, n, nil
}

// views has the numbers of columns with a view type (a BinaryView or a text view). batch is the number of such columns
// in a batch of rows. dictionary is the greatest number in a batch of a dictionary. The library reads a count of
// buffers for each of these columns, so as many counts must be there.
type views struct{ batch, dictionary int }

func checkSchema(o object) (v views, err error) {
	if _, _, err := o.vector(2, 4); err != nil {
		return v, err
	}
	left := len(o.b) // a limit, because fields that point to each other would never end
	v.batch, err = v.fields(o, 1, 0, &left)
	return v, err
}

// fields checks the fields of a schema or the children of a field, and returns how many have a view type.
func (v *views) fields(o object, slot, depth int, left *int) (seen int, err error) {
	first, n, err := o.vector(slot, 4)
	if err != nil || depth > maxDepth {
		return 0, errVector
	}
	for i := range n {
		if *left--; *left < 0 {
			return 0, errVector
		}
		at := first + 4*i
		f := object{o.b, at + u32(o.b, at)}
		_, _, e1 := f.vector(0, 1) // name
		_, _, e2 := f.vector(6, 4) // metadata
		if err := cmp.Or(e1, e2); err != nil {
			return 0, err
		}
		const union, binaryView, textView, typeIDs = 14, 23, 24, 1
		own := 0
		if at := f.slot(2); at > 0 {
			switch o.b[at] {
			case union:
				if t, ok := f.child(3); ok {
					if _, _, err := t.vector(typeIDs, 4); err != nil {
						return 0, err
					}
				}
			case binaryView, textView:
				own = 1
			}
		}
		below, err := v.fields(f, 5, depth+1, left)
		if err != nil {
			return 0, err
		}
		if own += below; f.slot(4) > 0 {
			v.dictionary, own = max(v.dictionary, own), 0
		}
		seen += own
	}
	return seen, nil
}

// message checks a message, and returns the length of its body. The message of a schema also sets v.
func (v *views) message(b []byte) (body int64, err error) {
	o := root(b)
	if at := o.slot(3); at > 0 {
		body = int64(binary.LittleEndian.Uint64(b[at:]))
	}
	kind := o.slot(1)
	header, ok := o.child(2)
	if _, _, err := o.vector(4, 4); err != nil || kind == 0 || !ok {
		return body, err
	}
	const schema, dictionary, batch = 1, 2, 3
	need := v.batch
	switch b[kind] {
	case schema:
		*v, err = checkSchema(header)
		return body, err
	case dictionary:
		if header, ok = header.child(1); !ok {
			return body, nil
		}
		need = v.dictionary
	case batch:
	default:
		return body, nil
	}
	_, _, e1 := header.vector(1, 16)
	_, buffers, e2 := header.vector(2, 16)
	first, n, e3 := header.vector(4, 8)
	if err := cmp.Or(e1, e2, e3); err != nil {
		return body, err
	}
	if header.slot(4) > 0 && n < need {
		return body, errVector
	}
	for i := range n { // the number of buffers of each column with a view type
		if count := binary.LittleEndian.Uint64(b[first+8*i:]); count > uint64(buffers) {
			return body, errVector
		}
	}
	return body, nil
}

// message returns the metadata of the message at an offset, and the offset behind the metadata.
func message(content []byte, at int) (b []byte, end int) {
	if bytes.HasPrefix(content[at:], []byte(continuation)) {
		at += len(continuation)
	}
	n := u32(content, at)
	return content[at+4 : at+4+n], at + 4 + n
}

// checkStream checks the messages of a stream. The note says that rows may be missing at the end of the stream.
func checkStream(content []byte) (note string, err error) {
	var v views
	at := 0
	for at+8 <= len(content) {
		b, end := message(content, at)
		if len(b) == 0 {
			if rest := len(content) - end; len(bytes.Trim(content[end:], "\x00")) > 0 {
				return separators.Sprintf("the stream is marked as ended %d bytes before the end of the file: what "+
					"is behind the mark was not read", rest), nil
			}
			return "", nil
		}
		body, err := v.message(b)
		if err != nil {
			return "", err
		}
		if body < 0 || body > int64(len(content)-end) {
			return "", errDamaged
		}
		at = end + int(body)
	}
	return "the stream lacks the mark of its end: rows may be missing", nil
}

// footerOf returns the footer of a file.
func footerOf(content []byte) object {
	end := len(content) - len(fileMagic) - 4
	return root(content[end-u32(content, end) : end])
}

// checkFile checks the footer of a file and the messages that it points to.
func checkFile(content []byte) error {
	end := len(content) - len(fileMagic) - 4
	size := u32(content, end)
	o := footerOf(content)
	schema, ok := o.child(1)
	if !ok {
		return errDamaged
	}
	v, err := checkSchema(schema)
	if err != nil {
		return err
	}
	if _, _, err := o.vector(4, 4); err != nil {
		return err
	}
	listed := 0
	_, begin := message(content, start) // the schema
	rest := uint64(end - size - begin)
	for _, slot := range []int{2, 3} {
		first, n, err := o.vector(slot, block)
		if err != nil {
			return err
		}
		listed += n
		for i := range n {
			at, meta, body := place(o.b[first+block*i:])
			if at < 0 || body < 0 || at > end-size || body > end-size-at-meta {
				return errDamaged
			}
			b, _ := message(content, at)
			if _, err := v.message(b); err != nil {
				return err
			}
			rest -= min(rest, uint64(meta+body))
		}
	}
	if listed < v.messages(content[:end-size]) || rest > uint64(maxFiller*(listed+2)) {
		return errDamaged // the index in the footer has lost some batches
	}
	return nil
}

const (
	start     = 8  // offset of the first message: behind the magic bytes and their padding
	block     = 24 // bytes of an entry of the footer's index of batches
	maxFiller = 64 // most bytes of padding of a message
)

// messages counts the consecutive batches in the content of a file, with the batches of dictionaries.
func (v views) messages(content []byte) (n int) {
	_ = parallel.Guard(func() error { // the bytes between the batches may be no message
		for at := start; at+8 <= len(content); n++ {
			b, end := message(content, at)
			if len(b) == 0 {
				return nil
			}
			body, err := v.message(b)
			if err != nil || body < 0 || body > int64(len(content)-end) {
				return err
			}
			at = end + int(body)
		}
		return nil
	})
	return n - 1 // the first is the schema
}
