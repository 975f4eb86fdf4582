package dial

import (
	"os"

	"github.com/zalando/go-keyring"

	"cardinal/remote"
)

// Variable names the variable of the environment from which commands take a password.
const Variable = "CARDINAL_PASSWORD"

// service is what the entries of the keyring are kept under.
const service = "Cardinal"

// account is the server and the user that a password is for.
func account(a remote.Address) string {
	a.Table, a.Mode, a.Secure = "", "", false
	return a.String()
}

// Password is the password of an address: that of the environment, or of the system's keyring. It is "" where there is none.
func Password(a remote.Address) string {
	if p, set := os.LookupEnv(Variable); set {
		return p
	}
	p, err := keyring.Get(service, account(a))
	if err != nil {
		return ""
	}
	return p
}
