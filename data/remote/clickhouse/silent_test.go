package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cardinal/data/remote"
)

// TestSilent uses servers that accept a query and then send nothing for long: a server that works, one that refuses
// every other question, and two that hang, before the answer and in the middle of it.
func TestSilent(t *testing.T) {
	const patience = time.Second
	for name, c := range map[string]struct {
		works  bool // small questions are answered
		status int  // of those answers
		first  string
		rest   string
	}{
		"at work":            {works: true, status: http.StatusOK, rest: "rows"},
		"full":               {works: true, status: http.StatusInternalServerError, rest: "rows"},
		"slow in the middle": {works: true, status: http.StatusOK, first: "half ", rest: "rows"},
		"hung":               {},
		"hung in the middle": {first: "half "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gone := make(chan struct{})
			house := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				sql, _ := io.ReadAll(r.Body)
				if string(sql) == "SELECT 1" && c.works {
					w.WriteHeader(c.status)
					return
				}
				if string(sql) != "SELECT 1" {
					fmt.Fprint(w, c.first)
					if c.first != "" {
						w.(http.Flusher).Flush()
					}
					if c.rest != "" {
						time.Sleep(3 * patience)
						fmt.Fprint(w, c.rest)
						return
					}
				}
				<-gone
			}))
			defer house.Close()
			defer close(gone)
			s := &Server{address: remote.Address{Kind: remote.ClickHouse, Host: strings.TrimPrefix(house.URL,
				"http://")}, client: house.Client(), patience: patience}
			var got strings.Builder
			err := s.stream(t.Context(), "query", "SELECT sum(n) FROM t", func(in io.Reader) error {
				_, err := io.Copy(&got, in)
				return err
			})
			switch {
			case c.rest == "" && (err == nil || !strings.Contains(err.Error(), "accepted connections and answered "+
				"nothing for ")):
				t.Errorf("the error is %v", err)
			case c.rest != "" && (err != nil || got.String() != c.first+c.rest):
				t.Errorf("the answer is %q, the error %v", got.String(), err)
			}
		})
	}
}

// TestConnectIsCancelled cancels the connection to a server that takes the first question and stays silent.
// Nothing else is asked of it, for whose answer would be waited.
func TestConnectIsCancelled(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	accepted := make(chan int)
	go func() {
		n := 0
		for {
			c, err := l.Accept()
			if err != nil {
				accepted <- n
				return
			}
			defer c.Close()
			n++
			go func() {
				for _, err := c.Read(make([]byte, 1<<16)); err == nil; _, err = c.Read(make([]byte, 1<<16)) {
					cancel()
				}
			}()
		}
	}()
	_, err = Connect(ctx, remote.Address{Kind: remote.ClickHouse, Host: l.Addr().String()}, "")
	_ = l.Close()
	if n := <-accepted; !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("%d connections, and the error %v", n, err)
	}
}

// TestSilentTLS: a port without TLS may take the start of a handshake for the start of a request and wait for the rest.
func TestSilentTLS(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := &Server{
		address:  remote.Address{Kind: remote.ClickHouse, Host: l.Addr().String(), Secure: true},
		client:   &http.Client{Transport: &http.Transport{TLSHandshakeTimeout: 100 * time.Millisecond}},
		patience: time.Minute,
	}
	says(t, s, remote.Question{SQL: "SELECT toInt64(1)", Columns: one}, "wants TLS")
}
