package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"cardinal/data/store/kept"
)

// look finds the kept ranges of the file. If the query of the address may have a key, nothing is found or kept: a key
// must not be stored, and without the query, files whose addresses differ only in the query could not be told apart.
func (f *File) look(folder *kept.Folder) {
	if query := f.origin.url.RawQuery; folder != nil && (query == "" || !mayBeSecret(query)) {
		f.folder, f.found = folder, folder.Ranges(f.origin.url.String())
	}
}

// stateOfKept returns the state in which ranges were kept.
func stateOfKept(r *kept.Ranges) state { return state{r.Size, r.Tag, r.Modified} }

// conditional returns the first request for a file, for the bytes before `to`. If kept ranges have a tag, the request
// asks for bytes only if the file has changed since.
func (f *File) conditional(to int64) *http.Request {
	r := f.origin.request(f.ctx, nil, 0, to)
	if len(f.found) > 0 && stateOfKept(f.found[0]).hasTag() {
		r.Header.Set("If-None-Match", f.found[0].Tag)
	}
	return r
}

// unchanged handles the answer 304: the file is still in the state of the first kept ranges.
func (f *File) unchanged(a *http.Response) error {
	r := f.found[0]
	if tag := a.Header.Get("ETag"); tag != "" && tag != r.Tag {
		f.keeps = false
		f.adopt()
		return &fault{text: f.origin.host() + " did not answer with the file, but with 304: try again", again: true}
	}
	f.state, f.keeps = stateOfKept(r), true
	f.describe(a, r.Size)
	f.adopt()
	return nil
}

// adopt makes pieces of the kept ranges that have the same state as the file. It removes the ranges of other states.
func (f *File) adopt() {
	f.found = slices.DeleteFunc(f.found, func(r *kept.Ranges) bool {
		if r.Stale = !f.keeps || !stateOfKept(r).equals(f.state); r.Stale {
			r.Close()
			return true
		}
		for _, g := range r.Ranges {
			i, has := f.find(g.At)
			if !has && (i == len(f.pieces) || f.pieces[i].at >= g.At+g.Len) {
				p := &piece{at: g.At, size: g.Len, place: g.Place, sum: g.Sum, kept: r}
				f.pieces = slices.Insert(f.pieces, i, p)
			}
		}
		return false
	})
}

// restore checks a kept piece, and reports whether its bytes are sound. A damaged piece is requested again, and the
// file with its bytes is removed at the end.
func (f *File) restore(p *piece) bool {
	sound := p.kept.IsSound(kept.Range{At: p.at, Len: p.size, Place: p.place, Sum: p.sum})
	f.mu.Lock()
	defer f.mu.Unlock()
	if sound {
		p.arrived = p.size
		f.grown.Broadcast()
		return true
	}
	p.kept.Stale = true
	p.kept, p.sum, p.place = nil, 0, f.end
	f.end += p.size
	f.planned += p.size
	return false
}

// allows reports whether an answer may be kept: different contents have different states, and the server does not
// forbid it.
func (s state) allows(a *http.Response) bool {
	return s.size > 0 && s.strong(a) && !strings.Contains(strings.ToLower(a.Header.Get("Cache-Control")), "no-store")
}

// keep moves what arrived into the folder, even if reading was cancelled or the connection broke off. If the server has
// no ranges, only a complete answer is kept.
func (f *File) keep() {
	var why *fault
	if !f.keeps || f.folder == nil || f.failed != nil && !(errors.As(f.failed, &why) && why.again) {
		return
	}
	r := kept.Ranges{Address: f.origin.url.String(), Size: f.Size, Tag: f.state.tag,
		Modified: f.state.modified}
	for _, p := range f.pieces {
		if p.kept == nil && p.held == nil && p.arrived > 0 && (!f.plain || p.arrived == f.Size) {
			r.Ranges = append(r.Ranges, kept.Range{At: p.at, Len: p.arrived, Place: p.place, Sum: p.sum})
		}
	}
	if len(r.Ranges) > 0 {
		_ = f.folder.KeepRanges(r, f.disk) // if it fails, the next reading asks for the bytes again
	}
}
