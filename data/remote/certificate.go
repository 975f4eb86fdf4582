package remote

import (
	"crypto/x509"
	"errors"
	"fmt"
)

// Distrusted returns a sentence on why the certificate of a server is not trusted; nil if err has another cause.
func Distrusted(a Address, err error) error {
	var (
		unknown x509.UnknownAuthorityError
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
	)
	switch {
	case errors.As(err, &host):
		return fmt.Errorf("the certificate of %s is for another name: check the host, or ask the server's keeper",
			a.Host)
	case errors.As(err, &unknown):
		return fmt.Errorf("the certificate of %s is signed by nobody whom this machine trusts: add the signer to the "+
			"machine's certificates", a.Host)
	case errors.As(err, &invalid):
		return fmt.Errorf("the certificate of %s is not valid (%w): ask the server's keeper", a.Host, invalid)
	}
	return nil
}
