package web

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// IsPattern reports whether an address stands for several files: it begins with s3:// and has a star. A star matches
// any characters except a slash. Two stars match any characters.
func IsPattern(address string) bool { return isBucket(address) && strings.Contains(address, "*") }

const (
	mostKeys   = 100_000  // of keys that are compared with a pattern
	mostListed = 16 << 20 // bytes of a response with keys
)

// List returns the addresses of the files that match a pattern. The error is a sentence for a person.
func List(ctx context.Context, pattern string) (addresses []string, err error) {
	name, key, _ := strings.Cut(pattern[len("s3://"):], "/")
	prefix, _, _ := strings.Cut(key, "*")
	fits := regexp.MustCompile("^" + strings.NewReplacer(`\*\*`, ".*", `\*`, "[^/]*").Replace(regexp.QuoteMeta(key)) +
		"$")
	query := "list-type=2&prefix=" + escape(prefix, "")
	next, seen := "", 0
	for {
		var page struct {
			IsTruncated           bool
			NextContinuationToken string
			Contents              []struct{ Key string }
		}
		if err := list(ctx, name, next+query, &page); err != nil {
			return nil, err
		}
		for _, c := range page.Contents {
			if fits.MatchString(c.Key) {
				addresses = append(addresses, "s3://"+name+"/"+c.Key)
			}
		}
		if seen += 1 + len(page.Contents); seen > mostKeys {
			return nil, faultf("s3://%s has more than %d files below %s: write more of the path before the first star",
				name, mostKeys, prefix)
		}
		if next = "continuation-token=" + escape(page.NextContinuationToken, "") + "&"; !page.IsTruncated {
			break
		}
	}
	if len(addresses) == 0 {
		return nil, fmt.Errorf("no file fits %s: check the pattern and the bucket", pattern)
	}
	return addresses, nil
}

// list asks a bucket for a page of its list of keys.
func list(ctx context.Context, name, query string, page any) error {
	return try(ctx, func() (bool, error) {
		o, err := bucketOrigin(name, "", query)
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
