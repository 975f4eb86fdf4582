package web

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSign signs the requests of Amazon's own examples ("Signature Calculations for the Authorization Header:
// Transferring Payload in a Single Chunk").
func TestSign(t *testing.T) {
	b := &bucket{name: "examplebucket", region: "us-east-1", keys: keys{id: "AKIAIOSFODNN7EXAMPLE",
		secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}}
	now := time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct{ path, query, span, signed, want string }{
		{"/test.txt", "", "bytes=0-9", "host;range;x-amz-content-sha256;x-amz-date",
			"f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
		{"/", "max-keys=2&prefix=J", "", "host;x-amz-content-sha256;x-amz-date",
			"34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"},
		{"/", "lifecycle=", "", "host;x-amz-content-sha256;x-amz-date",
			"fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"},
	} {
		r := &http.Request{Method: "GET", Header: http.Header{}, URL: &url.URL{Scheme: "https",
			Host: "examplebucket.s3.amazonaws.com", Path: c.path, RawQuery: c.query}}
		if c.span != "" {
			r.Header.Set("Range", c.span)
		}
		b.sign(r, now)
		want := "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=" +
			c.signed + ",Signature=" + c.want
		if got := r.Header.Get("Authorization"); got != want {
			t.Errorf("%s?%s:\n%s\n%s", c.path, c.query, got, want)
		}
	}
}

// TestBuckets finds where a bucket is, with which keys.
func TestBuckets(t *testing.T) {
	home := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("credentials", "# mine\n[default]\naws_access_key_id = DEFAULT\naws_secret_access_key = d\n\n[work]\n"+
		"aws_access_key_id=WORK\naws_secret_access_key=w\naws_session_token=s\n")
	write("config", "[profile work]\nregion = eu-central-1\n[default]\nregion=us-west-2\n")
	for _, c := range []struct{ address, environment, want string }{
		{"s3://shop/a b/c+d?.parquet", "",
			"https://shop.s3.us-west-2.amazonaws.com/a%20b/c%2Bd%3F.parquet DEFAULT d  us-west-2"},
		{"s3://shop.eu/a", "AWS_REGION=eu-west-1", "https://s3.eu-west-1.amazonaws.com/shop.eu/a DEFAULT d  eu-west-1"},
		{"s3://shop/a", "AWS_PROFILE=work", "https://shop.s3.eu-central-1.amazonaws.com/a WORK w s eu-central-1"},
		{"s3://shop/a", "AWS_PROFILE=none",
			"there is no profile none of AWS: check AWS_PROFILE, and ~/.aws/credentials"},
		{"s3://shop/a", "AWS_ACCESS_KEY_ID=ID AWS_SECRET_ACCESS_KEY=S AWS_SESSION_TOKEN=T",
			"https://shop.s3.us-west-2.amazonaws.com/a ID S T us-west-2"},
		{"s3://shop/a", "AWS_ENDPOINT_URL=http://localhost:9000 AWS_PROFILE=work",
			"http://localhost:9000/shop/a WORK w s eu-central-1"},
		{"s3://shop/a", "AWS_ENDPOINT_URL=localhost:9000",
			"AWS_ENDPOINT_URL is no address of a server: write it as https://host:port"},
		{"s3://shop/a", "AWS_SHARED_CREDENTIALS_FILE=none AWS_CONFIG_FILE=none",
			"https://shop.s3.us-east-1.amazonaws.com/a    us-east-1"},
	} {
		for _, name := range []string{"ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN", "PROFILE", "REGION",
			"DEFAULT_REGION", "ENDPOINT_URL", "ENDPOINT_URL_S3"} {
			t.Setenv("AWS_"+name, "")
		}
		t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(home, "credentials"))
		t.Setenv("AWS_CONFIG_FILE", filepath.Join(home, "config"))
		for _, set := range strings.Fields(c.environment) {
			name, value, _ := strings.Cut(set, "=")
			t.Setenv(name, value)
		}
		o, err := parse(c.address)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = strings.Join([]string{o.url.String(), o.bucket.id, o.bucket.secret, o.bucket.token,
				o.bucket.region}, " ")
		}
		if got != c.want {
			t.Errorf("%s, %s:\n%s\n%s", c.address, c.environment, got, c.want)
		}
	}
}

