package remote

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"
)

// ErrBeyond marks errors of queries that need more memory, time, rows or bytes than the server allows. The server may
// still return the rows themselves.
var ErrBeyond = errors.New("beyond the limits of the server")

// ErrPassword marks errors of a server that refuses the password, or the lack of one.
var ErrPassword = errors.New("another password is needed")

// Words explains the errors of a kind of servers by their codes.
type Words[C comparable] struct {
	Texts map[C]string // what happened and what to do
	// codes of a wrong name: if a person wrote the query, the server's own text is used, which has the name
	Misnamed []C
	Beyond   []C // codes of errors that are ErrBeyond
	Password []C // codes of errors that are ErrPassword
}

// Refusal returns the server's error in words. said is the server's own text, for codes without words. errors.As finds
// the cause behind the error.
func (w *Words[C]) Refusal(a Address, code C, said string, cause error) error {
	text := w.Texts[code]
	if text == "" || a.Query != "" && slices.Contains(w.Misnamed, code) {
		text = fmt.Sprintf("the server refused the query (its error %v): %s", code, said)
	}
	return &refusal{text, cause, slices.Contains(w.Beyond, code), slices.Contains(w.Password, code)}
}

// refusal is an error of a server in words.
type refusal struct {
	text             string
	cause            error // the server's own error, or nil
	beyond, password bool
}

func (e *refusal) Error() string { return e.text }
func (e *refusal) Unwrap() error { return e.cause }

// Is reports whether the error is ErrBeyond or ErrPassword.
func (e *refusal) Is(target error) bool {
	return e.beyond && target == ErrBeyond || e.password && target == ErrPassword
}

// Unreached explains why no connection to a server was made. It returns nil for an error of another kind. waited is how
// long the client waited for the server.
func Unreached(a Address, err error, waited time.Duration) error {
	var (
		unknown x509.UnknownAuthorityError
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
		name    *net.DNSError
		wait    net.Error
	)
	switch {
	case errors.As(err, &host):
		return fmt.Errorf("the certificate of %s is for another name: check the host, or ask the server's "+
			"administrator", a.Host)
	case errors.As(err, &unknown):
		return fmt.Errorf("the certificate of %s is signed by nobody whom this machine trusts: add the signer to the "+
			"machine's certificates", a.Host)
	case errors.As(err, &invalid):
		return fmt.Errorf("the certificate of %s is not valid (%w): ask the server's administrator", a.Host, invalid)
	case errors.As(err, &name):
		return fmt.Errorf("no host is named %s: check its name and the network", name.Name)
	case errors.As(err, &wait) && wait.Timeout():
		return Unanswered(a, waited)
	case IsDialling(err):
		return fmt.Errorf("no server answers at %s: check the host and the port, and whether the server runs", a.Host)
	}
	return nil
}

// IsDialling reports whether an error stopped the attempt to connect.
func IsDialling(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}
