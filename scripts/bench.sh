#!/usr/bin/env bash
# Builds the benchmarks, a module of their own, and runs the one that the arguments say, or all of them, each writing its
# part of docs/measured/benchmarks.md.
set -euo pipefail
. "$(dirname "$0")/env.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# DuckDB's binding takes Arrow data under this tag alone.
(cd scripts/bench && go build -tags duckdb_arrow -o "$folder/bench" .)
if [ $# -gt 0 ]; then
    "$folder/bench" "$@"
    exit
fi
failed=0
for part in groupby pivots identifiers calculated shows memory floats grid scale hash; do
    "$folder/bench" "$part" --page docs/measured/benchmarks.md || failed=1
done
exit $failed