// TestRegion moves a bucket to the region that an answer names.
func TestRegion(t *testing.T) {
	for host, want := range map[string]string{"shop.s3.us-east-1.amazonaws.com": "shop.s3.eu-west-1.amazonaws.com",
		"s3.us-east-1.amazonaws.com": "s3.eu-west-1.amazonaws.com"} {
		o := &origin{url: &url.URL{Host: host}, bucket: &bucket{name: "shop", region: "us-east-1"}}
		body := "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>"
		if !o.moved(&http.Response{Header: http.Header{}}, &fault{body: body}) || o.url.Host != want ||
			o.bucket.region != "eu-west-1" {
			t.Error(o.url, o.bucket.region)
		}
		if o.moved(&http.Response{Header: http.Header{"X-Amz-Bucket-Region": {"eu-west-1"}}}, &fault{}) {
			t.Error("it moved to its own region")
		}
	}
}

// TestS3 reads a file of a server that checks the signature as Amazon does, and one of a server that refuses the key.
func TestS3(t *testing.T) {
	check := &bucket{name: "shop", region: "eu-1", keys: keys{"ID", "geheim", ""}}
	refuse := ""
	s := serve(t, 200_000, func(w http.ResponseWriter, r *http.Request, _ int) bool {
		at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
		again := &http.Request{Method: r.Method, Header: http.Header{}, URL: r.URL}
		again.URL.Host = r.Host
		if span := r.Header.Get("Range"); span != "" {
			again.Header.Set("Range", span)
		}
		check.sign(again, at)
		if err != nil || again.Header.Get("Authorization") != r.Header.Get("Authorization") ||
			r.URL.EscapedPath() != "/shop/2024/sales%20%281%29.csv" {
			t.Errorf("%v, %s: %s", err, r.URL.EscapedPath(), r.Header.Get("Authorization"))
		}
		if refuse != "" {
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte("<Error><Code>" + refuse + "</Code></Error>"))
		}
		return refuse != ""
	})
	t.Setenv("AWS_ENDPOINT_URL", s.URL)
	t.Setenv("AWS_REGION", "eu-1")
	t.Setenv("AWS_ACCESS_KEY_ID", "ID")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "geheim")
	got, err := open(t.Context(), "s3://shop/2024/sales (1).csv", 30_000)
	if err != nil || !bytes.Equal(got, s.content) {
		t.Error(err)
	}
	refuse = "ExpiredToken"
	_, err = open(t.Context(), "s3://shop/2024/sales (1).csv", 30_000)
	if err == nil || err.Error() != "s3://shop does not let it be read (403 ExpiredToken): check the key in the "+
		"environment (AWS_ACCESS_KEY_ID) or in the profile (AWS_PROFILE), and what it may read" {
		t.Error(err)
	}
}

// TestList finds the files of patterns in pages of two keys.
func TestList(t *testing.T) {
	keys := []string{"a/", "a/1.csv", "a/2 &+.csv", "a/b/3.csv", "a/b/c/4.csv", "a/x.txt"}
	s := serve(t, 1, func(w http.ResponseWriter, r *http.Request, _ int) bool {
		q := r.URL.Query()
		if r.URL.Path != "/shop/" || q.Get("list-type") != "2" {
			t.Error(r.URL)
		}
		from := len(q.Get("continuation-token"))
		_, _ = w.Write([]byte("<ListBucketResult>"))
		for _, key := range keys[from:min(from+2, len(keys))] {
			if strings.HasPrefix(key, q.Get("prefix")) {
				_, _ = w.Write([]byte("<Contents><Key>" + strings.ReplaceAll(key, "&", "&amp;") + "</Key></Contents>"))
			}
		}
		if from+2 < len(keys) {
			_, _ = w.Write([]byte("<IsTruncated>true</IsTruncated><NextContinuationToken>" +
				strings.Repeat("=", from+2) + "</NextContinuationToken>"))
		}
		_, _ = w.Write([]byte("</ListBucketResult>"))
		return true
	})
	t.Setenv("AWS_ENDPOINT_URL", s.URL)
	for pattern, want := range map[string]string{
		"s3://shop/a/*.csv":  "s3://shop/a/1.csv s3://shop/a/2 &+.csv",
		"s3://shop/a/**.csv": "s3://shop/a/1.csv s3://shop/a/2 &+.csv s3://shop/a/b/3.csv s3://shop/a/b/c/4.csv",
		"s3://shop/*/b/*":    "s3://shop/a/b/3.csv",
		"s3://shop/none*":    "no file fits s3://shop/none*: check the pattern and the bucket",
	} {
		all, err := List(t.Context(), pattern)
		got := strings.Join(all, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s", pattern, got)
		}
	}
}
