#!/usr/bin/env bash
# Packages Cardinal for Linux and Windows in the folder dist: a .deb, a .tar.xz, an .msi and a .zip, what is in them (sbom.cdx.json), and
# their sums. SOURCE_DATE_EPOCH, the time of the commit where it is not set, is the time of every file, so that a second run makes the
# same bytes. MINISIGN_KEY may name a secret key that signs the sums. HOMEPAGE may be the address of the source, from which shops of programs
# take the screenshots. --linux and --windows make one of the two.
set -euo pipefail
. "$(dirname "$0")/../env.sh"

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH version
export TZ=UTC LC_ALL=C.UTF-8
umask 022
architecture=$(go env GOARCH)
out=$PWD/dist
build=$out/.build
rm -rf "$out"
mkdir -p "$build"
say() { echo "dist: $*"; }

# settle gives all files of a folder the time of the source.
settle() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

# program builds the program for the system of GOOS. The paths of this machine stay out of it.
program() {
    go build -trimpath -buildvcs=auto -tags "$tags" -ldflags "-s -w -buildid= $2" -o "$1" .
}

only=${1:-}
began=$SECONDS
if [ "$only" != --windows ]; then
    . scripts/dist/linux.sh
    say "packages for Linux after $((SECONDS - began)) s"
fi
if [ "$only" != --linux ]; then
    . scripts/dist/windows.sh
    say "packages for Windows after $((SECONDS - began)) s"
fi
mapfile -t binaries < <(find "$build/linux/usr/bin" "$build/windows" \( -name cardinal -o -name cardinal.exe \) -type f 2>/dev/null)
go version -m "${binaries[0]}" | grep vcs.revision >/dev/null ||
    say "the programs do not name their commit: Go finds none here, as in a linked worktree of git; build in a clone"
go run ./scripts/dist/sbom "$version" "$SOURCE_DATE_EPOCH" "${binaries[@]}" >"$out/cardinal-$version.cdx.json"
rm -rf "$build"
(cd "$out" && sha256sum -- * >SHA256SUMS)
if [ -n "${MINISIGN_KEY:-}" ]; then
    minisign -S -s "$MINISIGN_KEY" -m "$out/SHA256SUMS" -t "Cardinal $version"
fi
(cd "$out" && ls -l --block-size=1 | awk 'NR > 1 { printf "dist: %11d  %s\n", $5, $9 }')
