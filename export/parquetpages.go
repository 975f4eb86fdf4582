package export

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

const (
	mostPageRows   = 1 << 16  // most rows of a page
	mostPageBytes  = 1 << 20  // bytes of texts with which a page ends
	mostDictionary = 16 << 20 // most bytes of the values of a dictionary
	sampled        = 1 << 10  // values that show whether numbers repeat, and how large their differences are
	sampledBytes   = 16 << 10 // bytes that show whether compression makes a chunk smaller
)

// pages takes the pages of a chunk.
type pages struct{ b []byte }

func (p *pages) Write(b []byte) (int, error) {
	p.b = append(p.b, b...)
	return len(b), nil
}

func (p *pages) Tell() int64 { return int64(len(parquetMagic) + len(p.b)) }

// write appends the pages of the chunk, and sets its metadata. Integers are written as their differences, if that is
// shorter than a dictionary. A chunk is compressed if a sample of its bytes becomes smaller by a sixteenth.
func (c *parquetChunk) write(b []byte, meta *metadata.ColumnChunkMetaDataBuilder) []byte {
	encoding, hasDictionary := parquet.Encodings.Plain, c.makeDictionary() // encoding of values without a dictionary
	if c.isInteger() {
		encoding = parquet.Encodings.DeltaBinaryPacked
	}
	if c.dictionary = c.dictionary[:0]; hasDictionary {
		c.dictionary = c.appendPlain(c.dictionary, c.distinct)
	}
	out := &pages{b}
	var to file.PageWriter
	for row, value := 0, 0; row < c.rows; {
		rows, values := c.nextPage(row, value, !hasDictionary && c.texts != nil)
		c.page = c.appendLevels(c.page[:0], row, rows)
		switch {
		case hasDictionary:
			width := max(1, bits.Len(uint(len(c.distinct)-1)))
			c.page = appendHybrid(append(c.page, byte(width)), c.indices[value:value+values], width)
		case c.isInteger():
			c.page = appendDifferences(c.page, c.values[value:value+values], c.physical == parquet.Types.Int32)
		default:
			c.page = c.appendPlain(c.page, c.values[value:value+values])
		}
		if to == nil {
			to = c.start(out, meta, encoding)
		}
		page := c.page
		if to.HasCompressor() {
			c.packed.Reset()
			page = to.Compress(&c.packed, c.page)
		}
		kind := encoding
		if hasDictionary {
			kind = parquet.Encodings.RLEDict
		}
		_, err := to.WriteDataPage(file.NewDataPageV1(memory.NewBufferBytes(page), int32(rows), kind,
			parquet.Encodings.RLE, parquet.Encodings.RLE, int32(len(c.page))))
		check(err)
		row, value = row+rows, value+values
	}
	end := len(out.b)
	check(to.Close(hasDictionary, false))
	return out.b[:end] // without a copy of the metadata, whose offsets are not final
}

// check panics on an error of the library, which only a fault of this package causes: pages are written to memory.
func check(err error) {
	if err != nil {
		panic("BUG: a page of the Parquet file: " + err.Error())
	}
}

// start decides whether the chunk is compressed, and writes its dictionary, if it has one.
func (c *parquetChunk) start(out *pages, meta *metadata.ColumnChunkMetaDataBuilder,
	encoding parquet.Encoding) file.PageWriter {
	codec, err := compress.GetCodec(compress.Codecs.Zstd)
	check(err)
	before, after := 0, 0
	for _, b := range [][]byte{c.dictionary, c.page} {
		if sample := b[:min(len(b), sampledBytes)]; len(sample) > 0 {
			before += len(b)
			after += len(codec.EncodeLevel(nil, sample, fastest)) * len(b) / len(sample)
		}
	}
	kind := compress.Codecs.Uncompressed
	if after < before-before/16 {
		kind = compress.Codecs.Zstd
	}
	meta = metadata.NewColumnChunkMetaDataBuilderWithContents(parquet.NewWriterProperties(
		parquet.WithCompression(kind), parquet.WithEncoding(encoding)), meta.Descr(), meta.Contents())
	meta.SetStats(c.statistics(meta.Descr()))
	to, err := file.NewPageWriter(out, kind, fastest, meta, 0, 0, memory.DefaultAllocator, false, nil, nil)
	check(err)
	if len(c.dictionary) > 0 {
		_, err := to.WriteDictionaryPage(file.NewDictionaryPage(memory.NewBufferBytes(c.dictionary),
			int32(len(c.distinct)), parquet.Encodings.Plain))
		check(err)
	}
	return to
}

const fastest = 1 // the level of zstd

func (c *parquetChunk) isInteger() bool {
	return c.physical == parquet.Types.Int64 || c.physical == parquet.Types.Int32
}

// nextPage returns the number of rows of the next page, and of their values.
func (c *parquetChunk) nextPage(row, value int, isPlainText bool) (rows, values int) {
	most := min(mostPageRows, c.rows-row)
	if len(c.levels) == 0 && !isPlainText {
		return most, most
	}
	for size := 0; rows < most && size < mostPageBytes; rows++ {
		if len(c.levels) == 0 || c.levels[row+rows] == 1 {
			if isPlainText {
				size += len(c.texts[c.values[value+values]])
			}
			values++
		}
	}
	return rows, values
}

// makeDictionary makes a dictionary if it takes less space than the values themselves.
func (c *parquetChunk) makeDictionary() bool {
	n := len(c.values)
	if n == 0 || c.physical == parquet.Types.Boolean {
		return false
	}
	if c.texts != nil {
		bytes := 0
		if !c.index(n) {
			return false
		}
		for _, code := range c.distinct {
			bytes += 4 + len(c.texts[code])
		}
		return bytes <= mostDictionary && bytes+c.indexBytes() < bytes*n/len(c.distinct)
	}
	if c.seldomRepeats() {
		return false
	}
	width, bytes := 8, 8*n
	if c.isInteger() {
		some := c.values[:min(n, sampled)]
		bytes = len(appendDifferences(nil, some, false)) * n / len(some)
	}
	return c.index(bytes/width) && width*len(c.distinct)+c.indexBytes() < bytes
}

