package shards

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
)

// ports returns the ports of the shards, as scripts/cluster.sh numbers them.
func ports(first, shards int) []int {
	out := make([]int, shards)
	for i := range out {
		out[i] = first + i%2 + i/2*10
	}
	return out
}

// clusters are the names of 1 to 4 shards in scripts/cluster.sh.
var clusters = []string{"one", "two", "three", "four"}

// columns is SQL for the columns of a row, given its number: 50 labels, a thousand whole numbers, a number with 1,000
// values, a number with nearly as many values as rows, and the days of four years.
const columns = "concat('label ', toString(intHash64(row) % 50)) AS label, toUInt16(intHash64(row + 1000000007) % " +
	"1000) AS thousand, toUInt16(intHash64(row + 2000000011) % 1000) AS value, " +
	"toUInt32(intHash64(row + 3000000019) % 1073741824) AS wide, toDate('2020-01-01') + toUInt16(intHash64(row + " +
	"4000000007) % 1461) AS day"

// create makes a table whose rows are spread evenly over shards. `writers` writers fill each shard at the same time.
// Each shard then has its rows in one sorted part.
func create(ctx context.Context, ports []int, table string, rows, writers int) error {
	var wait sync.WaitGroup
	failed := make([]error, len(ports))
	for i, port := range ports {
		wait.Go(func() { failed[i] = fill(ctx, port, table+"_shard", i, len(ports), rows, writers) })
	}
	wait.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	return onShard(ctx, ports[0], fmt.Sprintf("CREATE TABLE %s AS %[1]s_shard ENGINE = Distributed(%s, default, "+
		"%[1]s_shard)", table, clusters[len(ports)-1]))
}

// fill makes the table of a shard. It has the rows whose number, divided by the number of shards, has the remainder
// `shard`.
func fill(ctx context.Context, port int, table string, shard, shards, rows, writers int) error {
	if err := onShard(ctx, port, "CREATE TABLE "+table+" (label String, thousand UInt16, value UInt16, wide UInt32, "+
		"day Date) ENGINE = MergeTree ORDER BY label"); err != nil {
		return err
	}
	var wait sync.WaitGroup
	failed := make([]error, writers)
	for w := range writers {
		wait.Go(func() {
			step, first := shards*writers, w*shards+shard
			failed[w] = onShard(ctx, port, fmt.Sprintf("INSERT INTO %s SELECT %s FROM (SELECT number * %d + %d AS "+
				"row FROM system.numbers LIMIT %d)", table, columns, step, first, (rows+step-1-first)/step))
		})
	}
	wait.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	return onShard(ctx, port, "OPTIMIZE TABLE "+table+" FINAL")
}

// onShard runs SQL commands on a shard, one after the other.
func onShard(ctx context.Context, port int, sql ...string) error {
	for _, s := range sql {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("http://127.0.0.1:%d/", port),
			http.NoBody)
		if err != nil {
			return err
		}
		r.URL.RawQuery = url.Values{"query": {s}}.Encode()
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return fmt.Errorf("cannot ask the shard: %w", err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", s, text)
		}
	}
	return nil
}
