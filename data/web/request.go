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

// Limits of requests. Tests set shorter ones.
var (
	patience = 30 * time.Second // how long a server may send nothing
	mostRest = 30 * time.Second // the longest pause that a server may ask for
	// the pauses between the attempts of a request
	rests = []time.Duration{250 * time.Millisecond, time.Second}
)

const mostRedirects = 10

// fault says why a request failed, in a sentence for a person.
type fault struct {
	text  string
	again bool          // the same request may succeed later
	rest  time.Duration // the pause that the server asks for
	code  int           // status code of the response; 0: no response
	body  string        // beginning of the response's body
}

func (f *fault) Error() string { return f.text }

func faultf(format string, of ...any) *fault { return &fault{text: fmt.Sprintf(format, of...)} }

var (
	errRedirects = errors.New("sends from address to address without an end")
	errUnsafe    = errors.New("sends to an address without encryption (http://)")
	errSilent    = errors.New("the server is silent")
	errDisk      = errors.New("what arrives cannot be kept on the disk")
)

// transport takes bytes without decompressing them, and uses the proxy of the environment (HTTPS_PROXY, NO_PROXY).
var transport = func() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression, t.MaxIdleConnsPerHost = true, requests
	t.DialContext = (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	return t
}()

// client returns a client for the requests of an origin. It sends no Referer, so that servers do not learn the address
// that redirected to them.
func (o *origin) client() *http.Client {
	return &http.Client{Transport: transport, CheckRedirect: func(r *http.Request, before []*http.Request) error {
		r.Header.Del("Referer")
		switch {
		case o.bucket != nil: // after a redirect, the request needs a new signature
			return http.ErrUseLastResponse
		case len(before) >= mostRedirects:
			return errRedirects
		case o.url.Scheme == "https" && r.URL.Scheme == "http":
			return errUnsafe
		}
		return nil
	}}
}

// request returns a request for the bytes in [from, to) of a file, or for all bytes if to is 0. at is the URL after
// redirects of an earlier request; nil: the address itself.
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

// send sends a request. If the status is not 200 or 206, the error is a *fault. The body of the response ends with an
// error if the server sends nothing for too long.
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

// broken says why no response came, or why its body ended. It does not show errors of package net/http, because they
// contain the address.
func (o *origin) broken(ctx context.Context, err error) error {
	var known *fault
	var name *net.DNSError
	var wrong *tls.CertificateVerificationError
	host := o.host()
	switch {
	case errors.As(err, &known), errors.Is(err, errDisk):
		return err
	case context.Cause(ctx) == errSilent: //nolint:errorlint // the cause is never wrapped
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

// errorCode finds the name of an error in a response of S3.
var errorCode = lazyregexp.New(`<Code>([A-Za-z]+)</Code>`)

// refused says why a response does not have the bytes of the file.
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

// permission says where a key for reading would be found.
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

// restAsked returns how long a server asks to wait. text is a number of seconds or a date.
func restAsked(text string) time.Duration {
	if n, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(0, min(n, 1<<20))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// try calls `once`, and calls it again if the error is a fault that may disappear. It pauses between the calls, and
// gives up after the last of `rests`. A call that received bytes resets the count.
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
