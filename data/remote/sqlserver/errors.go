package sqlserver

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	mssql "github.com/microsoft/go-mssqldb"

	"cardinal/data/remote"
)

// conversion is the number of the error on a text that is no number. Cardinal's questions provoke it for a number that
// does not fit.
const (
	conversion = 245
	misfit     = -conversion // stands for the error if Cardinal's question provoked it
)

// words explains the server's errors: what happened and what to do.
var words = remote.Words[int32]{Texts: map[int32]string{
	misfit: "a number is beyond the 64 bits or the places that were found when the table was opened: open the table " +
		"again",
	207:   "a column is no longer in the table: open the table again",
	208:   "the table is not on the server: it was dropped or renamed, or the name is misspelt",
	229:   "the user may not read the table",
	230:   "the user may not read a column",
	1033:  "a query as a table cannot end with ORDER BY on SQL Server: leave it out",
	1205:  "the server stopped the query in favour of another one: run it again",
	4060:  "the user may not use the database, or the server has none of this name",
	8115:  "a number or a sum is beyond 64 bits: filter, or open a view that leaves large numbers out",
	8155:  "each column of a query needs a name: write one, as in count(*) AS n",
	18452: "the password is wrong, or the server knows no user of this name",
	18456: "the password is wrong, or the server knows no user of this name",
	18487: "the password has expired: change it with another program",
	40615: "the server lets nobody in from this machine: ask the server's administrator",
}, Misnamed: []int32{207, 208, 229, 230}, Beyond: []int32{701, 1105, 8623, 8632, 8645, 9002},
	Password: []int32{18452, 18456}}

// inWords returns a sentence on what happened and what to do. No error contains an address or a password.
func inWords(a remote.Address, err error) error {
	var server mssql.Error
	unreached := remote.Unreached(a, err, remote.Patience)
	switch {
	case errors.As(err, &server) && server.Number == conversion && strings.Contains(server.Message, remote.Misfit):
		return words.Refusal(a, misfit, server.Message, server)
	case errors.As(err, &server) && server.Number != 0:
		return words.Refusal(a, server.Number, server.Message, server)
	case errors.As(err, new(*remote.TooMany)), errors.As(err, new(*remote.Unlike)):
		return err
	case unreached != nil:
		return unreached
	case errors.As(err, new(net.Error)), errors.As(err, new(mssql.StreamError)), errors.As(err, new(mssql.ServerError)),
		errors.Is(err, driver.ErrBadConn), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the connection to %s broke off: run it again", a.Host)
	}
	return err
}
