#!/usr/bin/env bash
# Tries the packages in the folder dist: the .deb in a Debian of its own (bookworm and trixie, or the releases named in RELEASES), and the .msi under
# Wine. As root. Pictures of the windows come to dist/tried. --linux and --windows try one of the two.
set -euo pipefail
. "$(dirname "$0")/../env.sh"
[ "$(id -u)" -eq 0 ] || { echo "try: not root: a Debian of its own needs chroot" >&2; exit 1; }
shopt -s nullglob globstar
export LC_ALL=C.UTF-8
out=$PWD/dist
pictures=$out/tried
mkdir -p "$pictures"
work=$(mktemp -d)
say() { echo "try: $*"; }
fail() { echo "try: $*" >&2; exit 1; }

# The files that both systems pivot. What the commands print must be the same bytes.
corpus=(assets/sales.parquet data/*/testdata/**/*.{csv,xlsx,xlsb,xls,ods,parquet})
# licensed fails where a program ($1) has a module of which the licences in a file ($2) have nothing.
licensed() {
    local module
    for module in $(go version -m "$1" | awk '$1 == "dep" { print $2 }'); do
        grep -q "^$module v" "$2" || fail "$2 has no licence of $module, which is in $1"
    done
}
. scripts/dist/extensions.sh
only=${1:-}
[ "$only" = --windows ] || . scripts/dist/try-linux.sh
[ "$only" = --linux ] || . scripts/dist/try-windows.sh
rm -rf --one-file-system "$work"
say "done; look at the pictures in $pictures"
