package load

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// lakeWriter writes a Delta table by hand. It knows the rows of every version, and never reads what it wrote.
type lakeWriter struct {
	t      *testing.T
	r      *rand.Rand
	folder string
	mode   string // none, name or id

	version  int
	columns  []writtenColumn
	files    []*writtenFile
	commit   []map[string]any // of the next version
	tables   []string         // the rows of each version, as shownRows shows them
	protocol map[string]any
	number   int // of names
}

type writtenColumn struct {
	name, physical string
	id             int
	typ            string // of Delta
	arrow          arrow.DataType
	partition      bool
}

// writtenFile is a file of rows, by the physical names of columns. A missing value is null.
type writtenFile struct {
	path       string // as it stands on the disk
	partitions map[string]any
	rows       []map[string]any
	deleted    map[int]bool
	vector     map[string]any
	size       int
	stats      string
}

type object = map[string]any

var lakeTypes = []writtenColumn{
	{typ: "long", arrow: arrow.PrimitiveTypes.Int64}, {typ: "string", arrow: arrow.BinaryTypes.String},
	{typ: "integer", arrow: arrow.PrimitiveTypes.Int32}, {typ: "double", arrow: arrow.PrimitiveTypes.Float64},
	{typ: "date", arrow: arrow.FixedWidthTypes.Date32}, {typ: "boolean", arrow: arrow.FixedWidthTypes.Boolean},
	{typ: "decimal(9,2)", arrow: &arrow.Decimal128Type{Precision: 9, Scale: 2}},
	{typ: "timestamp", arrow: &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}},
}

// value returns a value of a type as JSON has it, which is also how a table shows it.
func (w *lakeWriter) value(typ string) any {
	if w.r.IntN(5) == 0 {
		return nil
	}
	n := w.r.IntN(40)
	switch typ {
	case "string":
		texts := []string{"a", "b c", "50%", "x=y/z", "é+&", "0" + strconv.Itoa(n), "2024", "q\"uote", "%20"}
		return texts[w.r.IntN(len(texts))]
	case "double":
		return fmt.Sprintf("%d.5", n-20)
	case "date":
		return fmt.Sprintf("2024-01-%02d", n%28+1)
	case "boolean":
		return n%2 == 0
	case "timestamp":
		return fmt.Sprintf("2024-01-%02dT10:00:00.%06dZ", n%28+1, 120001+2*n)
	case "decimal(9,2)":
		return fmt.Sprintf("%d.%02d", n-20, n+10)
	}
	return strconv.Itoa(n - 20)
}

func newLakeWriter(t *testing.T, r *rand.Rand) *lakeWriter {
	w := &lakeWriter{t: t, r: r, folder: filepath.Join(t.TempDir(), "sales lake"),
		mode: []string{"none", "name", "id"}[r.IntN(3)]}
	if err := os.MkdirAll(filepath.Join(w.folder, "_delta_log", "_sidecars"), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 2 + r.IntN(4) {
		w.addColumn()
		w.columns[i].partition = i == 0 && r.IntN(2) == 0
	}
	features := []string{"deletionVectors", "v2Checkpoint"}
	if w.mode != "none" {
		features = append(features, "columnMapping")
	}
	w.protocol = object{"minReaderVersion": 3, "minWriterVersion": 7, "readerFeatures": features,
		"writerFeatures": append(slices.Clone(features), "appendOnly")}
	w.commit = append(w.commit, object{"protocol": w.protocol}, w.metaData())
	return w
}

func (w *lakeWriter) name(of string) string { w.number++; return of + strconv.Itoa(w.number) }

func (w *lakeWriter) addColumn() {
	c := lakeTypes[w.r.IntN(len(lakeTypes))]
	c.name = w.name("Column ")
	c.physical, c.id = c.name, w.number
	if w.mode != "none" {
		c.physical = fmt.Sprintf("col-%d", w.number)
	}
	w.columns = append(w.columns, c)
}

func (w *lakeWriter) metaData() object {
	fields, partitions := []any{}, []string{}
	for _, c := range w.columns {
		of := object{}
		if w.mode != "none" {
			of = object{"delta.columnMapping.id": c.id, "delta.columnMapping.physicalName": c.physical}
		}
		fields = append(fields, object{"name": c.name, "type": c.typ, "nullable": true, "metadata": of})
		if c.partition {
			partitions = append(partitions, c.name)
		}
	}
	schema, _ := json.Marshal(object{"type": "struct", "fields": fields})
	return object{"metaData": object{"id": "1", "format": object{"provider": "parquet", "options": object{}},
		"schemaString": string(schema), "partitionColumns": partitions,
		"configuration": map[string]string{"delta.columnMapping.mode": w.mode}}}
}

// addFile adds a file of random rows.
func (w *lakeWriter) addFile() {
	f := &writtenFile{partitions: object{}, deleted: map[int]bool{}, path: w.name("part-") + " 50%.parquet"}
	for range w.r.IntN(12) {
		row := object{}
		for _, c := range w.columns {
			row[c.physical] = w.value(c.typ)
		}
		f.rows = append(f.rows, row)
	}
	for _, c := range w.columns {
		if v := w.value(c.typ); c.partition {
			f.partitions[c.physical] = v
			f.path = url.PathEscape(fmt.Sprintf("%s=%v", c.physical, v)) + "/" + f.path
			for _, row := range f.rows {
				row[c.physical] = v
			}
		}
	}
	f.size = writeParquet(w.t, filepath.Join(w.folder, filepath.FromSlash(f.path)), w.columns, f.rows)
	f.stats = w.statistics(f.rows)
	w.files = append(w.files, f)
	w.commit = append(w.commit, f.action("add"))
}

// statistics returns the statistics of rows as the log has them: times are cut to milliseconds.
func (w *lakeWriter) statistics(rows []object) string {
	least, most := object{}, object{}
	for _, c := range w.columns {
		var texts []string
		for _, row := range rows {
			if v := row[c.physical]; v != nil {
				texts = append(texts, fmt.Sprint(v))
			}
		}
		if len(texts) == 0 || c.partition || w.r.IntN(8) == 0 {
			continue
		}
		number := func(s string) float64 { f, _ := strconv.ParseFloat(s, 64); return f }
		slices.SortFunc(texts, func(a, b string) int {
			return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b))
		})
		for to, text := range map[*object]string{&least: texts[0], &most: texts[len(texts)-1]} {
			switch c.typ {
			case "string", "date":
				(*to)[c.physical] = text
			case "timestamp":
				(*to)[c.physical] = text[:len("2024-01-01T10:00:00.123")] + "Z"
			default:
				(*to)[c.physical] = json.RawMessage(text)
			}
		}
	}
	b, err := json.Marshal(object{"numRecords": len(rows), "minValues": least, "maxValues": most, "nullCount": object{}})
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

