package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/columnlist"
)

// lake writes a Delta table of three versions: North 1 and South 20; West 300, too; West alone.
func lake(t *testing.T, folder string) string {
	t.Helper()
	path := filepath.Join(folder, "lake")
	if err := os.MkdirAll(filepath.Join(path, "_delta_log"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, rows := range map[string][]data.Value{"a": {data.TextValue("North"), data.IntValue(1),
		data.TextValue("South"), data.IntValue(20)}, "b": {data.TextValue("West"), data.IntValue(300)}} {
		var regions, amounts []data.Value
		for i := 0; i < len(rows); i += 2 {
			regions, amounts = append(regions, rows[i]), append(amounts, rows[i+1])
		}
		table := data.NewTable(name, []*data.Column{data.FromValues("region", regions),
			data.FromValues("amount", amounts)})
		if _, err := export.SaveRows(t.Context(), filepath.Join(path, name+".parquet"), "parquet", "",
			pivot.Listing{Table: table}); err != nil {
			t.Fatal(err)
		}
	}
	const field = `{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}`
	schema := `{\"type\":\"struct\",\"fields\":[` + fmt.Sprintf(field, "region", "string") + "," +
		fmt.Sprintf(field, "amount", "long") + `]}`
	for i, commit := range []string{
		`{"protocol":{"minReaderVersion":1,"minWriterVersion":2}}` + "\n" +
			`{"metaData":{"id":"1","format":{"provider":"parquet"},"schemaString":"` + schema +
			`","partitionColumns":[],"configuration":{}}}` + "\n" +
			`{"commitInfo":{"timestamp":1714000000000,"operation":"CREATE TABLE AS SELECT"}}` + "\n" +
			`{"add":{"path":"a.parquet","partitionValues":{},"size":500,"dataChange":true}}`,
		`{"commitInfo":{"timestamp":1714003600000,"operation":"WRITE"}}` + "\n" +
			`{"add":{"path":"b.parquet","partitionValues":{},"size":500,"dataChange":true}}`,
		`{"commitInfo":{"timestamp":1714007200000,"operation":"DELETE"}}` + "\n" +
			`{"remove":{"path":"a.parquet","dataChange":true}}`} {
		write(t, filepath.Join(path, "_delta_log"), fmt.Sprintf("%020d.json", i), commit)
	}
	return path
}

// readVersion chooses a line of the list of versions.
func (s *stage) readVersion(line int) {
	s.Helper()
	s.chooseIn(s.menu().Items[0].Items, "Another version of this table…")
	s.until("the versions", func() bool { return s.dialogs.Len() == 1 })
	all[*columnlist.List](s.asked())[0].Mark(line)
	test.Tap(s.button("Read this version"))
}

// TestVersions reads other versions of a lake. The pivot and undo stay, the figures that moved are marked, a workspace
// keeps the version, and the rows of two versions are compared.
func TestVersions(t *testing.T) {
	folder := t.TempDir()
	s := keeping(t, t.TempDir())
	s.open(lake(t, folder))
	pivot := func(v view.State) view.State {
		return v.AddKey(query.Field{Column: "region"}, view.Rows, 0).AddMeasure(query.Measure{Func: query.Sum,
			Column: "amount"}, 0)
	}
	s.editor.Edit(pivot)
	check := func(s *stage, version string, rows int, total string) {
		t.Helper()
		s.until("version "+version, func() bool {
			return s.session.Table() != nil && !s.session.Loading() && s.session.Table().Rows == rows
		})
		s.until("the total "+total, func() bool { return s.answered().Tab.Cell(0, 0, 0).String() == total })
		if got := s.session.Source().Reading.Version; got != version {
			t.Errorf("version %s is read, want %s", got, version)
		}
	}
	check(s, "", 1, "300")
	s.chooseIn(s.menu().Items[0].Items, "Another version of this table…")
	s.until("the versions", func() bool { return s.dialogs.Len() == 1 })
	list := all[*columnlist.List](s.asked())[0]
	said := s.read(s.asked())
	for _, want := range []string{"2 (newest)", "2024-04-25 01:06:40", "DELETE", "CREATE TABLE AS SELECT"} {
		if !strings.Contains(said, want) {
			t.Errorf("the list lacks %q: %s", want, said)
		}
	}
	if list.Length() != 3 || list.Marked != 0 {
		t.Errorf("%d versions, marked %d", list.Length(), list.Marked)
	}
	s.dialogs.Dismiss()
	s.readVersion(1)
	check(s, "1", 3, "321")
	if !s.canUndo {
		t.Error("the edits cannot be undone in another version")
	}
	s.until("the message", func() bool {
		return strings.Contains(s.read(s.status.root), "lake, version 1 was read again: 2 rows more, 3 in "+
			"all.") && s.tools.name.Text == "lake, version 1"
	})
	s.session.CompareRows("", nil, func(words string) { said = words })
	s.until("the changes", func() bool { return s.session.Table().Has("Change") && !s.session.Loading() })
	if want := "2 rows added, 0 rows removed, 0 rows changed, 1 row the same."; said != want {
		t.Errorf("%q, want %q", said, want)
	}
	s.open(filepath.Join(folder, "lake"))
	s.editor.Edit(pivot)
	s.readVersion(2)
	check(s, "0", 2, "21")
	s.keeps.SaveWorkspaceAs()
	s.typed("old.cardinal", folder)
	s.button("Save").OnTapped()
	s.until("the workspace is saved", func() bool { return s.keeps.Path() != "" })
	again := keeping(t, t.TempDir())
	again.open(filepath.Join(folder, "old.cardinal"))
	check(again, "0", 2, "21")
	again.readVersion(0)
	check(again, "", 1, "300")
}
