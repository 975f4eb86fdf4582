package web

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// Limits of requests. Tests make them shorter.
var (
	patience = 30 * time.Second // how long a server may send nothing
	mostRest = 30 * time.Second // the longest rest that a server may ask for
	// the rests between the tries of a request
	rests = []time.Duration{250 * time.Millisecond, time.Second}
)

const mostRedirects = 10

// fault is why a request failed, as a sentence for a person.
type fault struct {
	text  string
	again bool          // the same request may succeed later
	rest  time.Duration // the pause that the server asks for
	code  int           // of the answer; 0: there was none
	body  string        // its beginning
}

func (f *fault) Error() string { return f.text }

func faultf(format string, of ...any) *fault { return &fault{text: fmt.Sprintf(format, of...)} }

var (
	errRedirects = errors.New("sends from address to address without an end")
	errUnsafe    = errors.New("sends to an address without encryption (http://)")
	errSilent    = errors.New("the server is silent")
	errDisk      = errors.New("what arrives cannot be kept on the disk")
)

// transport takes bytes as they are stored, and the proxy of the environment (HTTPS_PROXY, NO_PROXY).
var transport = func() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression, t.MaxIdleConnsPerHost = true, requests
	t.DialContext = (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	return t
}()

// client returns the client for the requests of an origin. It tells no server the address from which it was sent.
func (o *origin) client() *http.Client {
	return &http.Client{Transport: transport, CheckRedirect: func(r *http.Request, before []*http.Request) error {
		r.Header.Del("Referer")
		switch {
		case o.bucket != nil: // a request to another host needs a new signature
			return http.ErrUseLastResponse
		case len(before) >= mostRedirects:
			return errRedirects
		case o.url.Scheme == "https" && r.URL.Scheme == "http":
			return errUnsafe
		}
		return nil
	}}
}

// request makes the request for bytes of a file; to 0 asks for all of it. at is where an earlier request was sent to;
// nil: the address itself.
func (o *origin) request(ctx context.Context, at *url.URL, from, to int64) *http.Request {
	at = cmp.Or(at, o.url)
	copied := *at
	r := (&http.Request{Method: http.MethodGet, URL: &copied, Host: at.Host, Header: http.Header{}}).WithContext(ctx)
	r.Header.Set("Accept-Encoding", "identity")
	r.Header.Set("User-Agent", "Cardinal")
	if to > 0 {
		r.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", from, to-1))
	}
	if o.user != nil && strings.EqualFold(at.Host, o.url.Host) && at.Scheme == o.url.Scheme {
		password, _ := o.user.Password()
		r.SetBasicAuth(o.user.Username(), password)
	}
	if o.bucket != nil {
		o.bucket.authorize(r)
	}
	return r
}

// send sends a request. An answer other than 200 and 206 is a *fault. The body ends with an error if the server is
// silent for too long.
func (o *origin) send(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	quiet := time.AfterFunc(patience, func() { cancel(errSilent) })
	a, err := o.client().Do(r.WithContext(ctx))
	if err != nil {
		quiet.Stop()
		err = o.broken(ctx, err)
		cancel(nil)
		return nil, err
	}
	a.Body = &watched{a.Body, o, ctx, quiet, cancel}
	if a.StatusCode != http.StatusOK && a.StatusCode != http.StatusPartialContent {
		defer a.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(a.Body, 4<<10))
		return a, o.refused(a, string(body))
	}
	return a, nil
}

// watched is a body that ends with an error if nothing arrives for too long.
type watched struct {
	io.ReadCloser
	of     *origin
	ctx    context.Context
	quiet  *time.Timer
	cancel context.CancelCauseFunc
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.ReadCloser.Read(b)
	w.quiet.Reset(patience)
	if err != nil && !errors.Is(err, io.EOF) {
		err = w.of.broken(w.ctx, err)
	}
	return n, err
}

