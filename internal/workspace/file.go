package workspace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"cardinal/data/text/header"
	"cardinal/internal/localfile"
	"cardinal/internal/separators"
)

// Extension ends the names of workspaces.
const Extension = ".cardinal"

// Version is the version of the file that this program reads and writes.
const Version = 1

const (
	maxTabs = 200
	maxName = 100 // characters
)

// File is the content of a workspace.
type File struct {
	Version int    `json:"cardinal"`         // version of the format
	Source  Source `json:"source"`           // the file of the table
	Active  int    `json:"active,omitempty"` // the shown tab, counted from 1
	Tabs    []Tab  `json:"tabs"`
}

// Is reports whether a path has the extension of a workspace.
func Is(path string) bool { return strings.EqualFold(filepath.Ext(path), Extension) }

// Encode returns the file as text.
func (f File) Encode() ([]byte, error) {
	f.Version = Version
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(f); err != nil {
		return nil, fmt.Errorf("cannot write the workspace: %w", err)
	}
	if b.Len() > localfile.MaxBytes {
		return nil, separators.Errorf("cannot write the workspace: it would have %d MB, and %d are the most; shorten "+
			"the lists of its filters", b.Len()>>20, localfile.MaxBytes>>20)
	}
	return b.Bytes(), nil
}

// write writes the file in compact form, one tab at a time. The text of all tabs together may be large, and a frame of
// the window might have to wait while the garbage collector handles it.
func (f File) write(w io.Writer) error {
	tabs := f.Tabs
	f.Version, f.Tabs = Version, nil
	head, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if _, err := w.Write(bytes.TrimSuffix(head, []byte("null}"))); err != nil {
		return err
	}
	between := "["
	for i := range tabs {
		text, err := json.Marshal(&tabs[i])
		if err == nil {
			_, err = io.WriteString(w, between)
		}
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			return err
		}
		between = ",\n"
	}
	if len(tabs) == 0 {
		_, err = io.WriteString(w, "[]}")
	} else {
		_, err = io.WriteString(w, "]}")
	}
	return err
}

// Read reads the workspace at path. Every error names the file and, if known, the line.
func Read(path string) (File, error) {
	text, err := localfile.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("there is no such file")
	}
	if err != nil {
		return File{}, fmt.Errorf("cannot open the workspace %s: %w", path, err)
	}
	f, err := Decode(text)
	if err != nil {
		return File{}, fmt.Errorf("cannot open the workspace %s: %w", path, err)
	}
	return f, nil
}

// Decode reads a workspace and checks everything that can be checked without its table. It accepts a byte order mark,
// which some editors write, at the beginning.
func Decode(text []byte) (File, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	switch first := bytes.TrimSpace(text); {
	case len(first) == 0:
		return File{}, errors.New("the file is empty")
	case first[0] != '{':
		return File{}, errors.New("it is no workspace of Cardinal: it does not begin with a brace")
	}
	var head struct {
		Version *float64 `json:"cardinal"`
	}
	switch err := json.Unmarshal(text, &head); {
	case err != nil && !isSyntaxError(err): // the following checks say what is wrong, and in which line
	case err != nil:
		return File{}, addLine(text, err)
	case head.Version == nil:
		return File{}, errors.New(`it is no workspace of Cardinal: it does not begin with "cardinal" and a version`)
	case *head.Version > Version:
		return File{}, fmt.Errorf("a newer Cardinal wrote it, in version %v of the file, and this one reads version "+
			"%d: update Cardinal to open it", *head.Version, Version)
	case *head.Version != Version:
		return File{}, fmt.Errorf("there is no version %v of the file", *head.Version)
	}
	var f File
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return File{}, addLine(text, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return File{}, separators.Errorf("line %d: the workspace ends here, and more text follows",
			lineAt(text, d.InputOffset()))
	}
	if err := f.check(); err != nil {
		return File{}, addLine(text, err)
	}
	return f, nil
}

// check returns an error if the file is not a valid workspace.
func (f *File) check() error {
	switch {
	case len(f.Tabs) == 0:
		return errors.New("it has no tabs")
	case len(f.Tabs) > maxTabs:
		return separators.Errorf("it has %d tabs, and %d are the most", len(f.Tabs), maxTabs)
	case f.Active < 0 || f.Active > len(f.Tabs):
		return fmt.Errorf(`"active" is %d, and there are %d tabs`, f.Active, len(f.Tabs))
	case !f.Source.Sample && f.Source.Path == "" && f.Source.Absolute == "":
		return errors.New(`its "source" has no "path": write the path of the table's file`)
	}
	for i := range f.Tabs {
		t := &f.Tabs[i]
		if err := CheckName(t.Name); err != nil {
			return &fault{t.Name, separators.Errorf("tab %d: %w", i+1, err)}
		}
		if _, err := t.Query(); err != nil {
			return fmt.Errorf("the tab %s: %w", t.Name, err)
		}
	}
	return nil
}

