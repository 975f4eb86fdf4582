package remote_test

import (
	"strings"
	"testing"

	"cardinal/data/remote"
)

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"clickhouse://localhost?table=t":                               "clickhouse://default@localhost:8123/default?table=t",
		"clickhouses://ann:secret@h/db?table=a%20b":                    "clickhouse://ann@h:8443/db?secure=1&table=a+b",
		"clickhouse://ann@[::1]:9/db?secure=1":                         "clickhouse://ann@[::1]:9/db?secure=1",
		"postgres://ann:secret%40@h/db?table=public.t&sslmode=require": "postgres://ann@h:5432/db?sslmode=require&table=public.t",
		"postgresql://ann@h:1/d%20b?table=s.%22t%22":                   "postgres://ann@h:1/d%20b?table=s.%22t%22",
		"POSTGRES://h": "postgres://postgres@h:5432/postgres",
		"mariadb://ann:secret@h/d?table=t&sslmode=require": "mysql://ann@h:3306/d?sslmode=require&table=t",
		"mssql://ann:secret@h/d?table=dbo.t":               "sqlserver://ann@h:1433/d?table=dbo.t",
		"sqlserver://h/d?table=dbo.t&sslmode=require":      "sqlserver://sa@h:1433/d?sslmode=require&table=dbo.t",
		"sqlserver://ann@h/d?table=dbo.t&sslmode=disable":  "sqlserver://ann@h:1433/d?sslmode=disable&table=dbo.t",
	} {
		a, _, err := remote.ParseAddress(text)
		if err != nil || a.String() != want {
			t.Errorf("%s: %s, not %s: %v", text, a, want, err)
		}
		if again, _, err := remote.ParseAddress(a.String()); err != nil || again != a {
			t.Errorf("%s is read as %+v, and was %+v: %v", a, again, a, err)
		}
	}
	for text, words := range map[string]string{
		"clickhouse://ann:secret%zz@h/db":     "cannot be read",
		"postgres://ann:secret@/db":           "names no server",
		"postgres://ann:secret@h/d?sslmode=x": "sslmode=x is not known",
		"clickhouse://ann:secret@h/d?tabel=x": "tabel",
		"oracle://ann:secret@h/d":             "begins with clickhouse://, postgres://, mysql:// or sqlserver://",
		"mysql://ann:secret@h/d?secure=1":     "secure",
	} {
		if _, _, err := remote.ParseAddress(text); err == nil || !strings.Contains(err.Error(), words) ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v does not say %q", text, err, words)
		}
	}
	if _, password, _ := remote.ParseAddress("postgres://ann:secret%40@h/db"); password != "secret@" {
		t.Error(password)
	}
	for text, want := range map[string]bool{"clickhouse://h": true, "Postgres://h": true, "C:\\data.csv": false,
		"http://h": false, "a.csv\nclickhouse://h": false} {
		if remote.IsAddress(text) != want {
			t.Error(text)
		}
	}
}
