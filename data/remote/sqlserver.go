package remote

import (
	"fmt"
	"strings"
)

// sqlServerText writes the characters of a text between the quotes of a literal. In T-SQL, a backslash before a line
// break continues the literal in the next line: both are left out of the text. So the literal is cut between them.
var sqlServerText = strings.NewReplacer("'", "''", "\\\n", "\\'+N'\n", "\\\r", "\\'+N'\r")

// Misfit begins the text that SQL Server is asked to convert to a number in place of a number that does not fit. The
// server's error has the text.
const Misfit = "beyond 64 bits: "

// convertSQLServer implements Kind.convert. It reads all texts as UTF-16: a collation with another code page than the
// column's would lose characters. A datetime counts 300ths of a second, and the server shows milliseconds.
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