// Shown returns the position of the shown tab.
func (f *File) Shown() int { return max(f.Active-1, 0) }

// Tab returns the tab with a name, or the shown tab if name is "".
func (f *File) Tab(name string) (Tab, error) {
	if name == "" {
		return f.Tabs[f.Shown()], nil
	}
	names := make([]string, len(f.Tabs))
	for i, t := range f.Tabs {
		if t.Name == name {
			return t, nil
		}
		names[i] = t.Name
	}
	return Tab{}, fmt.Errorf("the workspace has no tab %q; it has %s", name, header.Nearest(names, name))
}

// CheckName returns why a tab cannot have a name.
func CheckName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("a tab needs a name")
	case utf8.RuneCountInString(name) > maxName || strings.ContainsAny(name, "\n\r\t"):
		return separators.Errorf("the name of a tab is one line of at most %d characters", maxName)
	}
	return nil
}

// fault is an error, and the text in the file that causes it.
type fault struct {
	text string
	error
}

func (f *fault) Unwrap() error { return f.error }

func isSyntaxError(err error) bool {
	var fault *json.SyntaxError
	return errors.As(err, &fault)
}

// addLine adds the line of the error to an error.
func addLine(text []byte, err error) error {
	var broken *json.SyntaxError
	var mistyped *json.UnmarshalTypeError
	var wrong *fault
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &broken) && strings.Contains(broken.Error(),
		"unexpected end"):
		return separators.Errorf("line %d: the text ends in the middle, as if the file were cut off",
			lineAt(text, int64(len(text))))
	case errors.As(err, &broken):
		return separators.Errorf("line %d: %s", lineAt(text, broken.Offset), syntaxSentence(broken.Error()))
	case errors.As(err, &mistyped):
		return separators.Errorf("line %d: %q takes %s, not %s", lineAt(text, mistyped.Offset), mistyped.Field,
			expectedWords(mistyped), foundWords(mistyped.Value))
	case errors.As(err, &wrong):
		if line := lineOf(text, wrong.text); line > 0 {
			return separators.Errorf("line %d: %w", line, err)
		}
		return err
	}
	if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return separators.Errorf("line %d: nothing in a workspace is called %s", lineOf(text, strings.Trim(name, `"`)),
			name)
	}
	return err
}

// syntaxSentence rewords an error of the JSON decoder, such as: invalid character '}' looking for beginning of value.
func syntaxSentence(said string) string {
	character, where, _ := strings.Cut(strings.TrimPrefix(said, "invalid character "), "' ")
	character += "'"
	switch {
	case strings.HasPrefix(where, "looking for beginning"):
		return character + " stands where a name or a value has to stand: a comma before it may be too many"
	case strings.HasPrefix(where, "after object key:value pair"), strings.HasPrefix(where, "after array element"):
		return character + " stands where a comma or a closing bracket has to stand"
	case strings.HasPrefix(where, "after object key"):
		return character + " stands where a colon has to stand"
	case strings.HasPrefix(where, "in string literal"):
		return "a text is not closed by a quote on its line"
	}
	return strings.TrimPrefix(said, "json: ")
}

// expectedWords returns in words which kind of value the file must have there.
func expectedWords(err *json.UnmarshalTypeError) string {
	switch err.Type.Kind().String() {
	case "string":
		return "a text in quotes"
	case "bool":
		return "true or false"
	case "slice":
		return "a list in square brackets"
	case "int", "int64":
		return "a whole number"
	}
	return "an object in braces"
}

// foundWords returns in words which kind of value the file has there.
func foundWords(value string) string {
	switch value {
	case "array":
		return "a list"
	case "object":
		return "an object"
	}
	return "a " + value
}

func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset-1, 0), int64(len(text)))], []byte("\n"))
}

// lineOf returns the first line with a text in quotes, or 0 if no line has the text as Encode writes it.
func lineOf(text []byte, quoted string) int {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(quoted) != nil {
		return 0
	}
	at := bytes.Index(text, bytes.TrimSpace(b.Bytes()))
	if at < 0 {
		return 0
	}
	return 1 + bytes.Count(text[:at], []byte("\n"))
}
