package postgres

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"cardinal/data/remote"
)

// words explains the server's codes: what happened and what to do.
var words = remote.Words[string]{Texts: map[string]string{
	"28P01": "the password is wrong, or the server knows no user of this name",
	"28000": "the server lets no such user in from this machine: check the user's name, or ask the server's " +
		"administrator",
	"3D000": "the database is not on the server: check its name",
	"42501": "the user may not read the table",
	"42P01": "the table is not on the server: it was dropped or renamed, or the name is misspelt",
	"42703": "a column is no longer in the table: open the table again",
	"53100": "the server's disk is full",
	"53200": "the query needs more memory than the server has: keep fewer fields, or filter",
	"53300": "the server has as many connections as it allows: try again in a moment",
	"57014": "the server stopped the query: it took longer than the server's statement_timeout allows, or someone " +
		"stopped it; keep fewer fields, or filter",
	"57P01": "the server was shut down in the middle of the query: run it again when it is up",
	"57P02": "the server broke down in the middle of the query: run it again when it is up",
	"57P03": "the server is starting: try again in a moment",
	"22P02": "a number has more places than were found when the table was opened: open the table again, or a view " +
		"that rounds the column",
	"22008": "a date is beyond those that the server's own functions take: filter such dates",
	"22003": "a number does not fit the 64 bits in which it was requested: open the table again; if that does not " +
		"help, filter",
}, Misnamed: []string{"42501", "42P01", "42703"}, Beyond: []string{"53200"}, Password: []string{"28P01"}}

// inWords returns a sentence on what happened and what to do. waited is how long the client waited for the server. No
// error contains an address or a password.
func inWords(a remote.Address, err error, waited time.Duration) error {
	var server *pgconn.PgError
	unreached := remote.Unreached(a, err, waited)
	switch {
	case errors.As(err, new(*remote.TooMany)):
		return err
	case errors.As(err, &server) && server.Code == "0A000" && strings.HasSuffix(server.Message,
		" to bigint"): // the server cannot cast NaN or infinity
		return errors.New("a column of numbers has NaN or infinity, which sums cannot take: open the table again, or " +
			"filter such values")
	case errors.As(err, &server):
		return words.Refusal(a, server.Code, server.Message, server)
	case a.Secure && strings.Contains(err.Error(), "server refused TLS"):
		return remote.Unlikef("%s does not speak TLS: check the port, or connect without TLS", a.Host)
	case unreached != nil:
		return unreached
	case errors.As(err, new(*pgconn.ConnectError)):
		return remote.Unlikef("%s does not answer like PostgreSQL: check the host and the port", a.Host)
	case errors.As(err, new(*net.OpError)) || pgconn.SafeToRetry(err) || strings.Contains(err.Error(), "EOF"):
		return fmt.Errorf("the connection to %s broke off: run it again", a.Host)
	}
	return err
}
