package ui

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/remote/remotetest"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// TestServedWindow drives the real window with the mouse and the keyboard over the two shards of
// scripts/cluster.sh: connect, drag, read, look behind a figure, export, and stop a query that takes long.
// Where CARDINAL_SHOTS names a folder it saves the pictures of docs/databases.md.
func TestServedWindow(t *testing.T) {
	host := remotetest.At(t, remotetest.ClickHouse)
	if real == nil {
		for _, sql := range []string{
			"DROP DATABASE IF EXISTS airline", "CREATE DATABASE airline",
			"CREATE TABLE airline.flights AS default.flights ENGINE = Distributed(two, default, flights_shard, id)",
			"CREATE TABLE airline.carriers ENGINE = MergeTree ORDER BY carrier AS SELECT carrier, count() AS flights " +
				"FROM default.flights GROUP BY carrier",
			"CREATE VIEW airline.flights_of_a_century AS SELECT arrayElement(['ATL', 'BOS', 'JFK', 'ORD'], 1 + " +
				"number % 4) AS origin, toString(number % 1000) AS flight," +
				" number % 900 AS fare FROM (SELECT number FROM system.numbers LIMIT 400000000)",
		} {
			askShard(t, host, sql)
		}
		t.Cleanup(func() { askShard(t, host, "DROP DATABASE airline") })
		inWindow(t)
		return
	}
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	onUI(func() {
		real.setMode(theme.Light)
		real.prefs.Set(func(p *prefs.Values) { p.Profiler = prefs.Closed })
		real.showPanel()
	})
	_ = t.Run("connect", func(t *testing.T) { driveConnect(t, host) }) &&
		t.Run("pivot", func(t *testing.T) { driveServed(t, host) }) && t.Run("behind", driveServedRows) &&
		t.Run("export", driveServedExport) &&
		t.Run("stop", func(t *testing.T) { driveServedStop(t, host) })
}

// askShard asks a shard of ClickHouse for one text.
func askShard(t *testing.T, host, sql string) string {
	t.Helper()
	r, err := http.Post("http://"+host+"/?user=default", "text/plain",
		strings.NewReader(sql)) //nolint:noctx // a test's own
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v: %s", sql, err, text)
	}
	return strings.TrimSpace(string(text))
}

// driveConnect types an address, finds a table in the list, and opens it.
func driveConnect(t *testing.T, host string) {
	dialog := func() fyne.CanvasObject { return real.win.Canvas().Overlays().Top() }
	xdotool(t, "key", "ctrl+d", "sleep", "0.4", "type", "--delay", "15", "clickhouse://default@"+host+"/airline")
	eventually(t, "the fields do not follow the address", func() bool {
		return slices.ContainsFunc(all[*input.Entry](dialog()), func(e *input.Entry) bool {
			return e.Text == "airline"
		})
	})
	picture(t, "databases-connect")
	xdotool(t, "key", "Return")
	says := func(want string) {
		t.Helper()
		eventually(t, "the dialog does not say "+want, func() bool {
			return slices.ContainsFunc(all[*widget.Label](dialog()), func(l *widget.Label) bool {
				return l.Text == want
			})
		})
	}
	says("3 tables")
	xdotool(t, "type", "--delay", "15", "flights")
	says("2 of 3 tables")
	picture(t, "databases-tables")
	xdotool(t, "key", "Return")
	opened(t, "flights")
}

// opened waits for a page of rows of a table on a server.
func opened(t *testing.T, table string) {
	t.Helper()
	eventually(t, table+" is not open", func() bool {
		rows := real.session.Whole()
		return rows != nil && rows.Some && real.session.Table().Name == table && len(real.fields.Rows()) > 0
	})
}

