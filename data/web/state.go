package web

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// state identifies a version of a file, so that a change between two responses is noticed.
type state struct {
	size     int64
	tag      string // ETag; "": none
	modified string // Last-Modified; "": none
}

// stateOf returns the state of a file according to a response.
func stateOf(a *http.Response, size int64) state {
	return state{size, a.Header.Get("ETag"), a.Header.Get("Last-Modified")}
}

// hasTag reports whether the ETag differs for every content. A weak ETag may stay the same.
func (s state) hasTag() bool { return s.tag != "" && !strings.HasPrefix(s.tag, "W/") }

// equals reports whether two states are the same. A file that was written again with the same content has another time.
func (s state) equals(o state) bool {
	return s.size == o.size && s.tag == o.tag && (s.hasTag() || s == o)
}

// strong reports whether two different contents have different states. A time in seconds does not tell them apart if
// the file was changed in the second of the answer.
func (s state) strong(a *http.Response) bool {
	if s.hasTag() {
		return true
	}
	changed, err := http.ParseTime(s.modified)
	now, err2 := http.ParseTime(a.Header.Get("Date"))
	return errors.Join(err, err2) == nil && now.Sub(changed) >= time.Second
}

// demand adds to a request the condition that the file still has this state.
func (s state) demand(r *http.Request) {
	if s.hasTag() {
		r.Header.Set("If-Match", s.tag)
	} else {
		r.Header.Set("If-Unmodified-Since", s.modified)
	}
}

// check checks that a response has the requested range, and that the file still has this state.
func (s state) check(host string, a *http.Response, from, to int64) error {
	if a.StatusCode == http.StatusOK {
		return faultf("%s sent the whole file in place of the part that was asked for: download it, and open it", host)
	}
	first, last, size, ok := contentRange(a)
	switch {
	case !ok || first != from || last != to-1:
		return wrongRange(host)
	case !stateOf(a, size).equals(s):
		return faultf("it changed at %s while it was read: open it again when nothing writes to it", host)
	}
	return nil
}

func wrongRange(host string) error {
	return faultf("%s sent other bytes of the file than those that were asked for: download it, and open it", host)
}

// contentRange parses the Content-Range of a response, such as bytes 0-99/500.
func contentRange(a *http.Response) (first, last, size int64, ok bool) {
	span, total, _ := strings.Cut(strings.TrimPrefix(a.Header.Get("Content-Range"), "bytes "), "/")
	from, to, _ := strings.Cut(span, "-")
	var errs [3]error
	first, errs[0] = strconv.ParseInt(from, 10, 64)
	last, errs[1] = strconv.ParseInt(to, 10, 64)
	size, errs[2] = strconv.ParseInt(total, 10, 64)
	return first, last, size, errors.Join(errs[:]...) == nil && first >= 0 && first <= last && last < size
}

// begin sends the first request, which shows whether the server supports ranges. If it does not, or if changes between
// two ranges could not be noticed, one request reads the whole file.
func (f *File) begin() error {
	to, moves := int64(headSize), 0
	return try(f.ctx, func() (bool, error) {
		f.pieces, f.arrived, f.planned, f.end, f.holding = nil, 0, 0, 0, 0
		a, err := f.origin.send(f.conditional(to))
		for ; moves < 2 && a != nil && err != nil && f.origin.moved(a, err); moves++ {
			a, err = f.origin.send(f.conditional(to))
		}
		switch {
		case a != nil && a.StatusCode == http.StatusRequestedRangeNotSatisfiable &&
			strings.HasSuffix(a.Header.Get("Content-Range"), "/0"):
			return false, nil // the file is empty
		case a != nil && a.StatusCode == http.StatusNotModified && len(f.found) > 0:
			return false, f.unchanged(a)
		case err != nil:
			return false, err
		}
		if a.StatusCode == http.StatusPartialContent {
			first, last, size, ok := contentRange(a)
			f.state = stateOf(a, size)
			f.keeps = f.state.allows(a)
			switch ok = ok && first == 0 && last == min(size, to)-1; {
			case ok && (f.state.strong(a) || size <= to):
				defer a.Body.Close()
				f.describe(a, size)
				f.adopt()
				if len(f.pieces) > 0 {
					last = min(last, f.pieces[0].at-1)
				}
				f.cover(0, last+1, func(p *piece) { p.asked = true })
				if last >= 0 {
					_, err = f.receive(f.pieces[0], a.Body)
				}
				return false, err
			case !ok || to == 0:
				_ = a.Body.Close()
				return false, wrongRange(f.origin.host())
			}
			_ = a.Body.Close()
			to = 0
			if a, err = f.origin.send(f.origin.request(f.ctx, nil, 0, to)); err != nil {
				return false, err
			}
			if a.StatusCode != http.StatusOK {
				_ = a.Body.Close()
				return false, wrongRange(f.origin.host())
			}
		}
		return false, f.stream(a)
	})
}

// describe stores what the first response says about the file.
func (f *File) describe(a *http.Response, size int64) {
	f.Size = size
	f.Changed, _ = http.ParseTime(cmp.Or(a.Header.Get("Last-Modified"), f.state.modified))
	if a.Request.URL.String() != f.origin.url.String() {
		f.at = a.Request.URL
	}
}

// stream receives the response with the whole file. If the response has a length, reads may begin before all bytes
// arrived.
func (f *File) stream(a *http.Response) error {
	f.describe(a, a.ContentLength)
	f.state = stateOf(a, a.ContentLength)
	f.keeps, f.plain = f.state.allows(a), true
	if f.adopt(); len(f.pieces) == 1 && f.pieces[0].size == f.Size {
		return a.Body.Close()
	}
	whole := &piece{size: f.Size, asked: true}
	if f.Size == 0 {
		return a.Body.Close()
	}
	f.pieces, f.planned = []*piece{whole}, f.Size
	if f.Size > 0 {
		err := f.room()
		f.running.Go(func() {
			defer a.Body.Close()
			if _, err := f.receive(whole, a.Body); err != nil {
				f.mu.Lock()
				f.fail(f.origin.broken(f.ctx, err))
				f.mu.Unlock()
			}
		})
		return err
	}
	defer a.Body.Close()
	if a.ProtoMajor == 1 && len(a.TransferEncoding) == 0 {
		f.Notes = append(f.Notes, "the server did not say how long the file is: if the connection broke off, the end "+
			"of the file is missing")
	}
	for {
		whole.size = whole.arrived + pieceSize
		_, err := f.receive(whole, a.Body)
		f.planned = f.arrived
		switch {
		case errors.Is(err, io.EOF):
			if f.Size, whole.size = whole.arrived, whole.arrived; f.Size == 0 {
				f.pieces = nil
			}
			return nil
		case err != nil:
			return err
		}
		if err := f.room(); err != nil {
			return err
		}
	}
}
