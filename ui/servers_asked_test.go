package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
)

// described is what a server says of the columns of a query.
var described = []byte(`{"data":[["from","String"],["delay","Nullable(Int32)"],["day","Date"]]}`)

// TestWrittenQuery writes a query that the server refuses, mends it, and opens its rows.
func TestWrittenQuery(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	s.window.servers.Ask()
	host := strings.TrimPrefix(h.URL, "http://")
	s.typed("clickhouse://ann@" + host + "/travel")
	test.Tap(s.button("Connect"))
	s.until("the list of tables", func() bool { return strings.Contains(s.read(s.asked()), "trips_old") })
	test.Tap(s.button("Write a query…"))
	test.Tap(s.button("Open"))
	s.until("a sentence", func() bool { return strings.Contains(s.read(s.asked()), "The query is empty") })
	s.typed("SELECT * FROM tripz")
	test.Tap(s.button("Open"))
	s.until("the refusal", func() bool { return strings.Contains(s.read(s.asked()), "there is no such table") })
	s.typed("SELECT * FROM trips;")
	test.Tap(s.button("Open"))
	s.until("a page of rows", func() bool { return s.session.Whole() != nil && s.session.Whole().Some })
	if n := h.questions("FROM (SELECT * FROM trips\n) AS `query`"); n == 0 {
		t.Error("the rows of the query were not asked for")
	}
	if items := s.files.RecentItems(); items[2].Label != "SELECT * FROM trips on "+host || items[2].Disabled {
		t.Errorf("the list of recent files has %q", items[2].Label)
	}
}

// TestLocked opens an address whose password nobody has typed yet: the window asks for the password and opens
// the table.
func TestLocked(t *testing.T) {
	h, s := newHouse(t), newServedStage(t)
	h.password = "s3cret"
	s.keeps.Open(h.address())
	s.until("the question", func() bool { return s.asked() != nil })
	if text := s.read(s.asked()); !strings.Contains(text, "The server wants a password of the user") ||
		strings.Contains(text, "wrong") {
		t.Errorf("before a password was typed the dialog says\n%s", text)
	}
	s.typed("guess")
	test.Tap(s.button("Open"))
	s.until("the refusal, in the dialog", func() bool { return !s.button("Open").Disabled() })
	if text := s.read(s.asked()); !strings.Contains(text, "password is wrong") {
		t.Errorf("the dialog says\n%s", text)
	}
	s.typed("s3cret")
	test.Tap(s.button("Open"))
	s.until("a page of rows", func() bool { return s.session.Whole() != nil && s.session.Whole().Some })
	s.keeps.OpenSample()
	s.until("the sample", func() bool { return !s.session.Served() })
	s.served(h) // nobody is asked again
}
