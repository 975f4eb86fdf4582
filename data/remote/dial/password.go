package dial

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/zalando/go-keyring"

	"cardinal/data/remote"
	"cardinal/data/remote/clickhouse"
	"cardinal/data/remote/postgres"
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

// passwordOf is the password of an address: that of the environment, or of the system's keyring. It is "" where
// there is none.
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

// Passwords are those that a person typed since the program began. They are in memory alone. The zero Passwords
// is valid, and so is nil, which has none. Many goroutines may use Passwords at once.
type Passwords struct {
	mu    sync.Mutex
	typed map[string]string // by account
}

// Typed takes a password for the server and the user of an address.
func (p *Passwords) Typed(a remote.Address, password string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.typed == nil {
		p.typed = map[string]string{}
	}
	p.typed[account(a)] = password
}

// Of is the password of an address: the one that was typed, or that of passwordOf.
func (p *Passwords) Of(a remote.Address) string {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if typed, is := p.typed[account(a)]; is {
			return typed
		}
	}
	return passwordOf(a)
}

// Keep puts a password into the system's keyring, from where passwordOf takes it the next time.
func Keep(a remote.Address, password string) error {
	if err := keyring.Set(service, account(a), password); err != nil {
		return fmt.Errorf("the password is not kept: this system has no keyring that is open (%w)", err)
	}
	return nil
}

// Locked is the error of a server that lets a user in with another password only.
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

// locked makes a Locked of an error of Connect where the password is what is wrong.
func locked(a remote.Address, password string, err error) error {
	if clickhouse.WrongPassword(err) || postgres.WrongPassword(err) {
		return &Locked{a, password == "", err}
	}
	return err
}

// unkept adds where a password can come from to an error of a server that was given none.
func unkept(err error) error {
	if errors.As(err, new(*Locked)) {
		return fmt.Errorf("%w; a password is taken from the variable %s, from the system's keyring or from the address", err, Variable)
	}
	return err
}
