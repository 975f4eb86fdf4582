package clickhouse

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
)

// Server is a connection to ClickHouse. It implements remote.Server.
type Server struct {
	address  remote.Address
	password string
	client   *http.Client
	dialect  remote.Dialect
	settable bool     // the user may change settings
	leave    []string // settings that can make the server leave out rows
	leaves   []string // settings that do make it leave out rows, and that the user cannot change
	compress bool     // answers are compressed
	patience time.Duration
}

var _ remote.Server = (*Server)(nil)

// Connect connects to a server and asks for its version and settings.
func Connect(ctx context.Context, a remote.Address, password string) (remote.Server, error) {
	s := &Server{address: a, password: password, patience: remote.Patience, client: &http.Client{
		// Each question has its own connection. After the machine was asleep, an older connection would be dead without
		// any sign.
		Transport: &http.Transport{DialContext: dial, TLSHandshakeTimeout: remote.Patience, DisableKeepAlives: true,
			Proxy: http.ProxyFromEnvironment},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	host, _, _ := net.SplitHostPort(a.Host)
	ip := net.ParseIP(host)
	s.compress = host != "localhost" && (ip == nil || !ip.IsLoopback())
	t, err := s.Ask(ctx, remote.Question{
		SQL: "SELECT version(), toInt64(any(if(name = 'readonly', value, NULL))), " +
			"arrayStringConcat(groupArray(if(leave, name, NULL)), ' '), " +
			"arrayStringConcat(groupArray(if(leave AND value NOT IN ('throw', '0', ''), concat(name, '=', value), " +
			"NULL)), ' ') " +
			"FROM (SELECT name, value, name LIKE '%overflow_mode%' OR name IN ('skip_unavailable_shards', 'limit', " +
			"'offset') AS leave FROM system.settings)",
		Columns: []remote.Result{{Name: "version", Type: data.Text}, {Name: "readonly", Type: data.Int, Nullable: true},
			{Name: "leave", Type: data.Text}, {Name: "leaves", Type: data.Text}},
	})
	if err != nil {
		return nil, err
	}
	if t.Columns[1].Value(0).IsNull() {
		return nil, fmt.Errorf("%s does not tell the settings of the user %s, so that figures could lack rows: ask "+
			"the server's administrator to let the user read system.settings", a.Host, a.User)
	}
	s.dialect.Kind = remote.ClickHouse
	// 0 if the server sends no numbers
	_, _ = fmt.Sscanf(t.Columns[0].Value(0).Text, "%d.%d", &s.dialect.Major, &s.dialect.Minor)
	s.settable = t.Columns[1].Int(0) != 1
	s.leave = strings.Fields(t.Columns[2].Value(0).Text)
	if !s.settable {
		s.leaves = strings.Fields(t.Columns[3].Value(0).Text)
	}
	return s, nil
}

// Dialect implements remote.Server.
func (s *Server) Dialect() remote.Dialect { return s.dialect }

// Complete implements remote.Server. It returns nil if the user may change settings, because every question then
// forbids the server to leave out rows.
func (s *Server) Complete(context.Context) error {
	if len(s.leaves) == 0 {
		return nil
	}
	name, value, _ := strings.Cut(s.leaves[0], "=")
	what := "cut answers at a limit and say nothing"
	if name == "skip_unavailable_shards" {
		what = "leave out shards that are down"
	}
	return fmt.Errorf("the server may %s (%s is %s for the user %s, who may not change it), so that figures could "+
		"lack rows: ask the server's administrator to set it to %s", what, name, value, s.address.User,
		completeValue(name))
}

// completeValue returns the value of a setting that makes the server return all rows.
func completeValue(name string) string {
	if strings.Contains(name, "overflow_mode") {
		return "throw"
	}
	return "0"
}

// Close implements remote.Server.
func (s *Server) Close() { s.client.CloseIdleConnections() }

// Ask implements remote.Server.
func (s *Server) Ask(ctx context.Context, q remote.Question) (*data.Table, error) {
	id := "cardinal-" + rand.Text()
	builders := remote.Builders(q.Columns)
	watched, done := context.WithCancel(ctx)
	defer done()
	if q.Progress != nil {
		go s.watch(watched, id, q.Progress)
	}
	var sent, begun atomic.Bool
	traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { sent.Store(true) }, GotFirstResponseByte: func() { begun.Store(true) },
	})
	err := s.stream(traced, id, q.SQL+"\nFORMAT Native", func(in io.Reader) error {
		r := reader{in: bufio.NewReaderSize(in, 1<<16), most: q.Most}
		return r.blocks(builders)
	})
	if ctx.Err() != nil {
		switch {
		// no kill: only Connect asks now, its question is quick, and the peer may not be ClickHouse
		case s.dialect.Kind == "":
		case begun.Load():
			s.kill(ctx, id, 0)
		case sent.Load():
			s.kill(ctx, id, arrival)
		}
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return remote.BuildTable(builders), nil
}

// kill ends a query, on a separate connection, and waits until it has ended. If a query is cancelled right after it was
// sent, it may reach the server only after the first KILL. So kill repeats the KILL for a while.
func (s *Server) kill(ctx context.Context, id string, while time.Duration) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), remote.Patience)
	defer cancel()
	for until := time.Now().Add(while); ; time.Sleep(arrival / 50) {
		ended := false
		err := s.stream(ctx, "", "KILL QUERY WHERE query_id = "+s.text(id)+" SYNC", func(in io.Reader) error {
			said, err := io.ReadAll(in)
			ended = len(said) > 0 // a line for each query
			return err
		})
		// If the user may not end queries, the server ends the query by itself. The request is over in both cases.
		if ended || err != nil || time.Now().After(until) {
			return
		}
	}
}

