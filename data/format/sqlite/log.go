package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
)

// Sizes of the format, in bytes: https://sqlite.org/fileformat2.html.
const (
	HeaderSize      = 100 // of a database
	logHeaderSize   = 32
	frameHeaderSize = 24
	leastPage       = 512
	mostPage        = 1 << 16
)

// Magic has the first bytes of a database.
const Magic = "SQLite format 3\x00"

// journalMagic has the first bytes of a rollback journal that SQLite would still apply.
const journalMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"

// ErrUnfinished is the error for a database that has a rollback journal.
var ErrUnfinished = errors.New("a program is writing to the database, or was interrupted: open it in that program, " +
	"let it finish, and open it here again")

// IsJournal reports whether a file is a rollback journal that SQLite would still apply. The pages of its database are
// then unreliable.
func IsJournal(r io.ReaderAt) bool {
	head := make([]byte, len(journalMagic))
	n, _ := r.ReadAt(head, 0)
	return n == len(head) && string(head) == journalMagic
}

// Salt returns bytes of a write-ahead log. They change when a program overwrites the log from its beginning. As long as
// they are the same, programs only append to the log.
func Salt(log io.ReaderAt) string {
	head := make([]byte, logHeaderSize)
	n, _ := log.ReadAt(head, 0)
	return string(head[:n])
}

// WithLog returns a database with the changes in its write-ahead log, and the database's new size in bytes. It ignores
// a transaction that is not completely in the log.
func WithLog(ctx context.Context, db io.ReaderAt, size int64, log io.ReaderAt,
	logSize int64) (io.ReaderAt, int64, error) {
	l := &logged{db: db, size: size, log: log}
	if err := l.read(ctx, logSize); err != nil {
		return nil, 0, err
	}
	return l, l.size, nil
}

// logged is a database with newer pages in a log.
type logged struct {
	db, log io.ReaderAt
	size    int64 // size with the pages of the log
	page    int64
	places  map[int64]int64 // by page number, from 0: the page's offset in the log
}

// read finds the pages in the log, up to the last complete transaction. As in SQLite, a log that is old or has a
// damaged header has no pages.
func (l *logged) read(ctx context.Context, logSize int64) error {
	head := make([]byte, logHeaderSize)
	if n, err := l.log.ReadAt(head, 0); n < len(head) {
		if errors.Is(err, io.EOF) {
			return nil
		}
		return fmt.Errorf("its write-ahead log cannot be read: %w", err)
	}
	be := binary.BigEndian
	var order binary.ByteOrder = binary.LittleEndian
	switch be.Uint32(head) {
	case 0x377f0682:
	case 0x377f0683:
		order = be
	default:
		return nil
	}
	var sum checksum
	sum.add(order, head[:24])
	l.page = int64(be.Uint32(head[8:]))
	if l.page < leastPage || l.page > mostPage || l.page&(l.page-1) != 0 || !sum.equals(head[24:]) {
		return nil
	}
	l.places = map[int64]int64{}
	begun := map[int64]int64{} // pages of the current transaction
	frame := make([]byte, frameHeaderSize+l.page)
	for at := int64(logHeaderSize); at+int64(len(frame)) <= logSize; at += int64(len(frame)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n, err := l.log.ReadAt(frame, at); n < len(frame) {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("its write-ahead log cannot be read: %w", err)
		}
		sum.add(order, frame[:8])
		sum.add(order, frame[frameHeaderSize:])
		number, pages := int64(be.Uint32(frame)), int64(be.Uint32(frame[4:]))
		if string(frame[8:16]) != string(head[16:24]) || !sum.equals(frame[16:]) || number == 0 {
			return nil
		}
		begun[number-1] = at + frameHeaderSize
		if pages > 0 {
			maps.Copy(l.places, begun)
			clear(begun)
			l.size = pages * l.page
		}
	}
	return nil
}

// ReadAt implements io.ReaderAt.
func (l *logged) ReadAt(b []byte, at int64) (n int, err error) {
	for n < len(b) && at < l.size {
		from, part := l.db, b[n:]
		place := at
		if l.places != nil {
			number := at / l.page
			part = part[:min(int64(len(part)), (number+1)*l.page-at)]
			if begin, newer := l.places[number]; newer {
				from, place = l.log, begin+at%l.page
			}
		}
		part = part[:min(int64(len(part)), l.size-at)]
		k, err := from.ReadAt(part, place)
		n, at = n+k, at+int64(k)
		if k < len(part) {
			return n, err
		}
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// checksum has the two sums that a write-ahead log stores.
type checksum [2]uint32

// add adds bytes to the sums, eight at a time.
func (s *checksum) add(order binary.ByteOrder, b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += order.Uint32(b) + s[1]
		s[1] += order.Uint32(b[4:]) + s[0]
	}
}

// equals reports whether the sums equal those in b.
func (s *checksum) equals(b []byte) bool {
	return binary.BigEndian.Uint32(b) == s[0] && binary.BigEndian.Uint32(b[4:]) == s[1]
}
