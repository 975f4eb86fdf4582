package arrow

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"cardinal/data/shape/unnest"
)

// maxColumns is the greatest number of columns of a table.
const maxColumns = 20_000

// leaf is a field with one value for each row, or for each element of a list.
type leaf struct {
	name string
	typ  arrow.DataType
	kind *kind
	path []int // indexes of fields, from the outermost to the innermost
	list *list // `path` begins in the elements of the list; nil: `path` begins in the row
	ends *Ends // of the integers; nil: unknown
}

// list is a list or a map that is not within another list.
type list struct {
	name string
	path []int // indexes of fields, from the outermost to the innermost
}

// leaves collects the fields of a schema.
type leaves struct {
	found []leaf
	lists unnest.Lists
	odd   []string // names and types of fields of an unknown type
}

// add adds fields. It replaces structs by their fields. in is the list whose elements have the fields, or nil.
func (l *leaves) add(fields []arrow.Field, prefix string, path []int, in *list) {
	for i, f := range fields {
		l.addField(f, prefix+f.Name, append(slices.Clone(path), i), in)
	}
}

// addField adds a field under a name.
func (l *leaves) addField(f arrow.Field, name string, path []int, in *list) {
	switch t := storage(f.Type).(type) {
	case *arrow.StructType:
		l.add(t.Fields(), name+".", path, in)
	case arrow.ListLikeType:
		if in != nil {
			l.lists.AddInner(name)
			return
		}
		l.addField(t.ElemField(), name, nil, &list{name, path})
	case arrow.UnionType, *arrow.RunEndEncodedType:
		l.odd = append(l.odd, fmt.Sprintf("%s (%s)", name, t.Name()))
	default:
		k := kindOf(t)
		if isUUID(f) {
			k = uuidKind()
		}
		if k == nil {
			l.odd = append(l.odd, fmt.Sprintf("%s (%s)", name, t))
			return
		}
		if in != nil {
			l.lists.Add(in.name)
		}
		l.found = append(l.found, leaf{name: name, typ: t, kind: k, path: path, list: in})
	}
}

// choose removes the fields of all lists except one. asked is the list's name as a person wrote it, or "". choose
// returns the chosen list, or nil.
func (l *leaves) choose(asked string) (*list, error) {
	chosen, err := l.lists.Choose(asked, !slices.ContainsFunc(l.found, func(f leaf) bool { return f.list == nil }))
	var of *list
	l.found = slices.DeleteFunc(l.found, func(f leaf) bool {
		if f.list != nil && f.list.name == chosen {
			of = f.list
		}
		return f.list != nil && f.list.name != chosen
	})
	return of, err
}

func (l *leaves) notes(chosen string) []string {
	notes := l.lists.LeftOut(chosen)
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

// storage returns the type that stores the values of an extension type, or t itself.
func storage(t arrow.DataType) arrow.DataType {
	for {
		e, is := t.(arrow.ExtensionType)
		if !is {
			return t
		}
		t = e.StorageType()
	}
}

// chunk has the values of a leaf in one batch.
type chunk struct {
	values  arrow.Array       // the distinct values if `index` is set
	index   *array.Dictionary // nil: no dictionary
	parents []arrow.Array     // the structs that contain the leaf
	rows    int               // number of rows, or of elements if the leaf is in a list
}

// chunk returns the values of the leaf in one batch.
func (f leaf) chunk(b arrow.RecordBatch) chunk {
	var c chunk
	if f.list == nil {
		c = chunk{values: stored(b.Column(f.path[0])), rows: int(b.NumRows())}
		c.enter(f.path[1:])
	} else {
		elements := stored(f.list.chunk(b).values.(array.ListLike).ListValues()) //nolint:forcetypeassert // by its type
		c = chunk{values: elements, rows: elements.Len()}
		c.enter(f.path)
	}
	if c.values.Len() != c.rows {
		panic("a column has another length than its batch")
	}
	if d, is := c.values.(*array.Dictionary); is {
		c.index, c.values = d, stored(d.Dictionary())
	}
	return c
}

// enter replaces c's values by those of a field within structs. path has the indexes of the fields.
func (c *chunk) enter(path []int) {
	for _, i := range path {
		c.parents = append(c.parents, c.values)
		c.values = stored(c.values.(*array.Struct).Field(i)) //nolint:forcetypeassert // the path leads through structs
	}
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

// valueIndex returns the index of a row's value in c.values; ok is false if the row has no value.
func (c *chunk) valueIndex(row int) (i int, ok bool) {
	if c.isNull(row) {
		return 0, false
	}
	if c.index != nil {
		if c.index.IsNull(row) {
			return 0, false
		}
		row = c.index.GetValueIndex(row)
	}
	return row, c.values.DataType().ID() != arrow.NULL && !c.values.IsNull(row)
}

// isNull reports whether one of the structs around a row's value is null.
func (c *chunk) isNull(row int) bool {
	return slices.ContainsFunc(c.parents, func(p arrow.Array) bool { return p.IsNull(row) })
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
