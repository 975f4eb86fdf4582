package dial

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/zalando/go-keyring"

	"cardinal/data/remote"
)

// Variable is the name of the environment variable from which commands take a password.
const Variable = "CARDINAL_PASSWORD"

// service is the name under which the keyring has the entries.
const service = "Cardinal"

// account returns a name for the server and the user that a password is for.
func account(a remote.Address) string {
	a.Table, a.Mode, a.Secure = "", "", remote.KindOf(a.Kind).TLS
	return a.String()
}

// passwordOf returns the password of an address from the environment or from the system's keyring. It returns "" if
// neither has one.
func passwordOf(a remote.Address) string {
	if p, set := os.LookupEnv(Variable); set {
		return p
	}
	p, err := keyring.Get(service, account(a))
	if err != nil {
		return ""
	}
	return p
}

// Passwords has the passwords that a person typed since the program began. They exist only in memory. The zero
// Passwords and nil are valid and have no passwords. Many goroutines may use Passwords at once.
type Passwords struct {
	mu    sync.Mutex
	typed map[string]string // by account
}

// Remember stores a password for the server and the user of an address.
func (p *Passwords) Remember(a remote.Address, password string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.typed == nil {
		p.typed = map[string]string{}
	}
	p.typed[account(a)] = password
}

// Find returns the password of an address: the typed password, else the result of passwordOf.
func (p *Passwords) Find(a remote.Address) string {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if typed, is := p.typed[account(a)]; is {
			return typed
		}
	}
	return passwordOf(a)
}

// Keep stores a password in the system's keyring, where passwordOf finds it the next time.
func Keep(a remote.Address, password string) error {
	if err := keyring.Set(service, account(a), password); err != nil {
		return fmt.Errorf("the password is not kept: this system has no keyring that is open (%w)", err)
	}
	return nil
}

// Locked is the error of a server that needs another password.
type Locked struct {
	Address remote.Address
	none    bool // no password was given
	err     error
}

func (e *Locked) Error() string {
	if e.none {
		return "the server wants a password of the user " + e.Address.User + ", or knows no user of this name"
	}
	return e.err.Error()
}

func (e *Locked) Unwrap() error { return e.err }

// asLocked returns a Locked for an error of Connect if the server needs another password. It returns any other error
// unchanged.
func asLocked(a remote.Address, password string, err error) error {
	if errors.Is(err, remote.ErrPassword) {
		return &Locked{a, password == "", err}
	}
	return err
}

// addPasswordHint says where a password can be given, if err is a server's request for a password.
func addPasswordHint(err error) error {
	if errors.As(err, new(*Locked)) {
		return fmt.Errorf("%w; a password is taken from the variable %s, from the system's keyring or from the address",
			err, Variable)
	}
	return err
}
