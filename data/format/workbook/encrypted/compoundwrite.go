package encrypted

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"unicode/utf16"

	"cardinal/data/format/workbook/compound"
	"cardinal/internal/each"
)

// Sizes of the parts of a compound file: MS-CFB, 2.
const (
	sector     = 512
	miniSector = 64
	minStream  = 4096 // least size of a stream outside the mini stream

	perFAT    = sector / 4    // sector numbers in a sector of the FAT
	perDIFAT  = perFAT - 1    // sector numbers in a sector of the DIFAT, before the number of the next DIFAT sector
	inHeader  = 109           // FAT sectors that the header lists
	maxStream = math.MaxInt32 // bytes, if sectors have 512 bytes

	freeSector  = 0xFFFFFFFF
	endOfChain  = 0xFFFFFFFE
	fatSector   = 0xFFFFFFFD
	difatSector = 0xFFFFFFFC
	noEntry     = 0xFFFFFFFF
)

var errTooLong = errors.New("the workbook is too large to be encrypted: 2 GB is the most; leave rows out, or save it " +
	"without a password")

// layout has the lengths of the parts of a compound file in sectors. The parts are adjacent.
type layout struct{ content, mini, fat, difat int }

// layoutOf returns the layout of a file with streams of the given lengths in bytes. The mini FAT and the directory have
// one sector each.
func layoutOf(content, info int) layout {
	sectors := func(n int) int { return (n + sector - 1) / sector }
	l := layout{content: sectors(content), mini: sectors((info + miniSector - 1) / miniSector * miniSector)}
	for l.content+l.mini+2+l.fat+l.difat > l.fat*perFAT {
		l.fat++
		l.difat = (max(0, l.fat-inHeader) + perDIFAT - 1) / perDIFAT
	}
	return l
}

func (l layout) miniFAT() int    { return l.content + l.mini }
func (l layout) directory() int  { return l.miniFAT() + 1 }
func (l layout) firstFAT() int   { return l.directory() + 1 }
func (l layout) firstDIFAT() int { return l.firstFAT() + l.fat }

// writeCompound writes a compound file with two streams. EncryptedPackage has `size` bytes, and EncryptionInfo has
// infoSize bytes. `write` writes the first stream and returns the second. The second must be shorter than minStream.
func writeCompound(w io.Writer, size, infoSize int, write func(io.Writer) (info []byte, err error)) error {
	if size > maxStream {
		return errTooLong
	}
	l := layoutOf(size, infoSize)
	if _, err := w.Write(l.header()); err != nil {
		return err
	}
	info, err := write(w)
	if err != nil {
		return err
	}
	if len(info) != infoSize || infoSize >= minStream {
		panic("BUG: the description of the encryption has another length than was foreseen")
	}
	if _, err := w.Write(make([]byte, l.content*sector-size)); err != nil {
		return err
	}
	var b bytes.Buffer
	b.Write(info)
	b.Write(make([]byte, l.mini*sector-infoSize))
	minis := (infoSize + miniSector - 1) / miniSector
	writeNumbers(&b, chain(0, minis))
	l.writeEntries(&b, size, infoSize, minis)
	l.writeTables(&b)
	_, err = w.Write(b.Bytes())
	return err
}

// header returns the header: MS-CFB, 2.2.
func (l layout) header() []byte {
	var b bytes.Buffer
	b.WriteString(compound.Signature)
	b.Write(make([]byte, 16))
	// versions, byte order, and the binary logarithms of the sector sizes
	for _, n := range []uint16{0x3E, 3, 0xFFFE, 9, 6, 0, 0, 0} {
		_ = binary.Write(&b, binary.LittleEndian, n)
	}
	first := uint32(endOfChain)
	if l.difat > 0 {
		first = uint32(l.firstDIFAT())
	}
	fat := each.Times(min(l.fat, inHeader), func(i int) uint32 { return uint32(l.firstFAT() + i) })
	writeNumbers(&b, append([]uint32{0, uint32(l.fat), uint32(l.directory()), 0, minStream, uint32(l.miniFAT()), 1,
		first, uint32(l.difat)}, fat...))
	return b.Bytes()
}

// writeEntries writes the directory: the root, whose stream is the mini stream, and the two streams in it: MS-CFB, 2.6.
func (l layout) writeEntries(b *bytes.Buffer, size, infoSize, minis int) {
	const stream, root, black = 2, 5, 1
	entry := func(name string, kind byte, right, child, start uint32, size int) {
		wide := utf16.Encode([]rune(name))
		var field [32]uint16
		copy(field[:], wide)
		_ = binary.Write(b, binary.LittleEndian, field)
		length := 0
		if name != "" {
			length = 2 * (len(wide) + 1)
		}
		_ = binary.Write(b, binary.LittleEndian, uint16(length))
		b.Write([]byte{kind, black})
		_ = binary.Write(b, binary.LittleEndian, []uint32{noEntry, right, child})
		b.Write(make([]byte, 16+4+8+8))
		_ = binary.Write(b, binary.LittleEndian, start)
		_ = binary.Write(b, binary.LittleEndian, uint64(size))
	}
	entry("Root Entry", root, noEntry, 1, uint32(l.content), minis*miniSector)
	entry(infoStream, stream, 2, noEntry, 0, infoSize) // the shorter name comes first
	entry(packageStream, stream, noEntry, noEntry, 0, size)
	entry("", 0, noEntry, noEntry, 0, 0)
}

// writeTables writes the FAT and the DIFAT: MS-CFB, 2.3 and 2.5. The FAT has the next sector of each sector. The DIFAT
// lists the sectors of the FAT that are not in the header.
func (l layout) writeTables(b *bytes.Buffer) {
	fat := chain(0, l.content)
	fat = append(fat, chain(l.content, l.mini)...)
	fat = append(fat, endOfChain, endOfChain)
	for range l.fat {
		fat = append(fat, fatSector)
	}
	for range l.difat {
		fat = append(fat, difatSector)
	}
	writeNumbers(b, fat)
	for i := range l.difat {
		var list []uint32
		for j := inHeader + i*perDIFAT; j < min(l.fat, inHeader+(i+1)*perDIFAT); j++ {
			list = append(list, uint32(l.firstFAT()+j))
		}
		for len(list) < perDIFAT {
			list = append(list, freeSector)
		}
		next := uint32(endOfChain)
		if i+1 < l.difat {
			next = uint32(l.firstDIFAT() + i + 1)
		}
		writeNumbers(b, append(list, next))
	}
}

// chain returns the FAT entries of n consecutive sectors.
func chain(first, n int) []uint32 {
	list := each.Times(n, func(i int) uint32 { return uint32(first + i + 1) })
	if n > 0 {
		list[n-1] = endOfChain
	}
	return list
}

// writeNumbers writes sector numbers, and pads the last sector with the number of a free sector.
func writeNumbers(b *bytes.Buffer, list []uint32) {
	_ = binary.Write(b, binary.LittleEndian, list)
	for b.Len()%sector != 0 {
		_ = binary.Write(b, binary.LittleEndian, uint32(freeSector))
	}
}
