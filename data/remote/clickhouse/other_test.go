package clickhouse

import (
	"fmt"
	"net"
	"strings"
	"testing"

	"cardinal/data/remote"
)

// TestOtherService asks a service that does not speak HTTP.
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
			fmt.Fprint(c, "220 ready for mail\r\n") // which may arrive before the question is sent
			_, _ = c.Read(make([]byte, 1000))
			_ = c.Close()
		}
	}()
	_, err = Connect(t.Context(), remote.Address{Kind: remote.ClickHouse, Host: l.Addr().String(), User: "ann"}, "")
	if err == nil || !strings.HasSuffix(err.Error(), "does not answer like ClickHouse: check the host and the port, "+
		"which is that of HTTP") {
		t.Errorf("the error is %v", err)
	}
}
