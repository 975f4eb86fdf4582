package ui

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAddresses opens the file at an address that is pasted, and at one that is typed, and reads it again. Nothing that
// is shown, kept or logged has the password or the key of the address.
func TestAddresses(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != "geheim" || r.URL.RawQuery != "key=geheim" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		w.Header().Set("ETag", `"one"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(salesText))
	}))
	defer site.Close()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	folder := t.TempDir()
	s := keeping(t, folder)
	var log bytes.Buffer
	s.log = logger(&log)
	whole := strings.Replace(site.URL, "://", "://me:geheim@", 1) + "/sales.csv?key=geheim"
	s.pasted(whole)
	s.until("the pasted address is open", func() bool { return s.session.Source() != nil && !s.session.Loading() })
	before := s.session.Source()
	s.readAgain()
	s.until("it is read again", func() bool { return s.session.Source() != before && !s.session.Loading() })
	s.files.AskAddress()
	s.typed("sales.csv")
	s.button("Open").OnTapped()
	if !strings.Contains(s.read(s.asked()), "An address begins with https://, s3://, gs:// or az://.") {
		t.Error(s.read(s.asked()))
	}
	before = s.session.Source()
	s.typed(whole)
	s.button("Open").OnTapped()
	s.until("the typed address is open", func() bool { return s.session.Source() != before && !s.session.Loading() })
	if got := s.session.Source(); got.Rows != 5 || got.Path != site.URL+"/sales.csv" || s.win.Title() !=
		"sales.csv – Cardinal" || len(s.prefs.Recent) != 1 || s.prefs.Recent[0] != got.Path {
		t.Error(got.Rows, got.Path, s.win.Title(), s.prefs.Recent)
	}
	path := filepath.Join(folder, "report.cardinal")
	s.keeps.SaveWorkspace()
	s.typed("report", folder)
	s.button("Save").OnTapped()
	s.until("it is saved", func() bool {
		_, err := os.Stat(path)
		return err == nil
	})
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte("/sales.csv")) || bytes.Contains(text, []byte("geheim")) ||
		strings.Contains(log.String(), "geheim") || !strings.Contains(log.String(), "opened") {
		t.Errorf("%v: %s\n%s", err, text, log.String())
	}
}
