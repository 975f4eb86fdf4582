package arrow

import (
	"fmt"
	"strings"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// maxColumns is the largest number of columns of a table.
const maxColumns = 20_000

// leaf is a field that has one value a row.
type leaf struct {
	name string
	typ  arrow.DataType
	kind *kind
	path []int // of fields within structs
}

// leaves are the fields of a schema.
type leaves struct {
	found  []leaf
	nested []string // names of fields that were left out
	odd    []string // names and types of fields of another unknown type
}

// add adds fields, those of structs by their own fields.
func (l *leaves) add(fields []arrow.Field, prefix string, path []int) {
	for i, f := range fields {
		name, typ := prefix+f.Name, storage(f.Type)
		here := append(append([]int(nil), path...), i)
		switch t := typ.(type) {
		case *arrow.StructType:
			l.add(t.Fields(), name+".", here)
		case arrow.ListLikeType, arrow.UnionType, *arrow.RunEndEncodedType:
			l.nested = append(l.nested, name)
		default:
			k := kindOf(typ)
			if isUUID(f) {
				k = uuidKind()
			}
			if k == nil {
				l.odd = append(l.odd, fmt.Sprintf("%s (%s)", name, typ))
				continue
			}
			l.found = append(l.found, leaf{name, typ, k, here})
		}
	}
}

func (l *leaves) notes() (notes []string) {
	if l.nested != nil {
		notes = append(notes, "left out: "+strings.Join(l.nested, ", ")+" (nested lists, maps or unions)")
	}
	if l.odd != nil {
		notes = append(notes, "left out, of a type that Cardinal does not know: "+strings.Join(l.odd, ", "))
	}
	return notes
}

// isUUID reports whether a field has UUIDs, which are stored as 16 bytes.
func isUUID(f arrow.Field) bool {
	name, _ := f.Metadata.GetValue("ARROW:extension:name")
	if e, is := f.Type.(arrow.ExtensionType); is {
		name = e.ExtensionName()
	}
	b, is := storage(f.Type).(*arrow.FixedSizeBinaryType)
	return is && b.ByteWidth == 16 && name == "arrow.uuid"
}

// storage is the type in which values of a type are stored.
func storage(t arrow.DataType) arrow.DataType {
	for {
		e, is := t.(arrow.ExtensionType)
		if !is {
			return t
		}
		t = e.StorageType()
	}
}

// chunk is the values of a leaf in one batch.
type chunk struct {
	values  arrow.Array       // of a dictionary: the distinct values
	index   *array.Dictionary // nil: there is none
	parents []arrow.Array     // the structs in which the leaf lies
	rows    int
}

// chunk finds the values of a leaf in a batch.
func (f leaf) chunk(b arrow.RecordBatch) chunk {
	c := chunk{values: stored(b.Column(f.path[0])), rows: int(b.NumRows())}
	for _, i := range f.path[1:] {
		c.parents = append(c.parents, c.values)
		c.values = stored(c.values.(*array.Struct).Field(i)) //nolint:forcetypeassert // the path leads through structs
	}
	if c.values.Len() != c.rows {
		panic("a column has another length than its batch")
	}
	if d, is := c.values.(*array.Dictionary); is {
		c.index, c.values = d, stored(d.Dictionary())
	}
	return c
}

func stored(a arrow.Array) arrow.Array {
	for {
		e, is := a.(array.ExtensionArray)
		if !is {
			return a
		}
		a = e.Storage()
	}
}

// at is the place of a row's value, false where the row has none.
func (c *chunk) at(row int) (i int, ok bool) {
	for _, p := range c.parents {
		if p.IsNull(row) {
			return 0, false
		}
	}
	if c.index != nil {
		if c.index.IsNull(row) {
			return 0, false
		}
		row = c.index.GetValueIndex(row)
	}
	return row, c.values.DataType().ID() != arrow.NULL && !c.values.IsNull(row)
}

// progressCount counts the columns that are done.
type progressCount struct {
	mu   sync.Mutex
	done int
}

func (p *progressCount) report(tell func(float64), all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	tell(0.5 + 0.5*float64(p.done)/float64(all))
}
