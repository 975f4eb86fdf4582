package web

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"cardinal/internal/lazyregexp"
)

// elsewhere has other schemes of addresses of files, and the address that works in their place.
var elsewhere = map[string]string{"abfs": azureForm, "abfss": azureForm}

const azureForm = "https://ACCOUNT.blob.core.windows.net/CONTAINER/FILE?SAS"

// Is reports whether a text is the address of a file: https://, http://, s3://, gs:// or az://. So is abfs://. Open
// refuses it, and its error names the https address that works.
func Is(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	scheme = strings.ToLower(scheme)
	return ok && !strings.Contains(text, "\n") && (scheme == "https" || scheme == "http" || isBucket(text) ||
		elsewhere[scheme] != "")
}

// Name returns the file name of an address, or the host if the address has none.
func Name(address string) string { return path.Base(Place(address)) }

// Place returns the host and the path of an address, with escapes such as %20 decoded.
func Place(address string) string {
	_, place, _ := strings.Cut(Clean(address), "://")
	if !isBucket(address) {
		place, _, _ = strings.Cut(place, "?")
		if plain, err := url.PathUnescape(place); err == nil {
			place = plain
		}
	}
	return strings.ToValidUTF8(place, "?")
}

// isBucket reports whether an address is that of a file in a store. It is no URL: a key may have a question mark.
func isBucket(address string) bool {
	scheme, _ := storeOf(address)
	return scheme != ""
}

// whole has the addresses with their secrets, by the addresses without them. It lives as long as the process.
var whole sync.Map

// secretName matches names of query parameters that probably have a secret.
var secretName = lazyregexp.New(`(?i)sig|key|token|secret|pass|auth|cred|code|session|^x-`)

// longValue is the least length of a query parameter that may be a secret.
const longValue = 16

// Clean returns an address without its possible secrets: the user and the password, and a query that may have a key.
// Open still finds the original address as long as the process lives.
func Clean(address string) string {
	if !Is(address) || isBucket(address) {
		return address
	}
	scheme, rest, _ := strings.Cut(address, "://")
	rest, _, _ = strings.Cut(rest, "#")
	place, query, asks := strings.Cut(rest, "?")
	host, file, has := strings.Cut(place, "/")
	if _, err := url.Parse(address); err != nil { // the password may contain a slash
		host, file, has = strings.Cut(place[strings.LastIndexByte(place, '@')+1:], "/")
	}
	clean := scheme + "://" + host[strings.LastIndexByte(host, '@')+1:]
	if has {
		clean += "/" + file
	}
	if asks && !mayBeSecret(query) {
		clean += "?" + query
	}
	if clean != address {
		whole.Store(clean, address)
	}
	return clean
}

func mayBeSecret(query string) bool {
	values, err := url.ParseQuery(query)
	for name, all := range values {
		if secretName().MatchString(name) || slices.ContainsFunc(all, func(v string) bool {
			return len(v) >= longValue
		}) {
			return true
		}
	}
	return err != nil
}

// origin says where a file is, and how its server is asked.
type origin struct {
	url    *url.URL      // without user and password
	user   *url.Userinfo // nil: none
	bucket *bucket       // nil: the file is in no store
}

// host returns the name of the server or of the bucket, for errors.
func (o *origin) host() string {
	if o.bucket != nil {
		return o.bucket.scheme + "://" + o.bucket.name
	}
	return o.url.Host
}

// parse parses an address. Its errors have no part of the address that may be a secret.
func parse(address string) (*origin, error) {
	if scheme, rest := storeOf(address); scheme != "" {
		name, key, _ := strings.Cut(rest, "/")
		return bucketOrigin(scheme, name, key, "")
	}
	if full, ok := whole.Load(address); ok {
		address = full.(string)
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return nil, errors.New("the address cannot be read: write it as https://host/folder/file.parquet, with % and " +
			"two hexadecimal digits in place of a character such as @, % or #")
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if form := elsewhere[u.Scheme]; form != "" {
		return nil, fmt.Errorf("addresses of %s:// are not read: write %s", u.Scheme, form)
	}
	o := &origin{url: u, user: u.User}
	u.User, u.Fragment, u.RawFragment = nil, "", ""
	switch {
	case u.Hostname() == "":
		return nil, errors.New("the address names no host: write it as https://host/folder/file.parquet")
	case o.user != nil && !o.private():
		return nil, errors.New("the address would send its password without encryption: write https:// in place of " +
			"http://")
	}
	u.Path = cmp.Or(u.Path, "/")
	return o, nil
}

// private reports whether only this machine and the server can read and change the file on its way.
func (o *origin) private() bool { return o.url.Scheme == "https" || isLocal(o.url.Hostname()) }

// isLocal reports whether a host is this machine.
func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
