#!/usr/bin/env bash
# Format, vet and staticcheck; the benchmarks' module; and what needs no C, built for the other systems.
set -euo pipefail
. "$(dirname "$0")/env.sh"
unformatted=$(gofmt -l .)
if [ -n "$unformatted" ]; then
    printf 'check: not formatted, run gofmt -w:\n%s\n' "$unformatted" >&2
    exit 1
fi
go vet -tags "$tags" ./...
go tool staticcheck -tags "$tags" ./...
(cd bench && go vet -tags duckdb_arrow ./...)
portable=$(go list -tags "$tags" -f '{{.ImportPath}} {{join .Deps " "}}' ./... | grep -v -e fyne.io -e cogentcore/webgpu | cut -d ' ' -f 1)
for system in windows darwin; do
    # shellcheck disable=SC2086
    CGO_ENABLED=0 GOOS=$system go build -tags "$tags" $portable
done
echo "check: gofmt, vet and staticcheck are clean; what needs no C builds for Windows and macOS"
