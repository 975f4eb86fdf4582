package web

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"
)

// without makes a test forget the keys of the machine.
func without(t *testing.T) {
	for _, name := range []string{"GS_ACCESS_KEY_ID", "GS_SECRET_ACCESS_KEY", "GOOGLE_OAUTH_ACCESS_TOKEN",
		"GOOGLE_APPLICATION_CREDENTIALS", "STORAGE_EMULATOR_HOST", "AZURE_STORAGE_ACCOUNT", "AZURE_STORAGE_SAS_TOKEN",
		"AZURE_STORAGE_ACCESS_TOKEN", "AZURE_STORAGE_KEY", "AZURE_STORAGE_CONNECTION_STRING",
		"AZURE_STORAGE_SERVICE_ENDPOINT"} {
		t.Setenv(name, "")
	}
}

// TestStores finds where the files of Google and Azure are.
func TestStores(t *testing.T) {
	for _, c := range []struct{ address, environment, want string }{
		{"gs://shop/a b/c+d?.parquet", "", "https://storage.googleapis.com/shop/a%20b/c%2Bd%3F.parquet"},
		{"GCS://shop.eu/a", "", "https://storage.googleapis.com/shop.eu/a"},
		{"az://shop/a/b.csv", "AZURE_STORAGE_ACCOUNT=me1", "https://me1.blob.core.windows.net/shop/a/b.csv"},
		{"azure://$web/a", "AZURE_STORAGE_ACCOUNT=me1", "https://me1.blob.core.windows.net/%24web/a"},
		{"az://shop/a", "AZURE_STORAGE_SERVICE_ENDPOINT=http://localhost:10000/me",
			"http://localhost:10000/me/shop/a"},
		{"az://shop/a", "AZURE_STORAGE_ACCOUNT=evil.example/", "an address of az:// names no account: set " +
			"AZURE_STORAGE_ACCOUNT to the account's name, or write " + azureForm},
		{"az://shop/a", "AZURE_STORAGE_SERVICE_ENDPOINT=localhost",
			"AZURE_STORAGE_SERVICE_ENDPOINT is no address of a server: write it as https://host:port"},
		{"az://shop/a", "AZURE_STORAGE_SERVICE_ENDPOINT=http://example.com AZURE_STORAGE_SAS_TOKEN=sig=geheim",
			"the key of access would be sent without encryption: write https:// into AZURE_STORAGE_SERVICE_ENDPOINT"},
		{"gs://shop/a", "STORAGE_EMULATOR_HOST=http://example.com GOOGLE_OAUTH_ACCESS_TOKEN=geheim",
			"the key of access would be sent without encryption: write https:// into STORAGE_EMULATOR_HOST"},
		{"gs:///a", "", "the address names no bucket: write it as gs://bucket/folder/file.parquet; keys of access " +
			"are looked for in the environment (GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY, or " +
			"GOOGLE_OAUTH_ACCESS_TOKEN)"},
	} {
		without(t)
		for _, set := range strings.Fields(c.environment) {
			name, value, _ := strings.Cut(set, "=")
			t.Setenv(name, value)
		}
		o, err := parse(c.address)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = o.url.Scheme + "://" + o.url.Host + o.url.EscapedPath()
		}
		if got != c.want {
			t.Errorf("%s, %s:\n%s\n%s", c.address, c.environment, got, c.want)
		}
	}
}

