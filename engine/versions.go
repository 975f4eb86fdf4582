package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/shape/changes"
	"cardinal/data/shape/union"
	"cardinal/internal/memory"
)

// Versions is two versions of a table as one table, the second below the first.
type Versions struct {
	Table *data.Table
	Lone  []string // the columns that only one of the versions has
	split int      // the rows of the first version
	marks []string // the columns that name the version
}

// StackVersions makes one table of two versions of a table. If the versions have no marks, the table has no column that
// names the version, and only its rows can be compared.
func StackVersions(ctx context.Context, name string, versions [2]union.Part) (*Versions, error) {
	v := &Versions{split: versions[0].Table.Rows}
	for i, p := range versions {
		for _, c := range p.Table.Columns {
			if !slices.ContainsFunc(versions[1-i].Table.Columns, func(other *data.Column) bool {
				return strings.EqualFold(other.Name, c.Name)
			}) {
				v.Lone = append(v.Lone, c.Name)
			}
		}
	}
	for _, m := range versions[0].Marks {
		v.marks = append(v.marks, m.Column)
	}
	var err error
	if v.marks == nil {
		v.Table, err = union.Stacked(ctx, name, "file", versions[:])
	} else {
		v.Table, err = union.Tables(ctx, name, "file", versions[:], 0, nil)
	}
	return v, err
}

// CheckKeys returns an error if one of the versions does not have a key column.
func (v *Versions) CheckKeys(keys []string) error {
	for _, key := range keys {
		if slices.ContainsFunc(v.Lone, func(lone string) bool { return strings.EqualFold(lone, key) }) {
			return fmt.Errorf("one of the files has no column %s", key)
		}
	}
	return nil
}

// Changes finds the rows that differ between the versions. It matches rows by the key columns, or by all columns if
// keys is nil.
func (v *Versions) Changes(ctx context.Context, keys []string) (found *changes.Found, err error) {
	ctx, done := memory.Watch(ctx)
	defer func() { err = done(err) }()
	return changes.Find(ctx, v.Table, v.split, keys, slices.Concat(v.Lone, v.marks))
}
