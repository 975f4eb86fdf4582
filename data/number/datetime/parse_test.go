package datetime

import (
	"testing"
	"time"
)

// TestParse reads single forms: the day, the second of the day, and what no form is.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"1 Jan 2024": "2024-01-01", "jan. 1, 2024": "2024-01-01", "1st of January 2024": "2024-01-01",
		"22nd Feb 2024": "2024-02-22", "3. Dezember 1999": "1999-12-03", "1er août 2024": "2024-08-01",
		"1 de enero de 2024": "2024-01-01", "Monday, 1 January 2024": "2024-01-01",
		"2024-02-29T23:59:59Z": "2024-02-29 23:59:59", "20240229T235959": "2024-02-29 23:59:59",
		"Feb 29, 2024 12:00 AM": "2024-02-29",
		"2024-02-29 12:30 p.m.": "2024-02-29 12:30:00", "29Feb2024 7 pm": "2024-02-29 19:00:00",
		"01-Jan-29": "2029-01-01", "01-Jan-30": "1930-01-01",
	} {
		m, ok := Parse([]byte(text))
		days, valid := m.Date.Days('d')
		if !ok || !valid {
			t.Errorf("%s is no date", text)
			continue
		}
		at := time.Unix(days*86400+m.Clock.Second, 0).UTC()
		layout := "2006-01-02"
		if m.Clock.Second > 0 {
			layout = "2006-01-02 15:04:05"
		}
		if got := at.Format(layout); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "May", "May 12", "12 May", "1 Foo 2024", "Jan-24", "2024", "1.5", "1/2", "25:00",
		"13 PM", "12:60", "12:5", "2024-13", "2024-1", "Tue, 1 Jan 2024", "30 Feb 2024", "1 Jan 2024 x",
		"1 Jan 2024 25:00",
		"2024-01-02 03:04 CET", "2024-01-02 03:04+2:5", "1 Jan 99999", "0/0/0000", "1 2 2024", "version 1.2.34",
		"10 min 2024"} {
		if m, ok := Parse([]byte(text)); ok {
			if _, valid := m.Date.Days('d'); valid || !m.Dated {
				t.Errorf("%q reads as %+v", text, m)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1 Jan 2024", "1/13/24 3:05 PM", "20150311T000000Z", "2024-01",
		"Mon, 1 Jan 2024 10:00:00 +0100", "14:05:09.25", "1er août 2024"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, ok := Parse(b)
		if !ok {
			return
		}
		if m.Clock.Second < 0 || m.Clock.Second > 86400 || m.Clock.Nanos < 0 || m.Clock.Nanos >= 1e9 ||
			!m.Dated && !m.Clocked {
			t.Errorf("%q reads as %+v", b, m)
		}
		for _, order := range []byte{'d', 'm', 'y'} {
			if days, ok := m.Date.Days(order); m.Dated && ok && time.Unix(days*86400, 0).UTC().Year() > 9999 {
				t.Errorf("%q is day %d", b, days)
			}
		}
	})
}
