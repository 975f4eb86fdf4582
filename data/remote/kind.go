package remote

import (
	"encoding/hex"
	"slices"
	"strings"

	"cardinal/data"
)

// The kinds of servers.
const (
	ClickHouse = "clickhouse"
	PostgreSQL = "postgres"
	MySQL      = "mysql"
	SQLServer  = "sqlserver"
	DuckDB     = "duckdb" // no server; Cardinal writes statements that a person runs in DuckDB
)

// Kind describes a kind of servers: its addresses, and how its SQL writes names and values.
type Kind struct {
	Name     string // in addresses
	Title    string // for people
	schemes  []string
	ports    [2]string                // without and with TLS
	User     string                   // of an address without a user
	Database func(user string) string // of an address without a database
	words    bool                     // addresses have sslmode; else secure=1 demands TLS
	TLS      bool                     // an address without a mode demands TLS
	Untried  bool                     // Cardinal has not been tried on such a server
	schemas  bool                     // a table's name has a schema; else the database precedes the table
	name     func(name string) string
	text     func(text string) string
	asText   string // format of a value that the server writes as a text
	asNumber string // format of a value that the server converts to a number
	// convert returns the SQL that converts a column to the type in which its values are read. name is the column in
	// SQL. nil: asText and asNumber convert
	convert func(name string, c Column) string
	// the wall time in a zone, as a format that takes an instant and the zone; "": the server's zones are not used
	zoned string
	// held writes a condition that is true if a column of Cardinal can hold the date or time; nil: it can hold every
	// value
	held func(name string, c Column) string
}

// Kinds has every kind of servers, in the order of the window.
var Kinds = []Kind{
	{
		Name: ClickHouse, Title: "ClickHouse", schemes: []string{"clickhouse", "clickhouses"},
		ports: [2]string{"8123", "8443"}, User: "default", Database: func(string) string { return "default" },
		name: func(name string) string { return "`" + clickHouseName.Replace(name) + "`" },
		text: func(text string) string { return "'" + clickHouseText.Replace(text) + "'" }, asText: "toString(%s)",
	},
	{
		Name: PostgreSQL, Title: "PostgreSQL", schemes: []string{"postgres", "postgresql"},
		ports: [2]string{"5432", "5432"}, User: "postgres", Database: func(user string) string { return user },
		words: true, schemas: true,
		name:   func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` },
		text:   func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" },
		asText: "%s::text", asNumber: "(%s::numeric)", zoned: "(%s at time zone %s)",
		held: isFinite,
	},
	{
		Name: MySQL, Title: "MySQL/MariaDB", schemes: []string{"mysql", "mariadb"},
		ports: [2]string{"3306", "3306"}, User: "root", Database: func(string) string { return "" },
		words: true, name: func(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" },
		// digits mean the same in every sql_mode
		text:   func(text string) string { return "_utf8mb4 x'" + hex.EncodeToString([]byte(text)) + "'" },
		asText: "cast(%s as char)", asNumber: "(%s + 0)", held: isInCalendar,
	},
	{
		Name: SQLServer, Title: "SQL Server", schemes: []string{"sqlserver", "mssql"},
		ports: [2]string{"1433", "1433"}, User: "sa", Database: func(string) string { return "" },
		words: true, TLS: true, Untried: true, schemas: true, convert: convertSQLServer,
		name: func(name string) string { return "[" + strings.ReplaceAll(name, "]", "]]") + "]" },
		text: func(text string) string { return "N'" + sqlServerText.Replace(text) + "'" },
	},
}

// HasZones reports whether the servers are asked for the wall times of zones.
func (k *Kind) HasZones() bool { return k.zoned != "" }

// duckDB writes names and values as PostgreSQL does.
var duckDB = Kind{Name: DuckDB, Title: "DuckDB", schemas: true, name: Kinds[1].name, text: Kinds[1].text,
	asText: "%s::varchar", asNumber: "%s"}

// Written lists the kinds for which statements are written, in the order of menus. SQL Server is left out: it ignores
// blanks at the end of texts, so that a plain GROUP BY gives other figures.
func Written() []Kind { return slices.Concat([]Kind{duckDB}, Kinds[1:2], Kinds[:1], Kinds[2:3]) }

// KindOf returns the kind with a name, or the first kind if no kind has the name.
func KindOf(name string) *Kind {
	if name == DuckDB {
		return &duckDB
	}
	return &Kinds[max(0, slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name }))]
}

var (
	clickHouseName = strings.NewReplacer(`\`, `\\`, "`", "\\`", "\x00", `\0`)
	clickHouseText = strings.NewReplacer(`\`, `\\`, "'", `\'`, "\x00", `\0`)
)

// isFinite excludes infinity, and the last years of PostgreSQL's calendar: their microseconds since 1970 need more than
// 64 bits.
func isFinite(name string, c Column) string {
	if c.Type == data.Date {
		return "isfinite(" + name + ")"
	}
	return "(" + name + " > '-infinity' AND " + name + " < '292277-01-01')"
}

// isInCalendar excludes dates of MySQL that are in no calendar, such as 0000-00-00 and 2024-02-31, and the year 0.
func isInCalendar(name string, _ Column) string {
	return "(month(" + name + ") > 0 AND day(" + name + ") > 0 AND from_days(to_days(" + name + ")) = date(" + name +
		"))"
}
