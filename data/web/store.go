package web

import (
	"cmp"
	"errors"
	"net/http"
	"os"
	"strings"
	"time"

	"cardinal/internal/lazyregexp"
)

// store is a kind of server with files in buckets. Azure calls a bucket a container.
type store struct {
	endpoint string // the variable with the address of another server
	keys     string // where the keys of access come from
	unread   string // variables that other programs read keys from, separated by a space
	instead  string // what is to be set in place of these variables
}

var stores = map[string]store{
	"s3": {"AWS_ENDPOINT_URL", "in the environment (AWS_ACCESS_KEY_ID) or in the profile (AWS_PROFILE)", "", ""},
	"gs": {"STORAGE_EMULATOR_HOST", "in the environment (GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY, or " +
		"GOOGLE_OAUTH_ACCESS_TOKEN)", "GOOGLE_APPLICATION_CREDENTIALS", "set GOOGLE_OAUTH_ACCESS_TOKEN to what " +
		"gcloud auth print-access-token writes"},
	"az": {"AZURE_STORAGE_SERVICE_ENDPOINT", "in the environment (AZURE_STORAGE_SAS_TOKEN or " +
		"AZURE_STORAGE_ACCESS_TOKEN)", "AZURE_STORAGE_KEY AZURE_STORAGE_CONNECTION_STRING", "set " +
		"AZURE_STORAGE_SAS_TOKEN to a shared access signature"},
}

// storeOf returns the name of the store of an address, and the address without its scheme. The name is "" for other
// addresses.
func storeOf(address string) (scheme, rest string) {
	scheme, rest, _ = strings.Cut(address, "://")
	switch scheme = strings.ToLower(scheme); scheme {
	case "s3", "gs", "az":
		return scheme, rest
	case "gcs":
		return "gs", rest
	case "azure":
		return "az", rest
	}
	return "", ""
}

// bucketName matches names of buckets. Old ones may have capitals and underscores.
var bucketName = lazyregexp.New(`^[A-Za-z0-9$][A-Za-z0-9._-]{1,254}$`)

// bucketOrigin returns the origin of a key in a bucket, with the query of a request. The keys and the server are looked
// for where the tools of the store look.
func bucketOrigin(scheme, name, key, query string) (_ *origin, err error) {
	if !bucketName().MatchString(name) {
		return nil, errors.New("the address names no bucket: write it as " + scheme + "://bucket/folder/" +
			"file.parquet; keys of access are looked for " + stores[scheme].keys)
	}
	b := &bucket{scheme: scheme, name: name}
	switch scheme {
	case "s3":
		err = b.amazon()
	case "gs":
		b.google()
	case "az":
		err = b.azure()
	}
	if err != nil {
		return nil, err
	}
	o := &origin{bucket: b}
	if o.url, err = b.locate(key); err != nil {
		return nil, err
	}
	if b.bearer+b.sas != "" && !o.private() {
		return nil, errors.New("the key of access would be sent without encryption: write https:// into " +
			stores[scheme].endpoint)
	}
	o.url.RawQuery = query
	return o, nil
}

// google takes the key of Google Cloud Storage from the environment. Its XML API is asked as S3 is.
func (b *bucket) google() {
	b.region, b.given = "auto", cmp.Or(os.Getenv(stores["gs"].endpoint), "https://storage.googleapis.com")
	b.keys = keys{os.Getenv("GS_ACCESS_KEY_ID"), os.Getenv("GS_SECRET_ACCESS_KEY"), ""}
	b.bearer = os.Getenv("GOOGLE_OAUTH_ACCESS_TOKEN")
}

// accountName matches names of accounts of Azure.
var accountName = lazyregexp.New(`^[a-z0-9]{3,24}$`)

// azure takes the account and the token of Azure Blob Storage from the environment.
func (b *bucket) azure() error {
	account := os.Getenv("AZURE_STORAGE_ACCOUNT")
	b.given = os.Getenv(stores["az"].endpoint)
	switch {
	case b.given == "" && !accountName().MatchString(account):
		return errors.New("an address of az:// names no account: set AZURE_STORAGE_ACCOUNT to the account's name, or " +
			"write " + azureForm)
	case b.given == "":
		b.given = "https://" + account + ".blob.core.windows.net"
	}
	b.sas, b.bearer = strings.TrimPrefix(os.Getenv("AZURE_STORAGE_SAS_TOKEN"), "?"),
		os.Getenv("AZURE_STORAGE_ACCESS_TOKEN")
	return nil
}

// hasKey reports whether requests have a key or a token.
func (b *bucket) hasKey() bool { return b.id != "" && b.secret != "" || b.bearer != "" || b.sas != "" }

// authorize adds the key or the token to a request without a body.
func (b *bucket) authorize(r *http.Request) {
	if b.scheme == "az" {
		r.Header.Set("X-Ms-Version", "2021-12-02") // older ones have no bearers, and no quotes around ETags
	}
	switch {
	case b.sas != "":
		r.URL.RawQuery = strings.TrimPrefix(r.URL.RawQuery+"&"+b.sas, "&")
	case b.id != "" && b.secret != "":
		b.sign(r, time.Now())
	case b.bearer != "":
		r.Header.Set("Authorization", "Bearer "+b.bearer)
	}
}

// permission says where a key for reading would come from.
func (b *bucket) permission() string {
	s := stores[b.scheme]
	if b.hasKey() {
		return "check the key " + s.keys + ", and what it may read"
	}
	for _, name := range strings.Fields(s.unread) {
		if os.Getenv(name) != "" {
			return "Cardinal does not read " + name + ": " + s.instead
		}
	}
	return "no key was found " + s.keys + ", so that it was asked for without one"
}

// hides reports whether a store may have the file, and answers in this way because a request had no key.
func (b *bucket) hides(a *http.Response, body string) bool {
	return b != nil && b.scheme == "az" && !b.hasKey() && (a.StatusCode == http.StatusConflict ||
		strings.Contains(body, "<Code>ResourceNotFound</Code>"))
}
