package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/remote/sqlserver/tdstest"
	"cardinal/ui/state/view"
)

// travels answers the questions about a table of SQL Server whose labels a collation calls equal.
func travels(sql string) tdstest.Answer {
	text, number, flag := tdstest.Text, tdstest.BigInt, tdstest.Bit
	switch {
	case strings.Contains(sql, "ProductVersion"):
		return tdstest.Answer{Columns: []tdstest.Column{number(""), number("")}, Rows: [][]any{{16, 3}}}
	case strings.Contains(sql, "is_ms_shipped"):
		return tdstest.Answer{Columns: []tdstest.Column{text("s"), text("n"), flag("v"), number("r"), number("b")},
			Rows: [][]any{{"dbo", "trips", false, 3, 8192}}}
	case strings.Contains(sql, "OBJECT_ID(N'[dbo].[trips]')"):
		row := func(name, kind string, size int) []any {
			return []any{name, kind, size, 10, 0, true, true, false, 3, "1"}
		}
		return tdstest.Answer{Columns: []tdstest.Column{text("n"), text("t"), number("l"), number("p"), number("s"),
			flag("n"), flag("a"), flag("h"), number("r"), text("v")}, Rows: [][]any{row("from", "nvarchar", 40),
			row("delay", "int", 4)}}
	case strings.Contains(sql, "& CAST(4294967295"):
		return tdstest.Answer{Columns: []tdstest.Column{text(""), number(""), number(""), number(""), number("")},
			Rows: [][]any{{"a", 1, 1, 0, 5}, {"A", 1, 1, 0, 7}, {"a ", 1, 1, -1, 4294967294}}}
	case strings.Contains(sql, "GROUP BY"):
		return tdstest.Answer{Columns: []tdstest.Column{text(""), number("")},
			Rows: [][]any{{"a", 1}, {"A", 1}, {"a ", 1}}}
	case strings.Contains(sql, "count_big(*)"):
		return tdstest.Answer{Columns: []tdstest.Column{number("")}, Rows: [][]any{{3}}}
	case strings.HasPrefix(sql, "SELECT TOP"):
		return tdstest.Answer{Columns: []tdstest.Column{text("from"), number("delay")},
			Rows: [][]any{{"a", 5}, {"A", 7}, {"a ", -2}}}
	}
	return tdstest.Answer{Number: 4242, Message: sql}
}

// TestConnectSQLServer goes the way of a person: choose the kind, read the note, connect, open a table, make a pivot.
func TestConnectSQLServer(t *testing.T) {
	h, s := tdstest.Start(t, travels), newServedStage(t)
	s.window.servers.Ask()
	kind, tls := all[*widget.RadioGroup](s.asked())[0], all[*widget.Check](s.asked())[1]
	const note = "not been tried on a real server"
	if strings.Contains(s.read(s.asked()), note) || tls.Checked {
		t.Error("the note or TLS of SQL Server is there for ClickHouse")
	}
	kind.SetSelected("SQL Server")
	if !strings.Contains(s.read(s.asked()), note) || !tls.Checked {
		t.Errorf("TLS %t, and the dialog says\n%s", tls.Checked, s.read(s.asked()))
	}
	host := strings.Split(h.Host, ":")
	s.typed("", host[0], host[1], "travel", "ann", "s3cret")
	test.Tap(s.button("Connect"))
	s.until("the refusal", func() bool { return strings.Contains(s.read(s.asked()), "does not speak TLS") })
	if len(h.Logins()) > 0 {
		t.Error("the password was sent without TLS")
	}
	tls.SetChecked(false)
	test.Tap(s.button("Connect"))
	s.until("the list of tables", func() bool { return strings.Contains(s.read(s.asked()), "dbo.trips") })
	test.Tap(s.button("Open"))
	s.until("a page of rows", func() bool { return s.session.Whole() != nil && s.session.Whole().Some })
	s.editor.Add("from", view.Rows, 0)
	s.editor.Add("delay", view.Values, 0)
	a := s.answered()
	var got []string
	for i := 1; i <= 4; i++ {
		got = append(got, fmt.Sprintf("%q=%v", a.Grid.Cell(i, 0).Value.String(), a.Grid.Cell(i, 1).Value))
	}
	slices.Sort(got)
	if want := `"A"=7 "Total"=10 "a "=-2 "a"=5`; strings.Join(got, " ") != want || a.Profile.Tier != "server" {
		t.Errorf("the figures of %s are %s", a.Profile.Tier, got)
	}
	if len(s.prefs.Recent) != 1 ||
		s.prefs.Recent[0] != "sqlserver://ann@"+h.Host+"/travel?sslmode=disable&table=dbo.trips" {
		t.Errorf("recent: %q", s.prefs.Recent)
	}
	if !strings.Contains(strings.Join(s.session.Table().Notes, "\n"), "not been tried on a real SQL Server") {
		t.Errorf("notes: %q", s.session.Table().Notes)
	}
}
