package delta

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Column is a column of a table, or a member of a struct of a column, named as in address.city.
type Column struct {
	Name      string
	Type      string // in the protocol's words: long, decimal(10,2)
	partition string // its name in the values of partitions; "" within a struct, by which no table is partitioned
}

// columns has the columns of a schema, and their names by the names of the fields of files.
type columns struct {
	all   []Column // all fields, except those within lists and maps
	names map[field]string
	byID  bool
}

// field is a field of a file of rows, in the struct of a name that the table gives.
type field struct {
	around string
	name   string // in lower case; "" for a field that is found by its number
	id     int32
}

// schemaType is a type of a schema: a word, or one of types.
type schemaType struct {
	Word string `json:"-"`

	Type    string        `json:"type"`
	Fields  []schemaField `json:"fields"`      // of a struct
	Element *schemaType   `json:"elementType"` // of an array
	Key     *schemaType   `json:"keyType"`     // of a map
	Value   *schemaType   `json:"valueType"`
}

type schemaField struct {
	Name     string     `json:"name"`
	Type     schemaType `json:"type"`
	Metadata struct {
		ID           *int32 `json:"delta.columnMapping.id"`
		PhysicalName string `json:"delta.columnMapping.physicalName"`
	} `json:"metadata"`
}

// UnmarshalJSON reads a type, which is a text or an object.
func (t *schemaType) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &t.Word) == nil {
		return nil
	}
	type plain schemaType
	return json.Unmarshal(b, (*plain)(t))
}

// parseSchema reads a schema. mode is how columns are mapped to fields of files: none, name or id.
func parseSchema(text, mode string) (columns, error) {
	c := columns{names: map[field]string{}, byID: mode == "id"}
	var root schemaType
	if err := json.Unmarshal([]byte(text), &root); err != nil || root.Type != "struct" {
		return c, fmt.Errorf("its log has no schema that can be read: copy the whole folder again")
	}
	if mode != "none" && mode != "name" && mode != "id" {
		return c, fmt.Errorf("it maps columns by %q, which Cardinal does not know: write a copy of it as Parquet with "+
			"the program that made it", mode)
	}
	return c, c.addStruct("", root.Fields, mode, false)
}

// addStruct adds the fields of a struct. listed says that it is an element of a list or a map.
func (c *columns) addStruct(around string, fields []schemaField, mode string, listed bool) error {
	for _, f := range fields {
		physical := f.Name
		if mode != "none" {
			if physical = f.Metadata.PhysicalName; physical == "" || mode == "id" && f.Metadata.ID == nil {
				return fmt.Errorf("its log does not say which column of the files is %s: copy the whole folder again",
					f.Name)
			}
		}
		if mode == "id" {
			c.names[field{around, "", *f.Metadata.ID}] = f.Name
		} else {
			c.names[field{around, strings.ToLower(physical), 0}] = f.Name
		}
		if around != "" {
			physical = ""
		}
		if err := c.add(join(around, f.Name), physical, f.Type, mode, listed); err != nil {
			return err
		}
	}
	return nil
}

// add adds a column of a type, or the columns within it.
func (c *columns) add(name, physical string, t schemaType, mode string, listed bool) error {
	switch t.Type {
	case "struct":
		return c.addStruct(name, t.Fields, mode, listed)
	case "array", "map":
		if t.Element != nil {
			return c.add(name, physical, *t.Element, mode, true)
		}
		if t.Key == nil || t.Value == nil {
			break
		}
		c.names[field{name, "key", 0}], c.names[field{name, "value", 0}] = "key", "value"
		if err := c.add(name+".key", "", *t.Key, mode, true); err != nil {
			return err
		}
		return c.add(name+".value", "", *t.Value, mode, true)
	case "":
		if !listed {
			c.all = append(c.all, Column{name, t.Word, physical})
		}
		return nil
	}
	return fmt.Errorf("its column %s is of the type %q, which Cardinal does not know", name, t.Type)
}

// join returns the name of a field within the struct of another name, which may be "".
func join(around, name string) string {
	if around == "" {
		return name
	}
	return around + "." + name
}

// Named returns the name that the table gives a field of a file. It is a parquet.Options.Named. ok is false if the
// table has no such column.
func (s *Snapshot) Named(around, name string, id int32) (named string, ok bool) {
	if s.columns.byID {
		if named, ok = s.columns.names[field{around, "", id}]; ok {
			return named, true
		}
	}
	named, ok = s.columns.names[field{around, strings.ToLower(name), 0}]
	return named, ok
}
