package session

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// pageRows is how many rows of a table on a server are shown in place of a pivot.
const pageRows = 1000

// manyBytes is the size of a closed table from which its memory is returned to the system soon after.
const manyBytes = 32 << 20

// Served reports whether the rows of the open table are on a server.
func (s *Session) Served() bool { return s.base != nil && s.base.Served != nil }

// Elsewhere reports whether the rows of the table are on a server, and tells the person so. `do` names what the person
// wants to do, for which the rows must be on this machine.
func (s *Session) Elsewhere(do string) bool {
	if s.Served() {
		s.screen.Say(Message{Text: lang.L("The rows of {{.Table}} are on the server {{.Host}}: to {{.Do}}, save the "+
			"part of the table that you need as a file, and open the file.",
			lang.With{"Table": s.table.Name, "Host": s.base.Served.Host, "Do": do})})
	}
	return s.Served()
}

// release closes the connection to the server of a closed table. If the table was large, it returns its memory to the
// system, after the window has had time to drop the table.
func (s *Session) release(t *data.Table) {
	if t == nil || t == s.base && s.ctx.Err() == nil {
		return
	}
	if t.Bytes() > manyBytes && s.ctx.Err() == nil {
		time.AfterFunc(time.Second, debug.FreeOSMemory)
	}
	if t.Served == nil {
		return
	}
	if server := s.engine.Detach(t); server != nil {
		s.running.Go(server.Close) // Close waits for requests under way
	}
}

// page shows some rows of the table on a server that pass the filters, in place of a pivot.
func (s *Session) page() {
	now, table := s.State(), s.table
	if s.answer == nil {
		s.screen.ShowAnswer(nil)
	}
	start(s, &s.run, Work{What: lang.L("Reading some rows from {{.Host}}", lang.With{"Host": table.Served.Host}),
		Done: -1, Pivot: true},
		func(ctx context.Context, _ func(string, float64)) (*Rows, error) {
			l, n, err := s.engine.Passing(ctx, table, now.Lets, now.Query().Filter, pageRows)
			if err != nil {
				return nil, err
			}
			l.Numbered = true
			return &Rows{Listing: l, found: l, Sort: RowSort{Col: -1}, Some: true, of: n}, nil
		}, func(r *Rows, err error) {
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				s.screen.Say(Failure(err))
			default:
				s.listed, s.answer = now, nil
				s.showWhole(r)
			}
		})
}

// PageSentence says which rows of a table on a server are shown, e.g. "some 1,000 of 200,000 rows, in no order".
func PageSentence(r *Rows) string {
	if r.Len() == r.of {
		return lang.N("{{.N}} row, in no order", "{{.N}} rows, in no order", r.of)
	}
	return lang.N("some {{.Some}} of {{.N}} row, in no order", "some {{.Some}} of {{.N}} rows, in no order", r.of,
		lang.With{"Some": profiler.Count(r.Len())})
}

// ServedSentence says how many rows a table has, and on which server they are.
func ServedSentence(t *data.Table) string {
	on := lang.With{"Host": t.Served.Host}
	switch {
	case t.Served.Rows < 0:
		return lang.L("Rows on {{.Host}}", on)
	case t.Served.About:
		return lang.N("About {{.N}} row on {{.Host}}", "About {{.N}} rows on {{.Host}}", t.Served.Rows, on)
	}
	return lang.N("{{.N}} row on {{.Host}}", "{{.N}} rows on {{.Host}}", t.Served.Rows, on)
}

// slow is the least time of a pivot on a server, in milliseconds, after which a copy of its columns is offered.
const slow = 200

// offerCopy offers to copy the columns of a pivot from its server. It does so if the pivot was slow, the copy would
// soon save time, and the person has not answered such an offer yet.
func (s *Session) offerCopy(r *profiler.Record) {
	p := r.Pull
	if !s.Served() || s.copies != nil || p == nil || p.Shut != "" || p.Score <= 1 || r.TierMS < slow {
		p = nil
	}
	s.screen.OfferCopy(p)
}

// Copies reports whether columns on a server may be copied to this machine when a copy would soon save time.
func (s *Session) Copies() bool { return s.copies != nil && *s.copies }

// CopyColumns sets whether columns on a server may be copied to this machine. If not, it drops the copies. Then it runs
// the pivot again.
func (s *Session) CopyColumns(on bool) {
	if !s.Served() {
		return
	}
	s.copies = &on
	s.screen.OfferCopy(nil)
	if !on {
		s.engine.DropCopy(s.base)
	}
	s.Rerun()
}

// LeaveColumns stops offering copies for the open table.
func (s *Session) LeaveColumns() {
	off := false
	s.copies = &off
}

// CopySentence says what a copy of columns on a server costs, and that its figures do not follow later changes.
func CopySentence(p *profiler.Pull) string {
	words := p.Words()
	return strings.ToUpper(words[:1]) + words[1:] + ". " +
		lang.L("Figures of a copy do not see what changes on the server later.")
}