func (w *watched) Close() error {
	w.quiet.Stop()
	w.cancel(nil)
	return w.ReadCloser.Close()
}

// broken says why no answer came, or why it ended. The text of an error of package net/http has the address, and is
// not shown.
func (o *origin) broken(ctx context.Context, err error) error {
	var known *fault
	var name *net.DNSError
	var wrong *tls.CertificateVerificationError
	host := o.host()
	switch {
	case errors.As(err, &known), errors.Is(err, errDisk):
		return err
	case context.Cause(ctx) == errSilent: //nolint:errorlint // it is not wrapped
		return &fault{text: fmt.Sprintf("%s sent nothing for %.0f seconds: try again later, or check the network", host,
			patience.Seconds()), again: true}
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errRedirects), errors.Is(err, errUnsafe):
		return faultf("%s %v: check the address", host, errors.Unwrap(err))
	case errors.As(err, &wrong):
		return faultf("the certificate of %s is not valid, so that anybody could answer in its place: %v", host,
			wrong.Err)
	case errors.As(err, &name) && name.IsNotFound:
		return faultf("there is no host %s: check the address and the network", name.Name)
	case errors.Is(err, syscall.ECONNREFUSED):
		return &fault{text: "nothing answers at " + host + ": check the address and the network", again: true}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return &fault{text: "the connection to " + host + " broke off: try again", again: true}
	}
	return &fault{text: host + " cannot be reached: check the address, the network and the proxy", again: true}
}

// errorCode finds the word for an error in an answer of S3.
var errorCode = lazyregexp.New(`<Code>([A-Za-z]+)</Code>`)

// refused says why a server did not answer with bytes of the file.
func (o *origin) refused(a *http.Response, body string) *fault {
	host, code := o.host(), strconv.Itoa(a.StatusCode)
	if m := errorCode().FindStringSubmatch(body); m != nil {
		code += " " + m[1]
	}
	f := &fault{code: a.StatusCode, body: body}
	status := a.StatusCode
	if o.bucket.hides(a, body) {
		status = http.StatusForbidden
	}
	switch status {
	case http.StatusNotFound, http.StatusGone:
		f.text = fmt.Sprintf("%s has no such file (%s): check the address", host, code)
	case http.StatusUnauthorized, http.StatusForbidden:
		f.text = fmt.Sprintf("%s does not let it be read (%s): %s", host, code, o.permission())
	case http.StatusPreconditionFailed:
		f.text = fmt.Sprintf("it changed at %s while it was read: open it again when nothing writes to it", host)
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		f.again, f.rest = true, restAsked(a.Header.Get("Retry-After"))
		f.text = fmt.Sprintf("%s cannot answer now (%s): try again later", host, code)
		if f.rest > mostRest {
			f.again = false
			f.text = separators.Sprintf("%s cannot answer now (%s), and asks to wait for %d seconds: try again later",
				host, code, int(f.rest.Seconds()))
		}
	default:
		f.text = fmt.Sprintf("%s did not answer with the file, but with %s: check the address", host, code)
	}
	return f
}

// permission says where a key for reading would come from.
func (o *origin) permission() string {
	switch {
	case o.bucket != nil:
		return o.bucket.permission()
	case o.user != nil:
		return "check the user and the password"
	}
	return "a user and a password stand in the address as https://user:password@host/file, and a key that stands in " +
		"it may have expired or be missing"
}

// restAsked returns how long a server asks to wait: a number of seconds, or a time.
func restAsked(text string) time.Duration {
	if n, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(0, min(n, 1<<20))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// try calls `once`, and calls it again after a fault that may pass: once for each of the rests. The count begins anew
// after each call that got further.
func try(ctx context.Context, once func() (further bool, err error)) error {
	for n := 0; ; n++ {
		further, err := once()
		if further {
			n = 0
		}
		var f *fault
		if !errors.As(err, &f) || !f.again || n >= len(rests) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(max(rests[n], f.rest)):
		}
	}
}
