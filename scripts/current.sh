#!/usr/bin/env bash
# current.sh PROCESS: a ClickHouse of today to try, while a process runs: prints its host and port. ClickHouse comes as a library, libchdb, of 178 MB from npm's registry, and
# is unpacked into a folder: nothing is installed. PROGRAMS names the folder, WHY a file for the reason where it cannot be started.
set -euo pipefail
. "$(dirname "$0")/env.sh"
package=@chdb/lib-linux-x64-gnu@26.7.3-stable.1
root=${PROGRAMS:-${TMPDIR:-/tmp}/cardinal-current}

die() { printf 'current: %s\n' "$*" >&2; [ -z "${WHY:-}" ] || printf '%s\n' "$*" >"$WHY"; exit 1; }

[ "$(uname -sm)" = "Linux x86_64" ] || die "the library is for Linux on x86-64"
mkdir -p "$root"
exec 8>"$root/lock" # another run may fetch it
flock 8
if [ ! -e "$root/fetched" ]; then
    command -v npm >/dev/null || die "npm, which fetches the library, is not there: make setup installs it"
    (cd "$root" && timeout 300 npm pack --silent "$package" >packed) || die "$package cannot be fetched (no network)"
    tar -xzf "$root/$(tail -n 1 "$root/packed")" -C "$root" package/libchdb.so
    rm "$root"/*.tgz
    touch "$root/fetched"
fi
go build -o "$root/current" ./data/remote/remotetest/testdata/current
exec 8>&-
said=$(mktemp)
setsid "$root/current" -library "$root/package/libchdb.so" -while "$1" >"$said" 2>"$said.errors" </dev/null &
for _ in $(seq 600); do
    [ -s "$said" ] && break
    kill -0 $! 2>/dev/null || break
    sleep 0.1
done
address=$(cat "$said")
if [ -z "$address" ]; then
    kill $! 2>/dev/null || true
    die "the library does not answer: $(cat "$said.errors")"
fi
rm "$said" "$said.errors"
echo "$address"
