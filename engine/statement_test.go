package engine

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/remote/remotetest"
	"cardinal/engine/pushdown"
	"cardinal/engine/pushdown/pushtest"
)

// TestStatements runs the statements of random pivots on every server, and compares their rows with the answers of
// this machine. A statement that a server refuses, for a number that overflows, gives no figure.
func TestStatements(t *testing.T) {
	onServers(t, func(t *testing.T, kind string, send sending) {
		if kind == "sqlserver" { // no statements are written for it
			return
		}
		e := New(Options{NoGPU: true})
		defer e.Close()
		equal, refused, failed := 0, map[string]int{}, map[string]int{}
		for seed := uint64(0); equal < 300; seed++ {
			if seed > 300 {
				t.Fatalf("%d pivots are equal, %d were refused, and %v failed", equal, len(refused), failed)
			}
			r := rand.New(rand.NewPCG(seed, 60))
			local, of := onServer(tameTable(r), kind)
			server := send(t, local, of).(*plainServer)
			for range 12 {
				q := pushtest.Query(r)
				q.Filter = withLatest(local, q.Filter)
				text, err := pushdown.NewWriter(server.dialect, of).Statement(q)
				if err != nil {
					refused[err.Error()]++
					continue
				}
				a, err := e.Pivot(t.Context(), local, q, RunOptions{})
				if err != nil {
					continue
				}
				send := server.send
				if send == nil {
					send = fromMariaDB(remotetest.At(t, remotetest.MariaDB))
				}
				body, err := send(t.Context(), strings.TrimSuffix(text, ";\n"))
				if err != nil {
					failed[err.Error()]++
					t.Logf("%v\n%s", err, text)
					continue
				}
				if err := pushtest.Compare(a.Tab, rowsOf(body)); err != nil {
					t.Fatalf("table %d: %v\n%s\n%s", seed, err, text, body)
				}
				equal++
			}
			server.Close()
		}
		t.Logf("%d pivots are equal, %d failed, and refused are %v", equal, len(failed), refused)
	})
}

// fromMariaDB asks as plainServer.send does.
func fromMariaDB(host string) func(ctx context.Context, statement string) ([]byte, error) {
	return func(ctx context.Context, statement string) ([]byte, error) {
		db, err := sql.Open("mysql", "cardinal@tcp("+host+")/flights")
		if err != nil {
			return nil, err
		}
		defer db.Close()
		rows, err := db.QueryContext(ctx, statement)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		names, err := rows.Columns()
		var out bytes.Buffer
		for err == nil && rows.Next() {
			values, at := make([]sql.NullString, len(names)), make([]any, len(names))
			for i := range values {
				at[i] = &values[i]
			}
			err = rows.Scan(at...)
			for i, v := range values {
				text := strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`).Replace(v.String)
				if !v.Valid {
					text = `\N`
				}
				out.WriteString([]string{"", "\t"}[min(i, 1)] + text)
			}
			out.WriteByte('\n')
		}
		return out.Bytes(), cmp.Or(err, rows.Err())
	}
}

// rowsOf reads the rows of a plain server.
func rowsOf(body []byte) (rows [][]*string) {
	for line := range strings.Lines(string(body)) {
		var row []*string
		for field := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), "\t") {
			text := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\'`, "'").Replace(field)
			if row = append(row, &text); field == `\N` {
				row[len(row)-1] = nil
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// tameTable returns a random table without floats that are no numbers, which text protocols write in several ways,
// and without numbers whose products overflow.
func tameTable(r *rand.Rand) *data.Table {
	t := randomTable(r, 300)
	var columns []*data.Column
	for _, c := range t.Columns {
		switch c.Name {
		case "i", "m":
			ints := make([]int64, t.Rows)
			for row := range ints {
				if v := c.Value(row); !v.IsNull() {
					ints[row] = c.Int(row) % 100_000
				}
			}
			c = data.NewInts(c.Name, c.Type, c.Scale, ints, c.Valid)
		case "f":
			floats := make([]float64, t.Rows)
			for row := range floats {
				floats[row] = (r.Float64() - 0.5) * 1e4
			}
			c = data.NewFloatColumn("f", floats, c.Valid)
		case "h", "w", "g", "s":
			continue
		}
		columns = append(columns, c)
	}
	return data.NewTable("random", columns)
}