// driveServed drags fields, and compares the grid with what the server says to a query of the test's own.
func driveServed(t *testing.T, host string) {
	put(t, "carrier", view.Rows)
	put(t, "origin", view.Rows)
	put(t, "fare", view.Values)
	a := put(t, "date", view.Cols)
	if a.Profile.Tier != "server" {
		t.Errorf("the pivot ran on %s", a.Profile.Tier)
	}
	onUI(real.togglePanel)
	picture(t, "databases-pivot")
	onUI(real.togglePanel)
	want := map[string]string{}
	for line := range strings.Lines(askShard(t, host, "SELECT concat(carrier, ' ', origin), toString(sum(fare)) FROM "+
		"airline.flights GROUP BY carrier, origin FORMAT TSV")) {
		labels, fare, _ := strings.Cut(strings.TrimSpace(line), "\t")
		want[labels] = fare
	}
	for row := a.Grid.HeaderRows; row < a.Grid.Rows; row++ {
		carrier, origin := a.Grid.Cell(row, 0), a.Grid.Cell(row, 1)
		labels := carrier.Text() + " " + origin.Text()
		if fare, is := want[labels]; is {
			if got := a.Grid.Cell(row, a.Grid.Cols-1).Value.String(); got != fare {
				t.Errorf("%s has the total %s, and the server says %s", labels, got, fare)
			}
			delete(want, labels)
		}
	}
	if len(want) > 0 {
		t.Errorf("the grid does not have %v", want)
	}
}

// driveServedRows looks behind a figure with a double click, and goes back with Esc.
func driveServedRows(t *testing.T) {
	x, y := pixel(real.result.grid, 0.22, 0.3)
	xdotool(t, "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.2", "click", "--repeat", "2",
		"--delay", "120", "1")
	eventually(t, "no rows are shown", func() bool { return real.result.rows != nil })
	a := real.session.Answer()
	node, _ := a.Grid.Nodes(real.result.from[0], real.result.from[1])
	carrier := a.Tab.Rows.Path(node)[0].Text
	for row := 1; row <= real.result.rows.Len(); row++ {
		line := ""
		for col := range 9 {
			cell := real.result.rows.Cell(row, col)
			line += cell.Text() + "|"
		}
		if !strings.Contains(line, "|"+carrier+"|") {
			t.Fatalf("row %d is not of %s: %s", row, carrier, line)
		}
	}
	picture(t, "databases-behind")
	xdotool(t, "key", "Escape", "sleep", "0.3")
	eventually(t, "Esc does not lead back", func() bool { return real.result.rows == nil })
}

// driveServedExport saves the figures as a workbook, and reads it back.
func driveServedExport(t *testing.T) {
	book := exported(t, "flights pivot.xlsx")
	checkBook(t, book, real.session.Answer().Grid)
	eventually(t, "the window does not say that it exported", func() bool {
		return strings.Contains(real.status.text.Text, "pivot.xlsx")
	})
}

// driveServedStop opens a view with many rows, drags a field, and stops the query with Esc: the server, too, stops it.
func driveServedStop(t *testing.T, host string) {
	onUI(func() { real.keeps.Open("clickhouse://default@" + host + "/airline?table=flights_of_a_century") })
	opened(t, "flights_of_a_century")
	from := row(t, "origin")
	eventually(t, "the fields are not laid out", func() bool { return from.Size().Width > 0 })
	drag(t, from, real.shelves.On[view.Rows])
	running := func() string {
		return askShard(t, host, "SELECT count() FROM system.processes WHERE query LIKE '%flights_of_a_century%GROUP "+
			"BY%' AND query NOT LIKE '%system.processes%'")
	}
	for deadline := time.Now().Add(30 * time.Second); running() == "0"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited 30 s for a query on the server")
		}
	}
	picture(t, "databases-running")
	xdotool(t, "key", "Escape")
	eventually(t, "the window does not say that it stopped", func() bool {
		return strings.HasPrefix(real.status.text.Text, "Stopped")
	})
	for deadline := time.Now().Add(30 * time.Second); running() != "0"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited 30 s for the end of the query on the server")
		}
	}
}