// indexBytes returns the bytes of the indices.
func (c *parquetChunk) indexBytes() int { return len(c.values) * bits.Len(uint(len(c.distinct)-1)) / 8 }

// seldomRepeats reports whether nearly all values of a sample are distinct.
func (c *parquetChunk) seldomRepeats() bool {
	n := len(c.values)
	if n < 4*sampled {
		return false
	}
	seen := make(map[int64]bool, sampled)
	for i := range sampled {
		seen[c.values[i*(n/sampled)]] = true
	}
	return len(seen) > sampled*7/8
}

// index numbers the distinct values in order of first appearance. It returns false if there are more than `most`. The
// slots are a hash table with open addressing: a slot has the index of a value plus one, or zero. If the values lie
// close to each other, each has a slot of its own.
func (c *parquetChunk) index(most int) bool {
	n := len(c.values)
	size := 2 << bits.Len(uint(n))
	c.slots = slices.Grow(c.slots[:0], size)[:size]
	clear(c.slots)
	c.indices, c.distinct = slices.Grow(c.indices[:0], n)[:n], c.distinct[:0]
	least := slices.Min(c.values)
	isClose := uint64(slices.Max(c.values))-uint64(least) < uint64(size)
	mask, shift := uint64(size-1), 64-bits.Len(uint(size-1))
	for i, v := range c.values {
		slot := uint64(v) - uint64(least)
		if !isClose {
			slot = slot * 0x9E3779B97F4A7C15 >> shift
		}
		for {
			at := &c.slots[slot&mask]
			if *at == 0 {
				if len(c.distinct) == most {
					return false
				}
				c.distinct = append(c.distinct, v)
				*at = uint32(len(c.distinct))
			}
			if isClose || c.distinct[*at-1] == v {
				c.indices[i] = *at - 1
				break
			}
			slot++
		}
	}
	return true
}

// appendLevels appends the levels of the rows of a page.
func (c *parquetChunk) appendLevels(b []byte, row, rows int) []byte {
	begin := len(b)
	b = append(b, 0, 0, 0, 0)
	if len(c.levels) > 0 {
		b = appendHybrid(b, c.levels[row:row+rows], 1)
	} else {
		b = append(binary.AppendUvarint(b, uint64(rows)<<1), 1)
	}
	binary.LittleEndian.PutUint32(b[begin:], uint32(len(b)-begin-4))
	return b
}

// appendPlain appends values in the plain encoding.
func (c *parquetChunk) appendPlain(b []byte, values []int64) []byte {
	switch c.physical {
	case parquet.Types.Int64, parquet.Types.Double:
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, uint64(v))
		}
	case parquet.Types.Int32:
		for _, v := range values {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	case parquet.Types.Boolean:
		return appendPacked(b, values, 1)
	case parquet.Types.FixedLenByteArray:
		for _, v := range values {
			b = append(b, c.texts[v]...)
		}
	default:
		for _, v := range values {
			b = append(binary.LittleEndian.AppendUint32(b, uint32(len(c.texts[v]))), c.texts[v]...)
		}
	}
	return b
}

// statistics returns the number of nulls, and the least and the greatest value unless one of them is a long text.
func (c *parquetChunk) statistics(descr *schema.Column) metadata.EncodedStatistics {
	values, nulls := c.values, int64(c.rows-len(c.values))
	if len(c.dictionary) > 0 {
		values = c.distinct
	}
	all := metadata.NewStatistics(descr, memory.DefaultAllocator)
	if len(values) == 0 {
		all.IncNulls(nulls)
	} else {
		least, most := slices.Min(values), slices.Max(values)
		switch s := all.(type) {
		case *metadata.Int64Statistics:
			s.Update([]int64{least, most}, nulls)
		case *metadata.Int32Statistics:
			s.Update([]int32{int32(least), int32(most)}, nulls)
		case *metadata.BooleanStatistics:
			s.Update([]bool{least != 0, most != 0}, nulls)
		case *metadata.Float64Statistics:
			s.Update(unsafe.Slice((*float64)(unsafe.Pointer(&values[0])), len(values)), nulls)
		case *metadata.ByteArrayStatistics:
			low, high := c.textEnds(values)
			s.Update([]parquet.ByteArray{low, high}, nulls)
		case *metadata.FixedLenByteArrayStatistics:
			var texts []parquet.FixedLenByteArray
			for _, v := range values {
				texts = append(texts, []byte(c.texts[v]))
			}
			s.Update(texts, nulls)
		}
	}
	encoded, err := all.Encode()
	check(err)
	if mostBytes := int(parquet.DefaultMaxStatsSize); max(len(encoded.Min), len(encoded.Max)) > mostBytes {
		encoded.ApplyStatSizeLimits(-1) // both, since readers of Arrow for Go take a missing one for an empty text
	}
	encoded.Signed = descr.SortOrder() == schema.SortSIGNED
	return encoded
}

// textEnds returns the least and the greatest text. An empty text is not nil, since statistics ignore nil.
func (c *parquetChunk) textEnds(values []int64) (low, high []byte) {
	least, most := c.texts[values[0]], c.texts[values[0]]
	for _, v := range values[1:] {
		least, most = min(least, c.texts[v]), max(most, c.texts[v])
	}
	return append([]byte{}, least...), append([]byte{}, most...)
}
