package zipxml

import (
	"errors"
	"path"
	"slices"
	"strings"
)

// Relation is a link of a part. Kind is the last word of its type.
type Relation struct{ ID, Kind, Target string }

// Relations has the links of a part in the order of the file.
type Relations []Relation

// Find returns the link with an id. If several links have the id, the last one counts.
func (all Relations) Find(id string) (Relation, bool) {
	for _, r := range slices.Backward(all) {
		if r.ID == id {
			return r, true
		}
	}
	return Relation{}, false
}

// Relations reads the links of a part. It returns nil if the part has none. The links of the whole archive are those of
// part "".
func (a *Archive) Relations(part string) (Relations, error) {
	dir, file := path.Split(part)
	name := path.Join(dir, "_rels", file+".rels")
	var out Relations
	if !a.Has(name) {
		return nil, nil
	}
	err := a.Walk(name, func(x *Reader) error {
		if string(x.Name) != "Relationship" || !x.Inside("Relationships") || string(x.Raw("TargetMode")) == "External" {
			return nil
		}
		id, err1 := x.Attr("Id")
		kind, err2 := x.Attr("Type")
		target, err3 := x.Attr("Target")
		if err := errors.Join(err1, err2, err3); err != nil {
			return err
		}
		target = strings.ReplaceAll(target, `\`, "/")
		if !strings.HasPrefix(target, "/") {
			target = path.Join("/", dir, target)
		}
		out = append(out, Relation{id, path.Base(kind), strings.TrimPrefix(path.Clean(target), "/")})
		return nil
	})
	return out, err
}
