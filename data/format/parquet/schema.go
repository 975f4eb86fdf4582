package parquet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/separators"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// chooseColumns chooses the columns with one value for each row, and the columns with one value for each element of the
// list that is unnested. Notes name the other columns.
func (l *loader) chooseColumns(s *schema.Schema) error {
	if s.NumColumns() > maxColumns {
		return separators.Errorf("the Parquet file has %d columns, more than the %d that Cardinal reads",
			s.NumColumns(), maxColumns)
	}
	var found []*column
	var lists, strange []string // lists has the list of each found column
	flat := l.named != nil
	var unnamed *column // is read only to count the rows, if no column is named
	for i := range s.NumColumns() {
		c := s.Column(i)
		name, in, ok := pathOf(c, l.named)
		k := conversionOf(c)
		switch {
		case !ok && (unnamed != nil || len(in) > 0 || k == nil):
			continue
		case !ok:
			unnamed = columnOf(c, "", i, k)
			continue
		case len(in) > 1:
			l.lists.AddInner(in[len(in)-1])
			continue
		case k == nil:
			strange = append(strange, c.Path())
			continue
		case len(in) == 1:
			l.lists.Add(in[0])
		default:
			in, flat = []string{""}, true
		}
		lists = append(lists, in[0])
		found = append(found, columnOf(c, name, i, k))
		found[len(found)-1].listed = in[0] != ""
	}
	var err error
	if l.list, err = l.lists.Choose(l.asked, !flat); err != nil {
		return err
	}
	for i, c := range found {
		if !c.listed || lists[i] == l.list {
			l.columns = append(l.columns, c)
		}
	}
	l.nameColumns()
	if len(l.columns) == 0 && unnamed != nil {
		l.columns, l.extra = []*column{unnamed}, 1
	}
	l.notes = append(l.notes, l.lists.LeftOut(l.list)...)
	if strange != nil {
		l.notes = append(l.notes, "left out: "+strings.Join(strange, ", ")+" (of an unknown type)")
	}
	switch {
	case len(l.columns) > 0:
		return nil
	case len(l.notes) > 0:
		return fmt.Errorf("the Parquet file has no column that can be read: %s", strings.Join(l.notes, "; "))
	}
	return errors.New("the Parquet file has no columns")
}

// columnOf returns a column of a leaf. as is its conversion.
func columnOf(leaf *schema.Column, name string, index int, as *conversion) *column {
	return &column{name: name, index: index, maxDef: int(leaf.MaxDefinitionLevel()), as: as,
		physical: leaf.PhysicalType(), width: plainWidth(leaf)}
}

// nameColumns gives the columns distinct names and removes unwanted columns. It keeps at least one column of the
// unnested list, because the loader needs the number of elements in each row.
func (l *loader) nameColumns() {
	names := each.Of(l.columns, func(c *column) string { return c.name })
	names, note := header.Repair(names)
	for i, n := range names {
		l.columns[i].name = n
	}
	if note != "" {
		l.notes = append(l.notes, note)
	}
	wanted := header.Wanted(names, l.wanted)
	if wanted == nil {
		return
	}
	all := l.columns
	l.leftOut = header.LeftOut(names, wanted)
	l.columns = slices.DeleteFunc(slices.Clone(all), func(c *column) bool { return !wanted[c.name] })
	if l.list != "" && len(l.columnsOf(true)) == 0 {
		l.columns = append(l.columns, all[slices.IndexFunc(all, func(c *column) bool { return c.listed })])
		l.extra = 1
	}
}

// columnsOf returns the columns of the unnested list if listed is set, else the other columns.
func (l *loader) columnsOf(listed bool) (of []*column) {
	return each.Where(l.columns, func(c *column) bool { return c.listed == listed })
}

// pathOf returns the column name of a leaf, and the names of the lists and maps around it, from the outermost in. If
// the elements of a list are no structs, their column has the name of the list. The technical levels of a list are not
// part of the name. `named` is Options.Named. ok is false if `named` leaves out a field of the path.
func pathOf(leaf *schema.Column, named func(around, name string, id int32) (string, bool)) (name string,
	lists []string, ok bool) {
	nodes := make([]schema.Node, len(leaf.ColumnPath()))
	for i, n := len(nodes)-1, leaf.SchemaNode(); i >= 0; i, n = i-1, n.Parent() {
		nodes[i] = n
	}
	var path []string
	ok = true
	add := func(n schema.Node) {
		name := n.Name()
		if named != nil && ok {
			name, ok = named(strings.Join(path, "."), name, n.FieldID())
		}
		path = append(path, name)
	}
	for i, n := range nodes {
		switch inList := i > 0 && isList(nodes[i-1]); {
		case n.RepetitionType() == parquet.Repetitions.Repeated:
			if !inList {
				add(n)
			}
			lists = append(lists, strings.Join(path, "."))
		case i > 1 && isElement(nodes[i-2], nodes[i-1]):
		default:
			add(n)
		}
	}
	return strings.Join(path, "."), lists, ok
}

// isList reports whether a node is a list or a map, whose only field is the repeated level.
func isList(n schema.Node) bool {
	switch n.LogicalType().(type) {
	case schema.ListLogicalType, schema.MapLogicalType:
		return true
	}
	switch n.ConvertedType() {
	case schema.ConvertedTypes.List, schema.ConvertedTypes.Map, schema.ConvertedTypes.MapKeyValue:
		return true
	}
	return false
}

// isElement reports whether the only field of a repeated group is the element of a list. In files of old writers the
// group itself is the element. LogicalTypes.md of the format says by which names these groups are recognised.
func isElement(list, repeated schema.Node) bool {
	group, ok := repeated.(*schema.GroupNode)
	if !ok || repeated.RepetitionType() != parquet.Repetitions.Repeated || group.NumFields() != 1 {
		return false
	}
	_, isMap := list.LogicalType().(schema.MapLogicalType)
	return isList(list) && !isMap && list.ConvertedType() != schema.ConvertedTypes.Map &&
		list.ConvertedType() != schema.ConvertedTypes.MapKeyValue &&
		repeated.Name() != "array" && repeated.Name() != list.Name()+"_tuple"
}
