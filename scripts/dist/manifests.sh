#!/usr/bin/env bash
# Fills in the manifests of Homebrew, scoop, winget and Flatpak after make dist, in the folder dist/shops: the version, the address of the source
# (HOMEPAGE) and the sums of the packages. A package that is not in dist, such as that for macOS, has no sum, and the script names it.
set -euo pipefail
. "$(dirname "$0")/../env.sh"
: "${HOMEPAGE:?set HOMEPAGE to the address of the source, such as https://example.org/cardinal}"
mkdir -p dist/shops
for manifest in scripts/dist/shops/*; do
    to=dist/shops/${manifest##*/}
    sed -e "s,@HOMEPAGE@,$HOMEPAGE,g; s/@VERSION@/$version/g" "$manifest" >"$to"
    while read -r name; do
        package=dist/cardinal-$version-$name
        if [ -e "$package" ]; then
            sed -i "s/@SUM-$name@/$(sha256sum <"$package" | cut -d ' ' -f 1)/" "$to"
        else
            echo "manifests: $to has no sum of $package, which is not there" >&2
        fi
    done < <(sed -n 's/.*@SUM-\(.*\)@.*/\1/p' "$to" | sort -u)
done
