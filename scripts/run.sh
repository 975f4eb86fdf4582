#!/usr/bin/env bash
# Builds ./cardinal and starts it with the arguments given.
set -euo pipefail
. "$(dirname "$0")/env.sh"
binary=./cardinal
[ "$(go env GOOS)" = windows ] && binary=./cardinal.exe
[ -e "$binary" ] || echo "run: building $binary; the first time takes some minutes"
go build -buildvcs=auto -tags "$tags" -o "$binary" .
exec "$binary" "$@"