func (f *writtenFile) action(kind string) object {
	values := object{}
	for name, v := range f.partitions {
		switch v := v.(type) {
		case bool:
			values[name] = strconv.FormatBool(v)
		default:
			values[name] = v
		}
	}
	a := object{"path": (&url.URL{Path: f.path}).EscapedPath(), "partitionValues": values, "size": f.size,
		"dataChange": true, "stats": f.stats}
	if f.vector != nil {
		a["deletionVector"] = f.vector
	}
	return object{kind: a}
}

// remove removes a file.
func (w *lakeWriter) remove(i int) {
	w.commit = append(w.commit, w.files[i].action("remove"))
	w.files = slices.Delete(w.files, i, i+1)
}

// deleteRows deletes some rows of a file by a deletion vector.
func (w *lakeWriter) deleteRows(i int) {
	old := w.files[i]
	f := *old
	f.deleted = maps.Clone(old.deleted)
	for row := range f.rows {
		if w.r.IntN(3) == 0 {
			f.deleted[row] = true
		}
	}
	b := roaring(slices.Sorted(maps.Keys(f.deleted)), w.r)
	f.vector = object{"storageType": "i", "sizeInBytes": len(b), "cardinality": len(f.deleted),
		"pathOrInlineDv": z85(append(b, make([]byte, (4-len(b)%4)%4)...))}
	if w.r.IntN(2) == 0 {
		id := make([]byte, 16)
		binary.BigEndian.PutUint64(id, w.r.Uint64())
		prefix := []string{"", "ab"}[w.r.IntN(2)]
		name := fmt.Sprintf("deletion_vector_%x-%x-%x-%x-%x.bin", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
		file := []byte{1, 'x', 'y'}
		at := len(file)
		file = binary.BigEndian.AppendUint32(file, uint32(len(b)))
		file = binary.BigEndian.AppendUint32(append(file, b...), crc32.ChecksumIEEE(b))
		if err := os.MkdirAll(filepath.Join(w.folder, prefix), 0o700); err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(w.folder, prefix, name), file, 0o600); err != nil {
			w.t.Fatal(err)
		}
		f.vector["storageType"], f.vector["offset"], f.vector["pathOrInlineDv"] = "u", at, prefix+z85(id)
		if w.r.IntN(3) == 0 {
			f.vector["storageType"], f.vector["pathOrInlineDv"] = "p", (&url.URL{Scheme: "file",
				Path: filepath.ToSlash(filepath.Join(w.folder, prefix, name))}).String()
		}
	}
	w.commit = append(w.commit, f.action("add"), old.action("remove"))
	w.files[i] = &f
}

