package remote_test

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/remote"
)

// TestInZones says which zones a table on a server can be asked for, and leaves the others out where the table may have
// changed.
func TestInZones(t *testing.T) {
	for entry, words := range map[string]string{
		"AT=europe/berlin":  "",
		"at=UTC":            "",
		"at=file":           "a server names no zone",
		"at=Nowhere":        "no zone has this name",
		"gone=UTC":          "has no column gone",
		"wall=Asia/Tokyo":   "wall has no times with a zone: it is timestamp without time zone",
		"clickhouse":        "write a column and a zone",
		"at=Asia/Kathmandu": "",
	} {
		of := table(remote.PostgreSQL)
		err := of.InZones([]string{entry}, false)
		if words == "" && err != nil || words != "" && (err == nil || !strings.Contains(err.Error(), words)) {
			t.Errorf("%s: %v", entry, err)
		}
		if at := of.Columns[0]; words == "" && entry != "at=UTC" && (at.UTC || at.Zone == "" ||
			of.Schema().Columns[0].Zone != at.Zone || !strings.Contains(remote.Dialect{Kind: remote.PostgreSQL}.Value(at),
			`("at" at time zone '`+at.Zone+"')")) {
			t.Errorf("%s: %+v", entry, at)
		}
		of = table(remote.PostgreSQL)
		if err := of.InZones([]string{entry}, true); err != nil || len(of.Notes) > 0 != (words != "") {
			t.Errorf("%s: %v, %q", entry, err, of.Notes)
		}
	}
	for _, kind := range []string{remote.ClickHouse, remote.MySQL, remote.SQLServer} {
		if err := table(kind).InZones([]string{"at=Asia/Tokyo"}, false); err == nil || remote.KindOf(kind).HasZones() ||
			!strings.Contains(err.Error(), "does not ask "+remote.KindOf(kind).Title+" for the times of a zone") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func table(kind string) *remote.Table {
	return &remote.Table{Address: remote.Address{Kind: kind, Table: "t"}, Columns: []remote.Column{
		{Name: "at", Type: data.Timestamp, Scale: 6, UTC: true, Nullable: true, Declared: "timestamp with time zone"},
		{Name: "wall", Type: data.Timestamp, Scale: 6, Declared: "timestamp without time zone"},
	}}
}
