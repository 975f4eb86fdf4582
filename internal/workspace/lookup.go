package workspace

import (
	"fmt"

	"cardinal/data/shape/lookup"
)

// Lookup is a second file with columns that are looked up.
type Lookup struct {
	Source
	Key
	And     []Key    `json:"and,omitempty"`     // further keys
	Columns []string `json:"columns,omitempty"` // added columns of the second file; none: all
	Join    string   `json:"join,omitempty"`    // "" for a left join
	Every   bool     `json:"every,omitempty"`   // a row is repeated for every line with its keys
}

// Key is a column of the table and the equal column of the second file.
type Key struct {
	On     string `json:"on"`
	Equals string `json:"equals"`
}

// NewLookup describes a lookup for a tab. InFolder adds the path of the file relative to the workspace.
func NewLookup(s lookup.Spec) Lookup {
	l := Lookup{Source: Source{Absolute: s.Path, Sheet: s.Sheet}, Columns: s.Columns, Join: s.Join,
		Every: s.Every}
	for i, k := range s.Keys {
		if i == 0 {
			l.Key = Key(k)
		} else {
			l.And = append(l.And, Key(k))
		}
	}
	return l
}

// WithPath returns the lookup with the path of its file.
func (l Lookup) WithPath(path string) lookup.Spec {
	s := lookup.Spec{Path: path, Sheet: l.Sheet, Keys: []lookup.Key{lookup.Key(l.Key)}, Columns: l.Columns,
		Join: l.Join, Every: l.Every}
	for _, k := range l.And {
		s.Keys = append(s.Keys, lookup.Key(k))
	}
	return s
}

// InFolder returns the lookup as a workspace in a folder keeps it; the folder may be "".
func (l Lookup) InFolder(folder string) Lookup {
	if at, err := NewSource(l.Absolute, l.Sheet, folder); err == nil {
		l.Source = at
	}
	return l
}

// Spec returns the lookup for a workspace in a folder, or an error if the file is not found.
func (l Lookup) Spec(folder string) (lookup.Spec, error) {
	path, found := l.Find(folder)
	s := l.WithPath(path)
	if !found {
		return s, fmt.Errorf("the file %s of the lookup by %s is neither at its old place nor beside the "+
			"workspace: put it beside the workspace and open the workspace again", l.Name(), s.On())
	}
	return s, nil
}
