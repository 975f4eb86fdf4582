package postgres

import (
	"fmt"
	"net"
	"strings"
	"testing"

	"cardinal/data/remote"
)

// TestOtherService asks a web server, with and without TLS.
func TestOtherService(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 1000))
			fmt.Fprint(c, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
			_ = c.Close()
		}
	}()
	for mode, want := range map[string]string{"prefer": "does not answer like PostgreSQL: check the host and the port",
		"require": "does not speak TLS: check the port, or connect without TLS"} {
		a, _, err := remote.ParseAddress("postgres://ann@" + l.Addr().String() + "/travel?sslmode=" + mode)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Connect(t.Context(), a, "")
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("sslmode=%s: the error is %v", mode, err)
		}
	}
}
