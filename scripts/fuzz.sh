#!/usr/bin/env bash
# Runs the fuzz target of every reader for a while, one after the other. The argument is the time for each: 5m. What Go keeps of a run lies in its cache;
# a file that fails is written to testdata/fuzz of its package, and go test opens the file again from then on.
set -euo pipefail
. "$(dirname "$0")/env.sh"
# Ten tries to make an interesting file smaller are enough: Go's default, a minute, leaves no time for other files.
for package in ./data/hostile ./data/format/inflate ./data/format/workbook/encrypted; do
    for target in $(grep -oh 'func Fuzz[A-Za-z]*' "$package"/*_test.go | cut -d' ' -f2); do
        go test -tags "$tags" -run '^$' -fuzz "^$target\$" -fuzztime "${1:-1m}" -fuzzminimizetime 10x "$package"
    done
done