// arrival is the greatest time that a sent query takes to begin on the server.
const arrival = time.Second

func (s *Server) text(text string) string {
	return remote.Dialect{Kind: remote.ClickHouse}.Text(text)
}

func discard(in io.Reader) error {
	_, err := io.Copy(io.Discard, in)
	return err
}

// watch reports the share of the rows that a query has read, until ctx ends.
func (s *Server) watch(ctx context.Context, id string, tell func(float64)) {
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		t, err := s.Ask(ctx, remote.Question{
			SQL:     "SELECT toFloat64(read_rows), toFloat64(total_rows_approx) FROM system.processes WHERE query_id = " + s.text(id),
			Columns: []remote.Result{{Name: "read", Type: data.Float}, {Name: "all", Type: data.Float}}, Most: 1,
		})
		if err == nil && t.Rows == 1 && ctx.Err() == nil {
			if all := t.Columns[1].Floats[0]; all > 0 {
				tell(min(t.Columns[0].Floats[0]/all, 1))
			}
		}
	}
}

// stream sends a query and passes the body of the answer to read. It gives up if the server has gone silent.
func (s *Server) stream(ctx context.Context, id, sql string, read func(io.Reader) error) error {
	if id == "" {
		return s.send(ctx, id, sql, read)
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	heard := make(chan struct{}, 1)
	start := time.Now()
	go s.listen(ctx, heard, end)
	err := s.send(ctx, id, sql, func(in io.Reader) error { return read(&heardReader{in, heard}) })
	if cause := context.Cause(ctx); errors.Is(cause, errSilent) {
		return remote.Unlikef("%s accepted connections and answered nothing for %.0f s: check whether the server "+
			"hangs, or whether something between it and this machine holds its answers back", s.address.Host,
			time.Since(start).Seconds())
	}
	return err
}

// send does what stream does, but waits for the answer without a limit.
func (s *Server) send(ctx context.Context, id, sql string, read func(io.Reader) error) error {
	options := url.Values{"database": {s.address.Database}}
	if id != "" {
		options.Set("query_id", id)
		options.Set("wait_end_of_query", "1")
	}
	if s.settable {
		for _, name := range s.leave {
			options.Set(name, completeValue(name))
		}
		if s.compress {
			options.Set("enable_http_compression", "1")
		}
	}
	scheme := "http"
	if s.address.Secure {
		scheme = "https"
	}
	where := url.URL{Scheme: scheme, Host: s.address.Host, Path: "/", RawQuery: options.Encode()}
	start := time.Now()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, where.String(), strings.NewReader(sql))
	if err != nil {
		return unreachedError(s.address, err, time.Since(start))
	}
	request.SetBasicAuth(s.address.User, s.password)
	answer, err := s.client.Do(request)
	if err != nil {
		return unreachedError(s.address, err, time.Since(start))
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<16)) // an error only shortens the message
		return s.refusal(answer.Status, string(said))
	}
	if err := read(answer.Body); err != nil {
		return s.brokenError(err)
	}
	return nil
}
