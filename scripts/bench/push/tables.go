package push

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// server is a server of scripts/cluster.sh. All servers have the same rows.
type server struct {
	name    string
	address string // address of a table, without the name of the table
	create  func(ctx context.Context, table string, rows int) error
	drop    func(ctx context.Context, table string) error
}

// servers returns two shards of ClickHouse, and PostgreSQL. Their ports are numbered from `first` on.
func servers(first int) []server {
	at := func(port int) string { return fmt.Sprintf("127.0.0.1:%d", first+port) }
	shards, postgres := []string{at(0), at(1)}, "cardinal@"+at(7)+"/flights"
	return []server{
		{"ClickHouse", "clickhouse://default@" + at(0) + "/default?table=",
			func(ctx context.Context, table string, rows int) error {
				return createSharded(ctx, shards, table, rows)
			},
			func(ctx context.Context, table string) error {
				return onShards(ctx, shards, "DROP TABLE IF EXISTS "+table, "DROP TABLE IF EXISTS "+table+"_shard")
			}},
		{"PostgreSQL", "postgres://" + postgres + "?table=public.",
			func(ctx context.Context, table string, rows int) error {
				return createCopied(ctx, postgres, table, rows)
			},
			func(ctx context.Context, table string) error {
				return onPostgres(ctx, postgres, "DROP TABLE IF EXISTS "+table, nil)
			}},
	}
}

// generateRows generates the rows of one shard as lines with tabs, in the order of createSharded's columns. `label` has
// 50 values, `thousand` and `value` have 1,000 values, `many` has a tenth as many values as rows, and `wide` has nearly
// as many values as rows. `f` is a float, and `day` is a day of four years.
func generateRows(rows, shard, shards int) io.Reader {
	out, in := io.Pipe()
	go func() {
		w := bufio.NewWriterSize(in, 1<<20)
		r := rand.New(rand.NewPCG(22, 22))
		start := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
		for row := range rows {
			label, thousand, many, value, wide := r.IntN(50), r.IntN(1000), r.IntN(max(10, rows/10)), r.IntN(1000),
				r.IntN(1<<30)
			if day := start.AddDate(0, 0, r.IntN(1461)); row%shards == shard {
				fmt.Fprintf(w, "label %d\t%d\t%d\t%d\t%d\t%g\t%s\n", label, thousand, many, value, wide,
					float64(wide)/7, day.Format(time.DateOnly))
			}
		}
		_ = in.CloseWithError(w.Flush())
	}()
	return out
}

func createSharded(ctx context.Context, shards []string, table string, rows int) error {
	err := onShards(ctx, shards, "DROP TABLE IF EXISTS "+table, "DROP TABLE IF EXISTS "+table+"_shard",
		"CREATE TABLE "+table+"_shard (label String, thousand UInt16, many UInt32, value UInt16, wide UInt32, f "+
			"Float64, day Date) ENGINE = MergeTree ORDER BY label",
		"CREATE TABLE "+table+" AS "+table+"_shard ENGINE = Distributed(two, default, "+table+"_shard)")
	for i, shard := range shards {
		if err == nil {
			err = onShard(ctx, shard, "INSERT INTO "+table+"_shard FORMAT TabSeparated",
				generateRows(rows, i, len(shards)))
		}
	}
	return err
}

func onShards(ctx context.Context, shards []string, sql ...string) error {
	for _, shard := range shards {
		for _, s := range sql {
			if err := onShard(ctx, shard, s, http.NoBody); err != nil {
				return err
			}
		}
	}
	return nil
}

func onShard(ctx context.Context, shard, sql string, body io.Reader) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+shard+"/", body)
	if err != nil {
		return err
	}
	r.URL.RawQuery = url.Values{"query": {sql}}.Encode()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("cannot ask the shard (start it with scripts/cluster.sh start): %w", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", sql, text)
	}
	return err
}

func createCopied(ctx context.Context, address, table string, rows int) error {
	err := onPostgres(ctx, address, "DROP TABLE IF EXISTS "+table, nil)
	if err == nil {
		err = onPostgres(ctx, address, "CREATE TABLE "+table+" (label text, thousand smallint, many integer, value "+
			"smallint, wide integer, f double precision, day date)", nil)
	}
	if err == nil {
		err = onPostgres(ctx, address, "COPY "+table+" FROM STDIN", generateRows(rows, 0, 1))
	}
	if err == nil {
		err = onPostgres(ctx, address, "ANALYZE "+table, nil)
	}
	return err
}

// onPostgres runs a command, or a COPY if there are lines.
func onPostgres(ctx context.Context, address, sql string, lines io.Reader) error {
	c, err := pgconn.Connect(ctx, "postgres://"+address+"?sslmode=disable")
	if err != nil {
		return fmt.Errorf("cannot ask PostgreSQL (start it with scripts/cluster.sh start): %w", err)
	}
	defer func() { _ = c.Close(ctx) }()
	if lines != nil {
		_, err = c.CopyFrom(ctx, lines, sql)
	} else {
		_, err = c.Exec(ctx, sql).ReadAll()
	}
	return err
}