// write writes the commit of the next version.
func (w *lakeWriter) write() {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, a := range append([]object{{"commitInfo": object{"timestamp": 1700000000000 + 1000*w.version}}},
		w.commit...) {
		if err := e.Encode(a); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := os.WriteFile(w.log(w.version, "json"), b.Bytes(), 0o600); err != nil {
		w.t.Fatal(err)
	}
	var rows []string
	for _, f := range w.files {
		for i, row := range f.rows {
			if f.deleted[i] {
				continue
			}
			var shown []string
			for _, c := range w.columns {
				shown = append(shown, shownValue(row[c.physical]))
			}
			rows = append(rows, strings.Join(shown, "|"))
		}
	}
	var names []string
	for _, c := range w.columns {
		names = append(names, c.name)
	}
	w.tables = append(w.tables, shownRows(names, rows))
	w.commit, w.version = nil, w.version+1
}

func (w *lakeWriter) log(version int, end string) string {
	return filepath.Join(w.folder, "_delta_log", fmt.Sprintf("%020d.%s", version, end))
}

func shownValue(v any) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprintf("%v", v)
}

// shownRows shows the names of columns, and rows in any order.
func shownRows(names, rows []string) string {
	slices.Sort(rows)
	return strings.Join(names, "|") + "\n" + strings.Join(rows, "\n")
}

// writeParquet writes rows to a file, whose fields have numbers. It returns the size of the file.
func writeParquet(t *testing.T, path string, columns []writtenColumn, rows []object) int {
	t.Helper()
	var fields []arrow.Field
	for _, c := range columns {
		if !c.partition {
			fields = append(fields, arrow.Field{Name: c.physical, Type: c.arrow, Nullable: true,
				Metadata: arrow.NewMetadata([]string{"PARQUET:field_id"}, []string{strconv.Itoa(c.id)})})
		}
	}
	if len(fields) == 0 { // a file has a column
		fields = []arrow.Field{{Name: "unused", Type: arrow.PrimitiveTypes.Int32, Nullable: true,
			Metadata: arrow.NewMetadata([]string{"PARQUET:field_id"}, []string{"999"})}}
	}
	if rows == nil {
		rows = []object{}
	}
	b, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return writeArrow(t, path, arrow.NewSchema(fields, nil), b)
}

// writeArrow writes rows of JSON to a Parquet file, and returns its size.
func writeArrow(t *testing.T, path string, schema *arrow.Schema, rows []byte) int {
	t.Helper()
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, bytes.NewReader(rows))
	if err != nil {
		t.Fatal(err)
	}
	return writeBatch(t, path, batch)
}

// writeBatch writes a batch to a Parquet file, and returns its size.
func writeBatch(t *testing.T, path string, batch arrow.RecordBatch) int {
	t.Helper()
	schema := batch.Schema()
	var out bytes.Buffer
	file, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Write(batch); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// z85 writes bytes, a multiple of four, in base 85.
func z85(b []byte) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
	var out []byte
	for ; len(b) > 0; b = b[4:] {
		n, five := binary.BigEndian.Uint32(b), make([]byte, 5)
		for i := range five {
			five[4-i] = digits[n%85]
			n /= 85
		}
		out = append(out, five...)
	}
	return string(out)
}

// roaring writes ascending rows as a RoaringBitmapArray, in containers of every kind.
func roaring(rows []int, r *rand.Rand) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 1681511377)
	if len(rows) == 0 {
		return binary.LittleEndian.AppendUint64(b, 0)
	}
	b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(b, 1), 0)
	containers := map[int][]int{}
	for _, row := range rows {
		containers[row>>16] = append(containers[row>>16], row&0xffff)
	}
	keys := slices.Sorted(maps.Keys(containers))
	u16 := binary.LittleEndian.AppendUint16
	withRuns := r.IntN(2) == 0
	var heads, bodies, flags []byte
	flags = make([]byte, (len(keys)+7)/8)
	for i, key := range keys {
		low := containers[key]
		heads = u16(u16(heads, uint16(key)), uint16(len(low)-1))
		switch {
		case withRuns && r.IntN(3) > 0:
			flags[i/8] |= 1 << (i % 8)
			var runs []byte
			n := 0
			for j := 0; j < len(low); n++ {
				k := j
				for k+1 < len(low) && low[k+1] == low[k]+1 {
					k++
				}
				runs = u16(u16(runs, uint16(low[j])), uint16(k-j))
				j = k + 1
			}
			bodies = append(u16(bodies, uint16(n)), runs...)
		case len(low) > 4096:
			bits := make([]byte, 8192)
			for _, v := range low {
				bits[v/8] |= 1 << (v % 8)
			}
			bodies = append(bodies, bits...)
		default:
			for _, v := range low {
				bodies = u16(bodies, uint16(v))
			}
		}
	}
	if withRuns {
		b = append(binary.LittleEndian.AppendUint32(b, 12347|uint32(len(keys)-1)<<16), flags...)
	} else {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, 12346), uint32(len(keys)))
	}
	b = append(b, heads...)
	if !withRuns || len(keys) >= 4 {
		b = append(b, make([]byte, 4*len(keys))...) // nobody reads the places
	}
	return append(b, bodies...)
}
