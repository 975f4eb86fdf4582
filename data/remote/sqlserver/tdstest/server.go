package tdstest

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
)

// The types of packets.
const (
	batch     = 1
	reply     = 4
	attention = 6
	prelogin  = 0x12
)

// Answer is what the server sends for a query: its columns and rows, and then an error, if it has one.
type Answer struct {
	Columns []Column
	Rows    [][]any // an item for each column; nil: null
	Number  int     // of an error
	Message string
	Hangs   bool // after the rows, the server waits until the client stops the query
	Cut     int  // the connection ends after so many bytes; 0: it does not
}

// Server answers queries.
type Server struct {
	Host   string
	TLS    *tls.Config // nil: the server does not speak TLS
	Deny   int         // the number of the error with which the server refuses the user; 0: it lets the user in
	Answer func(sql string) Answer

	mu      sync.Mutex
	asked   []string
	logins  [][]byte
	stopped int
	deaf    int // how often Deafen was called
}

// Start starts a server that ends with the test.
func Start(t testing.TB, answer func(sql string) Answer) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s := &Server{Host: l.Addr().String(), Answer: answer}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				s.serve(c)
			}()
		}
	}()
	return s
}

// Asked returns the queries so far, without those that set up a connection.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

// Logins returns the packets with which clients asked to be let in.
func (s *Server) Logins() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]byte(nil), s.logins...)
}

// Stopped returns how many queries clients stopped.
func (s *Server) Stopped() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopped
}

// Deafen makes the connections that are open now silent.
func (s *Server) Deafen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deaf++
}

// wrapped is a connection whose bytes travel in packets, as those of the beginning of TLS do until raw is set.
type wrapped struct {
	net.Conn
	raw  bool
	rest []byte
}

func (w *wrapped) Read(b []byte) (int, error) {
	if w.raw {
		return w.Conn.Read(b)
	}
	if len(w.rest) == 0 {
		_, said, err := receive(w.Conn)
		if err != nil {
			return 0, err
		}
		w.rest = said
	}
	n := copy(b, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

func (w *wrapped) Write(b []byte) (int, error) {
	if w.raw {
		return w.Conn.Write(b)
	}
	return len(b), send(w.Conn, prelogin, b)
}

func (s *Server) serve(c net.Conn) {
	if kind, _, err := receive(c); err != nil || kind != prelogin {
		return
	}
	encryption := byte(2) // not supported
	if s.TLS != nil {
		encryption = 1
	}
	if send(c, reply, []byte{0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, encryption}) != nil {
		return
	}
	if s.TLS != nil {
		under := &wrapped{Conn: c}
		config := s.TLS.Clone()
		config.MaxVersion, config.SessionTicketsDisabled = tls.VersionTLS12, true
		over := tls.Server(under, config)
		if over.Handshake() != nil {
			return
		}
		under.raw = true
		c = over
	}
	_, login, err := receive(c)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.logins = append(s.logins, login)
	born := s.deaf
	s.mu.Unlock()
	if s.Deny != 0 {
		_ = send(c, reply, append(failure(s.Deny, "Login failed for user 'ann'."), done(2, 0)...))
		return
	}
	acknowledged := append([]byte{0xad, 10, 0, 1, 0x74, 0, 0, 4, 0, 16, 0, 0, 0}, done(0, 0)...)
	if send(c, reply, acknowledged) != nil {
		return
	}
	for {
		kind, said, err := receive(c)
		s.mu.Lock()
		deaf := s.deaf > born
		s.mu.Unlock()
		if err != nil || deaf {
			_, _ = io.Copy(io.Discard, c)
			return
		}
		if kind == attention {
			s.mu.Lock()
			s.stopped++
			s.mu.Unlock()
			if send(c, reply, done(0x20, 0)) != nil {
				return
			}
		}
		if kind != batch {
			continue
		}
		sql := text(said[binary.LittleEndian.Uint32(said):])
		if strings.HasPrefix(sql, "SET LANGUAGE") {
			if send(c, reply, done(0, 0)) != nil {
				return
			}
			continue
		}
		s.mu.Lock()
		s.asked = append(s.asked, sql)
		s.mu.Unlock()
		a := s.Answer(sql)
		b := a.bytes()
		switch {
		case a.Cut > 0:
			_ = send(c, reply, b[:min(a.Cut, len(b)-1)])
			return
		case a.Hangs: // a packet that is not the last one of its message
			err = packet(c, reply, 0, b)
		default:
			err = send(c, reply, b)
		}
		if err != nil {
			return
		}
	}
}

func (a Answer) bytes() []byte {
	var b bytes.Buffer
	if len(a.Columns) > 0 {
		b.WriteByte(0x81)
		_ = binary.Write(&b, binary.LittleEndian, uint16(len(a.Columns)))
		for _, c := range a.Columns {
			b.Write([]byte{0, 0, 0, 0, 1, 0})
			b.Write(c.kind)
			b.WriteByte(byte(len(utf16.Encode([]rune(c.name)))))
			b.Write(units(c.name))
		}
	}
	for _, row := range a.Rows {
		b.WriteByte(0xd1)
		for i, c := range a.Columns {
			b.Write(c.value(row[i]))
		}
	}
	switch {
	case a.Hangs:
	case a.Number != 0:
		b.Write(failure(a.Number, a.Message))
		b.Write(done(2, 0))
	default:
		b.Write(done(0x10, len(a.Rows)))
	}
	return b.Bytes()
}

// done writes the end of an answer.
func done(status uint16, rows int) []byte {
	b := binary.LittleEndian.AppendUint16([]byte{0xfd}, status)
	b = binary.LittleEndian.AppendUint16(b, 0xc1)
	return binary.LittleEndian.AppendUint64(b, uint64(rows))
}

// failure writes an error.
func failure(number int, message string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(number))
	b = append(b, 1, 16)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(utf16.Encode([]rune(message)))))
	b = append(b, units(message)...)
	b = append(b, 0, 0, 1, 0, 0, 0)
	return append(binary.LittleEndian.AppendUint16([]byte{0xaa}, uint16(len(b))), b...)
}

// receive reads a message, which may have several packets.
func receive(c io.Reader) (kind byte, said []byte, err error) {
	for {
		var head [8]byte
		if _, err := io.ReadFull(c, head[:]); err != nil {
			return 0, nil, err
		}
		part := make([]byte, max(8, int(binary.BigEndian.Uint16(head[2:])))-8)
		if _, err := io.ReadFull(c, part); err != nil {
			return 0, nil, err
		}
		if said = append(said, part...); head[1]&1 != 0 {
			return head[0], said, nil
		}
	}
}

// send writes a message in packets.
func send(c io.Writer, kind byte, say []byte) error {
	const most = 4000
	for len(say) > most {
		if err := packet(c, kind, 0, say[:most]); err != nil {
			return err
		}
		say = say[most:]
	}
	return packet(c, kind, 1, say)
}

func packet(c io.Writer, kind, status byte, say []byte) error {
	b := binary.BigEndian.AppendUint16([]byte{kind, status}, uint16(len(say)+8))
	_, err := c.Write(append(append(b, 0, 0, 1, 0), say...))
	return err
}

// units writes a text in UTF-16.
func units(s string) (b []byte) {
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// text reads a text in UTF-16.
func text(b []byte) string {
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return string(utf16.Decode(u))
}
