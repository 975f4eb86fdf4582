// The program alone is bench shards without the other commands and their libraries. It is therefore small enough to be
// copied to a machine without a network.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"cardinal/bench/shards"
)

func main() {
	run := shards.Command(flag.CommandLine)
	flag.Parse()
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "alone:", err)
		os.Exit(1)
	}
}
