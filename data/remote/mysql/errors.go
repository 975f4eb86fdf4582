package mysql

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/go-sql-driver/mysql"

	"cardinal/data/remote"
)

// unknownVariable is the number of the error on a setting that the server does not have.
const unknownVariable = 1193

// words has sentences for the server's errors: what happened and what to do.
var words = remote.Words[uint16]{Texts: map[uint16]string{
	1021: "the server's disk is full",
	1038: "the query needs more memory for sorting than the server has: keep fewer fields, or filter",
	1040: "the server has as many connections as it allows: try again in a moment",
	1041: "the query needs more memory than the server has: keep fewer fields, or filter",
	1044: "the user may not use the database, or the server has none of this name",
	1045: "the password is wrong, or the server knows no user of this name for this machine",
	1049: "the database is not on the server: check its name",
	1053: "the server was shut down in the middle of the query: run it again when it is up",
	1054: "a column is no longer in the table: open the table again",
	1114: "the query needs more room for its groups than the server has: keep fewer fields, or filter",
	1129: "the server refuses this machine after too many failed connections: ask the server's " +
		"administrator (FLUSH HOSTS)",
	1130: "the server lets nobody in from this machine: ask the server's administrator",
	1142: "the user may not read the table",
	1143: "the user may not read a column",
	1146: "the table is not on the server: it was dropped or renamed, or the name is misspelt",
	1203: "the user has as many connections as the server allows: try again in a moment",
	1205: "the table is locked: try again in a moment",
	1317: "the server stopped the query: someone stopped it; run it again",
	1356: "the view names a table or a column that is gone, or that the user may not read",
	1690: "a number is beyond the 64 bits or the places that were found when the table was opened: open the table " +
		"again",
	1698: "the password is wrong, or the server knows no user of this name for this machine",
	1927: "the server closed the connection: someone stopped it; run it again",
	1969: "the server stopped the query: it took longer than the server's max_statement_time allows; keep fewer " +
		"fields, or filter",
	3024: "the server stopped the query: it took longer than the server's max_execution_time allows; keep fewer " +
		"fields, or filter",
	3159: "the server wants TLS: connect with TLS (sslmode=require)",
}, Misnamed: []uint16{1054, 1142, 1143, 1146}, Beyond: []uint16{1038, 1041, 1114, 1969, 3024},
	Password: []uint16{1045, 1698}}

// number returns the number of the server's error; 0: err is no error of the server.
func number(err error) uint16 {
	var server *mysql.MySQLError
	if !errors.As(err, &server) {
		return 0
	}
	return server.Number
}

// inWords returns a sentence on what happened and what to do. The sentence may name the host, but has neither the whole
// address nor a password.
func inWords(a remote.Address, err error) error {
	var server *mysql.MySQLError
	unreached := remote.Unreached(a, err, remote.Patience)
	switch {
	case errors.As(err, &server):
		return words.Refusal(a, server.Number, server.Message, server)
	case errors.As(err, new(*remote.TooMany)), errors.As(err, new(*remote.Unlike)):
		return err
	case errors.Is(err, mysql.ErrNoTLS):
		return remote.Unlikef("%s does not speak TLS: check the port, or connect without TLS", a.Host)
	case unreached != nil:
		return unreached
	case errors.As(err, new(*net.OpError)), errors.Is(err, mysql.ErrInvalidConn), errors.Is(err, driver.ErrBadConn),
		errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the connection to %s broke off: run it again", a.Host)
	}
	return err
}
