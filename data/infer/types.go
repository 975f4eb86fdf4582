package infer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/text/header"
	"cardinal/internal/each"
)

// ColumnType is the type that a person chose for a column.
type ColumnType struct {
	Column string // its exact name
	Type   Choice
}

// Choice is a type that a person can choose for a column.
type Choice struct {
	Name string // as written on the command line and shown in the window
	Type data.Type
	// of a time that is a number since 1970: number of units in a second; else 0
	Epoch int
	Title string // a name for a value of the type
}

// Choices has the types that a person can choose for a column. "number" can become an integer, a decimal or a float,
// depending on the values.
var Choices = []Choice{
	{"text", data.Text, 0, "text"},
	{"number", data.Decimal, 0, "a number"},
	{"date", data.Date, 0, "a date"},
	{"time", data.Timestamp, 0, "a time"},
	{"boolean", data.Bool, 0, "a boolean"},
	{"epoch", data.Timestamp, 1, "a number of seconds since 1970"},
	{"epoch_ms", data.Timestamp, 1000, "a number of milliseconds since 1970"},
	{"epoch_us", data.Timestamp, 1_000_000, "a number of microseconds since 1970"},
}

// Words returns the choice as the window shows it: its name, and the unit of an epoch.
func (c Choice) Words() string {
	if c.Epoch == 0 {
		return c.Name
	}
	return c.Name + ": " + strings.TrimPrefix(c.Title, "a number of ")
}

// ChoiceNames returns a list of the names of all Choices, for an error.
func ChoiceNames() string {
	names := each.Of(Choices, func(c Choice) string { return c.Name })
	return strings.Join(names, ", ")
}

// choiceNamed returns the Choice with a name.
func choiceNamed(name string) (Choice, error) {
	for _, c := range Choices {
		if strings.EqualFold(c.Name, strings.TrimSpace(name)) {
			return c, nil
		}
	}
	return Choice{}, fmt.Errorf("%q is none of %s", name, ChoiceNames())
}

// Unfit says what happens if chosen types do not fit the columns, because the file has changed since the choice. If it
// is zero, such types are an error.
type Unfit struct {
	Missing bool     // the type of a missing column is ignored, with a note
	Given   []string // columns whose types are chosen now: if one is missing, that is an error
	Unread  bool     // if no value has the chosen type, the column becomes text, with a note
}

// Chosen returns the types that a person chose, in the order of names. A type is nil if none was chosen for the column.
// The result is nil if no type was chosen at all. note names missing columns.
func Chosen(types []ColumnType, names []string, u Unfit) (chosen []*Choice, note string, err error) {
	if len(types) == 0 {
		return nil, "", nil
	}
	chosen = make([]*Choice, len(names))
	var gone []string
	for _, t := range types {
		switch i := slices.Index(names, t.Column); {
		case i >= 0:
			chosen[i] = &t.Type
		case !u.Missing || slices.Contains(u.Given, t.Column):
			return nil, "", fmt.Errorf("a type is given for the column %q, and there is no such column; the columns "+
				"are %s", t.Column, header.Nearest(names, t.Column))
		default:
			gone = append(gone, strconv.Quote(t.Column))
		}
	}
	if len(gone) > 0 {
		note = "a type was chosen for " + strings.Join(gone, " and ") + ", and there is no such column now"
	}
	return chosen, note, nil
}

// ParseTypes parses the types that a person chose for columns, such as zip=text.
func ParseTypes(texts []string) (types []ColumnType, err error) {
	for _, text := range texts {
		at := strings.LastIndexByte(text, '=')
		if at < 1 {
			return nil, fmt.Errorf("type: %q does not say which column has which type: write 'zip=text'", text)
		}
		c, err := choiceNamed(text[at+1:])
		if err != nil {
			return nil, fmt.Errorf("type: of %s, %w", text[:at], err)
		}
		types = append(types, ColumnType{Column: strings.TrimSpace(text[:at]), Type: c})
	}
	return types, nil
}

// ParseDates parses the order of dates that a person chose: dmy, mdy or ymd, or "" for no choice.
func ParseDates(text string) (order byte, err error) {
	switch text {
	case "":
		return 0, nil
	case "dmy", "mdy", "ymd":
		return text[0], nil
	}
	return 0, fmt.Errorf("dates: %q is none of dmy, mdy and ymd", text)
}
