// The program alone is bench shards without the other commands and their libraries. So it is small enough to copy to a
// machine without a network.
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
