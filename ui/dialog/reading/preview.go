package reading

import (
	"fmt"
	"reflect"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/shape/unpivot"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// previewRows is how many rows the preview shows.
const previewRows = 50

// preview returns a widget with the first rows. The heading of a column has its name and its type.
func (r *dialog) preview() *widget.Table {
	w := widget.NewTable(
		func() (rows, cols int) {
			if r.table == nil {
				return 0, 0
			}
			return min(r.table.Rows, previewRows), len(r.table.Columns)
		},
		func() fyne.CanvasObject { return tip.NewLabel("", r.tips) },
		func(at widget.TableCellID, o fyne.CanvasObject) {
			l := o.(*tip.Label)
			c := r.table.Columns[at.Col]
			l.Alignment = fyne.TextAlignLeading
			if c.Type.Numeric() {
				l.Alignment = fyne.TextAlignTrailing
			}
			l.SetText(text(c, at.Row))
		})
	height := widget.NewLabel("").MinSize().Height
	for row := range previewRows { // without this, each row would be as high as a heading
		w.SetRowHeight(row, height)
	}
	w.ShowHeaderRow = true
	w.CreateHeader = func() fyne.CanvasObject {
		name := tip.NewLabel(lang.L("name"), r.tips)
		name.TextStyle.Bold = true
		if !r.typed {
			return container.NewVBox(name, kindLabel())
		}
		return container.NewVBox(name, tip.NewSelect(nil, r.tips, nil))
	}
	w.UpdateHeader = func(at widget.TableCellID, o fyne.CanvasObject) {
		if r.table == nil || at.Col < 0 || at.Col >= len(r.table.Columns) {
			return
		}
		box := o.(*fyne.Container)
		c := r.table.Columns[at.Col]
		name := box.Objects[0].(*tip.Label)
		name.Whole = c.Name
		name.SetText(input.NameEllipsis(c.Name, name.TextStyle, input.LabelRoom(r.width(c))))
		switch o := box.Objects[1].(type) {
		case *tip.Select:
			r.types(o, c)
		case *widget.Label:
			o.SetText(typeName(c))
		}
	}
	return w
}

// kindLabel returns a label for the type of a column if a person cannot change the type.
func kindLabel() *widget.Label {
	l := widget.NewLabel("")
	l.SizeName, l.Importance = theme.SizeNameCaptionText, widget.LowImportance
	return l
}

// types sets the options of the list s to the types that column c can have.
func (r *dialog) types(s *tip.Select, c *data.Column) {
	s.OnChanged = nil
	s.Options = []string{asFound(r.foundType(c))}
	chosen := 0
	for i, choice := range infer.Choices {
		s.Options = append(s.Options, lang.L(choice.Words()))
		if slices.Contains(r.how.Types, c.Name+"="+choice.Name) {
			s.Options[0], chosen = lang.L(found), i+1
		}
	}
	if isMade(r.how, c.Name) {
		s.Options = s.Options[:1]
	}
	s.SetSelectedIndex(min(chosen, len(s.Options)-1))
	s.OnChanged = func(string) {
		r.how.Types = slices.DeleteFunc(slices.Clone(r.how.Types), func(t string) bool {
			return data.TypedColumn(t) == c.Name
		})
		if i := s.SelectedIndex(); i > 0 {
			r.how.Types = append(r.how.Types, c.Name+"="+infer.Choices[i-1].Name)
		}
		r.read()
	}
}

// isMade reports whether a column is computed from other columns of the file, by unpivoting.
func isMade(how data.Reading, column string) bool {
	spec, err := unpivot.Parse(how.Unpivot)
	return err == nil && slices.Contains(spec.Names(), column)
}

// foundType returns the type that a column has if a person chooses none. If only types were changed in the dialog, it
// is the type in the open table, for which all rows were read.
func (r *dialog) foundType(c *data.Column) string {
	t := r.source.Source()
	now, was := r.how, t.Reading
	now.Types, was.Types = nil, nil
	if whole, err := t.Column(c.Name); err == nil && reflect.DeepEqual(now, was) && r.sheet == t.Sheet &&
		!t.Reading.HasType(c.Name) {
		return typeName(whole)
	}
	return typeName(c)
}

// typeName returns the name of a column's type in the list of types.
func typeName(c *data.Column) string {
	switch {
	case c.Type.Numeric():
		return lang.L("number")
	case c.Type == data.Timestamp:
		return lang.L("time")
	case c.Type == data.Bool:
		return lang.L("boolean")
	}
	return lang.L(fmt.Sprint(c.Type))
}

func text(c *data.Column, row int) string {
	if v := c.Value(row); !v.IsNull() {
		return v.String()
	}
	return ""
}

// width returns the width of a column in the preview, within bounds. It is wide enough for the name, the type and the
// first values.
func (r *dialog) width(c *data.Column) float32 {
	widest := c.Name
	for row := range min(c.Rows, 20) {
		if s := text(c, row); len(s) > len(widest) {
			widest = s
		}
	}
	w := fyne.MeasureText(widest, theme.TextSize(), fyne.TextStyle{Bold: true}).Width + 3*theme.InnerPadding()
	return min(max(w, 150), 260)
}
