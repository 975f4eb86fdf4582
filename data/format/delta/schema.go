package delta

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Column is a column of a table, or a field of a struct, such as address.city.
type Column struct {
	Name     string
	Type     string // as the protocol writes it: long, decimal(10,2)
	physical string // its name among partition values and statistics; "" for a field of a struct
}

// columns has the columns of a schema, and the column names by the fields of the files.
type columns struct {
	all   []Column // all fields, except those within lists and maps
	names map[field]string
	byID  bool
}

// field is a field of a file of rows. around is the table's name of the struct that contains it, or "".
type field struct {
	around string
	name   string // in lower case; "" for a field that is found by its id
	id     int32
}

// schemaType is a type in a schema: a word, or an object with the other fields.
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

// UnmarshalJSON reads a type from a string or an object.
func (t *schemaType) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &t.Word) == nil {
		return nil
	}
	type plain schemaType
	return json.Unmarshal(b, (*plain)(t))
}

// parseSchema reads a schema. mode says how columns are mapped to the fields of files: none, name or id.
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

// addStruct adds the fields of a struct. listed says that the struct is within a list or a map.
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

// add adds a column, or the fields within it if t is a struct, a list or a map.
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

// join returns the name of a field of a struct: around.name, or name if around is "".
func join(around, name string) string {
	if around == "" {
		return name
	}
	return around + "." + name
}

// Named returns the table's name of a field of a file. ok is false if the table has no such column. Named is a
// parquet.Options.Named.
func (s *Snapshot) Named(around, name string, id int32) (named string, ok bool) {
	if s.columns.byID {
		if named, ok = s.columns.names[field{around, "", id}]; ok {
			return named, true
		}
	}
	named, ok = s.columns.names[field{around, strings.ToLower(name), 0}]
	return named, ok
}
