package web

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// IsPattern reports whether an address means several files: it is in a store and has a star. A star is any characters
// but a slash, and two stars are any characters.
func IsPattern(address string) bool { return isBucket(address) && strings.Contains(address, "*") }

// IsFolder reports whether an address is a folder in a store: it ends with a slash.
func IsFolder(address string) bool { return isBucket(address) && strings.HasSuffix(address, "/") }

const (
	mostKeys   = 100_000  // of keys that are compared with a pattern
	mostListed = 16 << 20 // bytes of a response with keys
)

// List returns the addresses of the files that match a pattern. The error is a sentence for a person.
func List(ctx context.Context, pattern string) (addresses []string, err error) {
	scheme, rest := storeOf(pattern)
	name, key, _ := strings.Cut(rest, "/")
	prefix, _, _ := strings.Cut(key, "*")
	fits := regexp.MustCompile("^" + strings.NewReplacer(`\*\*`, ".*", `\*`, "[^/]*").Replace(regexp.QuoteMeta(key)) +
		"$")
	query, mark := "list-type=2&prefix=", "continuation-token="
	if scheme == "az" {
		query, mark = "comp=list&restype=container&prefix=", "marker="
	}
	query += escape(prefix, "")
	next, seen := "", 0
	for {
		var page struct {
			Next string   `xml:"NextContinuationToken"`
			Keys []string `xml:"Contents>Key"`

			AzureNext string   `xml:"NextMarker"`
			AzureKeys []string `xml:"Blobs>Blob>Name"`
		}
		if err := list(ctx, scheme, name, next+query, &page); err != nil {
			return nil, err
		}
		keys := slices.Concat(page.Keys, page.AzureKeys)
		for _, key := range keys {
			if fits.MatchString(key) {
				addresses = append(addresses, scheme+"://"+name+"/"+key)
			}
		}
		if seen += 1 + len(keys); seen > mostKeys {
			return nil, faultf("%s://%s has more than %d files below %s: write more of the path before the first star",
				scheme, name, mostKeys, prefix)
		}
		if next = cmp.Or(page.Next, page.AzureNext); next == "" {
			break
		}
		next = mark + escape(next, "") + "&"
	}
	if len(addresses) == 0 {
		return nil, fmt.Errorf("no file fits %s: check the pattern and the bucket", pattern)
	}
	return addresses, nil
}

// list asks a bucket for a page of its keys.
func list(ctx context.Context, scheme, name, query string, page any) error {
	return try(ctx, func() (bool, error) {
		o, err := bucketOrigin(scheme, name, "", query)
		if err != nil {
			return false, err
		}
		a, err := o.send(o.request(ctx, nil, 0, 0))
		if a != nil && err != nil && o.moved(a, err) {
			a, err = o.send(o.request(ctx, nil, 0, 0))
		}
		if err != nil {
			return false, err
		}
		defer a.Body.Close()
		text, err := io.ReadAll(io.LimitReader(a.Body, mostListed))
		if err == nil && xml.Unmarshal(text, page) != nil {
			err = faultf("%s did not answer with a list of files: check the address of the server", o.host())
		}
		return false, err
	})
}
