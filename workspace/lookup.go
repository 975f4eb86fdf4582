package workspace

import (
	"fmt"

	"cardinal/data/lookup"
)

// Lookup is a second file in which columns of the table are looked up.
type Lookup struct {
	Source
	On      string   `json:"on"`                // the key: a column of the table
	Equals  string   `json:"equals"`            // the column of the second file that is equal to it
	Columns []string `json:"columns,omitempty"` // of the second file that are added; none: all
}

// NewLookup describes a look-up for a tab. InFolder says where the file is, seen from a workspace.
func NewLookup(s lookup.Spec) Lookup {
	return Lookup{Source: Source{Absolute: s.Path, Sheet: s.Sheet}, On: s.On, Equals: s.Equals, Columns: s.Columns}
}

// InFolder is the look-up as a workspace in a folder keeps it, which may be "".
func (l Lookup) InFolder(folder string) Lookup {
	if at, err := NewSource(l.Absolute, l.Sheet, folder); err == nil {
		l.Source = at
	}
	return l
}

// Spec is the look-up for a workspace in a folder. It is an error where the file is not found.
func (l Lookup) Spec(folder string) (lookup.Spec, error) {
	s := lookup.Spec{Sheet: l.Sheet, On: l.On, Equals: l.Equals, Columns: l.Columns}
	path, found := l.Find(folder)
	if !found {
		return s, fmt.Errorf("the file %s, in which %s is looked up, is neither where it was nor beside the workspace: put it there and open the workspace again", l.Name(), l.On)
	}
	s.Path = path
	return s, nil
}
