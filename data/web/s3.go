package web

import (
	"bufio"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardinal/internal/lazyregexp"
)

// bucket is a bucket of a store.
type bucket struct {
	scheme string // of the store
	name   string
	region string
	given  string // the address of the server; "": that of Amazon
	bearer string // a token of OAuth; "": none
	sas    string // a query that gives access to Azure; "": none
	keys
}

// keys is an access key. If it is zero, requests are not signed.
type keys struct{ id, secret, token string }

// amazon takes the keys, the region and the server from where Amazon's tools look: from the environment, and from the
// files of the profile.
func (b *bucket) amazon() error {
	profile := os.Getenv("AWS_PROFILE")
	credentials, err := section("AWS_SHARED_CREDENTIALS_FILE", "credentials", cmp.Or(profile, "default"))
	config, err2 := section("AWS_CONFIG_FILE", "config", cmp.Or(profile, "default"))
	if errors.Join(err, err2) != nil {
		return errors.New("the files of the profiles of AWS cannot be read: check ~/.aws/credentials and " +
			"~/.aws/config")
	}
	if profile != "" && credentials == nil && config == nil {
		return fmt.Errorf("there is no profile %s of AWS: check AWS_PROFILE, and ~/.aws/credentials", profile)
	}
	if b.keys = (keys{os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"),
		os.Getenv("AWS_SESSION_TOKEN")}); b.id == "" || b.secret == "" {
		b.keys = keys{cmp.Or(credentials["aws_access_key_id"], config["aws_access_key_id"]),
			cmp.Or(credentials["aws_secret_access_key"], config["aws_secret_access_key"]),
			cmp.Or(credentials["aws_session_token"], config["aws_session_token"])}
	}
	b.region = cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), config["region"], "us-east-1")
	b.given = cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), config["endpoint_url"])
	return nil
}

// locate returns the URL of a key. At Amazon, the bucket's name is part of the host. A name with a point would not fit
// the certificate of the host; then the name is in the path, as for other servers.
func (b *bucket) locate(key string) (*url.URL, error) {
	u := &url.URL{Scheme: "https", Host: b.name + ".s3." + b.region + ".amazonaws.com"}
	place := "/" + key
	switch {
	case b.given != "":
		at, err := url.Parse(b.given)
		if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
			return nil, errors.New(stores[b.scheme].endpoint + " is no address of a server: write it as " +
				"https://host:port")
		}
		u.Scheme, u.Host = at.Scheme, at.Host
		place = strings.TrimSuffix(at.Path, "/") + "/" + b.name + place
		if b.scheme == "az" && key == "" {
			place = strings.TrimSuffix(place, "/")
		}
	case strings.Contains(b.name, "."):
		u.Host, place = "s3."+b.region+".amazonaws.com", "/"+b.name+place
	}
	u.Path, u.RawPath = place, escape(place, "/")
	return u, nil
}

// escape replaces every byte by % and two hexadecimal digits, except the bytes of `kept` and the characters that Amazon
// does not escape: letters, digits and - . _ ~.
func escape(text, kept string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~"+kept,
			c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// section returns the settings of a profile in a file of AWS, or nil if the file or the profile does not exist. The
// environment variable can have the path of the file.
func section(variable, name, profile string) (map[string]string, error) {
	path := os.Getenv(variable)
	if path == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil, nil //nolint:nilerr // without a home folder, no profile exists
		}
		path = filepath.Join(home, ".aws", name)
	}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var of map[string]string
	inside := false
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if title, is := strings.CutPrefix(line, "["); is {
			title = strings.TrimSpace(strings.TrimPrefix(strings.TrimSuffix(title, "]"), "profile "))
			if inside = title == profile; inside && of == nil {
				of = map[string]string{}
			}
		} else if key, value, ok := strings.Cut(line, "="); ok && inside && !strings.HasPrefix(line, "#") {
			of[strings.ToLower(strings.TrimSpace(key))] = strings.TrimSpace(value)
		}
	}
	return of, lines.Err()
}

// emptyHash is the SHA-256 of an empty body.
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// sign signs a request without a body by AWS Signature Version 4, as in Amazon's "Authenticating Requests: Using the
// Authorization Header". It changes nothing if the bucket has no keys.
func (b *bucket) sign(r *http.Request, now time.Time) {
	if b.id == "" || b.secret == "" {
		return
	}
	at, day := now.UTC().Format("20060102T150405Z"), now.UTC().Format("20060102")
	r.Header.Set("X-Amz-Date", at)
	r.Header.Set("X-Amz-Content-Sha256", emptyHash)
	if b.token != "" {
		r.Header.Set("X-Amz-Security-Token", b.token)
	}
	headers := []string{"host:" + r.URL.Host}
	names := []string{"host"}
	for name, values := range r.Header {
		if name = strings.ToLower(name); name == "range" || strings.HasPrefix(name, "x-amz-") {
			headers = append(headers, name+":"+strings.TrimSpace(values[0]))
			names = append(names, name)
		}
	}
	slices.Sort(headers)
	slices.Sort(names)
	signed := strings.Join(names, ";")
	query := strings.Split(r.URL.RawQuery, "&")
	slices.Sort(query)
	canonical := strings.Join([]string{r.Method, r.URL.EscapedPath(), strings.Join(query, "&"),
		strings.Join(headers, "\n") + "\n", signed, emptyHash}, "\n")
	scope := day + "/" + b.region + "/s3/aws4_request"
	hash := sha256.Sum256([]byte(canonical))
	toSign := "AWS4-HMAC-SHA256\n" + at + "\n" + scope + "\n" + hex.EncodeToString(hash[:])
	key := []byte("AWS4" + b.secret)
	for _, part := range []string{day, b.region, "s3", "aws4_request", toSign} {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part))
		key = mac.Sum(nil)
	}
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+b.id+"/"+scope+",SignedHeaders="+signed+
		",Signature="+hex.EncodeToString(key))
}

// regionInAnswer finds the region of a bucket in the body of a response.
var regionInAnswer = lazyregexp.New(`<Region>([a-z0-9-]+)</Region>`)

// moved sets the bucket's region if a response names another region. It reports whether it did so.
func (o *origin) moved(r *http.Response, err error) bool {
	var refused *fault
	if !errors.As(err, &refused) || o.bucket == nil || o.bucket.given != "" {
		return false
	}
	region := r.Header.Get("X-Amz-Bucket-Region")
	if m := regionInAnswer().FindStringSubmatch(refused.body); region == "" && m != nil {
		region = m[1]
	}
	if region == "" || region == o.bucket.region || !bucketName().MatchString(region) {
		return false
	}
	o.url.Host = strings.Replace(o.url.Host, ".s3."+o.bucket.region+".", ".s3."+region+".", 1)
	if strings.HasPrefix(o.url.Host, "s3.") {
		o.url.Host = "s3." + region + ".amazonaws.com"
	}
	o.bucket.region = region
	return true
}
