package remote

import (
	"fmt"
	"strings"
)

// sqlServerText escapes a text for a literal. In a literal of T-SQL, a backslash before a line break continues the
// line, and the server drops both characters. So sqlServerText ends the literal between them and appends another
// literal.
var sqlServerText = strings.NewReplacer("'", "''", "\\\n", "\\'+N'\n", "\\\r", "\\'+N'\r")

// Misfit begins a text that is not a number. If a number does not fit, the SQL converts this text to a number instead.
// The server then returns an error that quotes the text.
const Misfit = "beyond 64 bits: "

// convertSQLServer implements Kind.convert. It converts all texts to UTF-16, because a collation with another code page
// than the column's would lose characters. A datetime is stored in 300ths of a second. It is read in milliseconds, as
// the server shows it.
func convertSQLServer(name string, c Column) string {
	kind, size, _ := strings.Cut(strings.TrimSuffix(c.Declared, ")"), "(")
	as := ""
	switch kind {
	case "money", "smallmoney":
		as = "decimal(19, 4)"
	case "datetime", "smalldatetime":
		as = fmt.Sprintf("datetime2(%d)", c.Scale)
	case "datetimeoffset":
		name, as = "SWITCHOFFSET("+name+", N'+00:00')", fmt.Sprintf("datetime2(%d)", c.Scale)
	case "char", "varchar":
		if as = "nvarchar(" + size + ")"; size == "max" || len(size) == 4 && size > "4000" {
			as = "nvarchar(max)"
		}
	case "uniqueidentifier":
		as = "nvarchar(36)"
	case "time":
		as = "nvarchar(16)"
	case "xml", "json":
		as = "nvarchar(max)"
	default:
		return name
	}
	return "CAST(" + name + " AS " + as + ")"
}
