#!/usr/bin/env bash
# Format, vet and staticcheck.
set -euo pipefail
. "$(dirname "$0")/env.sh"
unformatted=$(gofmt -l .)
if [ -n "$unformatted" ]; then
    printf 'check: not formatted, run gofmt -w:\n%s\n' "$unformatted" >&2
    exit 1
fi
go vet -tags "$tags" ./...
go tool staticcheck -tags "$tags" ./...
echo "check: gofmt, vet and staticcheck are clean"
