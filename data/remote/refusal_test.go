package remote

import (
	"crypto/x509"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestUnreachedByCertificate(t *testing.T) {
	for want, err := range map[string]error{
		"is for another name":  fmt.Errorf("tls: %w", x509.HostnameError{Certificate: &x509.Certificate{}, Host: "db"}),
		"is signed by nobody":  x509.UnknownAuthorityError{},
		"is not valid (x509: ": x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired},
		"":                     errors.New("connection refused"),
	} {
		said := Unreached(Address{Host: "db:5432"}, err, 0)
		if (said == nil) != (want == "") || said != nil && !strings.HasPrefix(said.Error(),
			"the certificate of db:5432 "+want) {
			t.Errorf("%v: %v, want %q", err, said, want)
		}
	}
}