// TestKeysOfStores reads files of Google and Azure with each kind of key, and is refused without one.
func TestKeysOfStores(t *testing.T) {
	allowed := func(*http.Request) bool { return false }
	code, body := http.StatusForbidden, "<Error><Code>AccessDenied</Code></Error>"
	s := serve(t, 100_000, func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.EscapedPath() != "/shop/2024/sales%20%281%29.csv" {
			t.Error(r.URL)
		}
		if allowed(r) {
			return false
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body))
		return true
	})
	bearer := func(r *http.Request) bool { return r.Header.Get("Authorization") == "Bearer geheim" }
	versioned := func(is func(*http.Request) bool) func(*http.Request) bool {
		return func(r *http.Request) bool { return is(r) && r.Header.Get("X-Ms-Version") == "2021-12-02" }
	}
	signed := func(r *http.Request) bool {
		at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
		again := &http.Request{Method: r.Method, Header: http.Header{"Range": r.Header["Range"]}, URL: r.URL}
		again.URL.Host = r.Host
		(&bucket{name: "shop", region: "auto", keys: keys{"ID", "geheim", ""}}).sign(again, at)
		return err == nil && again.Header.Get("Authorization") == r.Header.Get("Authorization")
	}
	hasSAS := func(r *http.Request) bool { return r.URL.RawQuery == "sv=2024&sig=ge%2Fheim" }
	const noGoogle = "gs://shop does not let it be read (403 AccessDenied): no key was found in the environment " +
		"(GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY, or GOOGLE_OAUTH_ACCESS_TOKEN), so that it was asked for " +
		"without one"
	for _, c := range []struct {
		scheme, environment string
		allowed             func(*http.Request) bool
		want                string // "" if the file is read
	}{
		{"gs", "GS_ACCESS_KEY_ID=ID GS_SECRET_ACCESS_KEY=geheim", signed, ""},
		{"gs", "GOOGLE_OAUTH_ACCESS_TOKEN=geheim", bearer, ""},
		{"gs", "", bearer, noGoogle},
		{"gs", "GOOGLE_APPLICATION_CREDENTIALS=/home/me/geheim.json", bearer, "gs://shop does not let it be read " +
			"(403 AccessDenied): Cardinal does not read GOOGLE_APPLICATION_CREDENTIALS: set " +
			"GOOGLE_OAUTH_ACCESS_TOKEN to " +
			"what gcloud auth print-access-token writes"},
		{"gs", "GOOGLE_OAUTH_ACCESS_TOKEN=old", bearer, "gs://shop does not let it be read (403 AccessDenied): check " +
			"the key in the environment (GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY, or GOOGLE_OAUTH_ACCESS_TOKEN), " +
			"and what it may read"},
		{"az", "AZURE_STORAGE_SAS_TOKEN=?sv=2024&sig=ge%2Fheim", versioned(hasSAS), ""},
		{"az", "AZURE_STORAGE_ACCESS_TOKEN=geheim", versioned(bearer), ""},
		{"az", "AZURE_STORAGE_KEY=geheim", bearer, "az://shop does not let it be read (404 ResourceNotFound): " +
			"Cardinal does not read AZURE_STORAGE_KEY: set AZURE_STORAGE_SAS_TOKEN to a shared access signature"},
		{"az", "", bearer, "az://shop does not let it be read (404 ResourceNotFound): no key was found in the " +
			"environment (AZURE_STORAGE_SAS_TOKEN or AZURE_STORAGE_ACCESS_TOKEN), so that it was asked for without " +
			"one"},
		{"az", "AZURE_STORAGE_ACCESS_TOKEN=old", bearer, "az://shop has no such file (404 ResourceNotFound): check " +
			"the address"},
	} {
		without(t)
		t.Setenv("STORAGE_EMULATOR_HOST", s.URL)
		t.Setenv("AZURE_STORAGE_SERVICE_ENDPOINT", s.URL)
		for _, set := range strings.Fields(c.environment) {
			name, value, _ := strings.Cut(set, "=")
			t.Setenv(name, value)
		}
		allowed = c.allowed
		if code, body = http.StatusForbidden, "<Error><Code>AccessDenied</Code></Error>"; c.scheme == "az" {
			code, body = http.StatusNotFound, "<Error><Code>ResourceNotFound</Code></Error>"
		}
		got, err := open(t.Context(), c.scheme+"://shop/2024/sales (1).csv", 30_000)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if said != c.want || c.want == "" && !bytes.Equal(got, s.content) {
			t.Errorf("%s, %s:\n%s\n%s", c.scheme, c.environment, said, c.want)
		}
	}
}

// TestListsOfStores finds the files of patterns of Google and Azure, in pages of two keys.
func TestListsOfStores(t *testing.T) {
	keys := []string{"a/1.csv", "a/2 &+.csv", "a/b/3.csv", "a/x.txt", "z.csv"}
	without(t)
	s := serve(t, 1, func(w http.ResponseWriter, r *http.Request, _ int) bool {
		q := r.URL.Query()
		azure := q.Get("restype") == "container" && q.Get("comp") == "list" && r.URL.Path == "/shop" &&
			q.Get("sig") == "geheim"
		if !azure && (r.URL.Path != "/shop/" || q.Get("list-type") != "2") {
			t.Error(r.URL)
		}
		from := len(q.Get("continuation-token") + q.Get("marker"))
		next := ""
		if from+2 < len(keys) {
			next = strings.Repeat("=", from+2)
		}
		body := "<ListBucketResult>"
		if azure {
			body = "\ufeff<?xml version=\"1.0\" encoding=\"utf-8\"?><EnumerationResults><Blobs>"
		}
		for _, key := range keys[from:min(from+2, len(keys))] {
			key = strings.ReplaceAll(key, "&", "&amp;")
			if azure {
				body += "<Blob><Name>" + key + "</Name><Properties><Etag>0x1</Etag></Properties></Blob>"
			} else {
				body += "<Contents><Key>" + key + "</Key><Size>1</Size></Contents>"
			}
		}
		if azure {
			body += "</Blobs><NextMarker>" + next + "</NextMarker></EnumerationResults>"
		} else {
			body += "<NextContinuationToken>" + next + "</NextContinuationToken></ListBucketResult>"
		}
		_, _ = w.Write([]byte(body))
		return true
	})
	t.Setenv("STORAGE_EMULATOR_HOST", s.URL)
	t.Setenv("AZURE_STORAGE_SERVICE_ENDPOINT", s.URL)
	t.Setenv("AZURE_STORAGE_SAS_TOKEN", "sig=geheim")
	for _, scheme := range []string{"gs", "az"} {
		for pattern, want := range map[string]string{
			"://shop/a/*.csv":  "://shop/a/1.csv ://shop/a/2 &+.csv",
			"://shop/**/*.csv": "://shop/a/1.csv ://shop/a/2 &+.csv ://shop/a/b/3.csv",
			"://shop/none*":    "no file fits SCHEME://shop/none*: check the pattern and the bucket",
		} {
			all, err := List(t.Context(), scheme+pattern)
			got := strings.Join(all, " ")
			if err != nil {
				got = err.Error()
			}
			want = strings.ReplaceAll(strings.ReplaceAll(want, "://shop/a", scheme+"://shop/a"), "SCHEME", scheme)
			if got != want || !IsPattern(scheme+pattern) {
				t.Errorf("%s%s: %s", scheme, pattern, got)
			}
		}
	}
}
