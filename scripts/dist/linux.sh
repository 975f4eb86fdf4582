# Sourced by dist.sh: the .deb and the .tar.xz of the machine's architecture.

tree=$build/linux
mkdir -p "$tree/usr/bin"
# What nothing of the library in Rust calls is left out.
program "$tree/usr/bin/cardinal" "-extldflags=-Wl,--gc-sections"
day=$(date -d "@$SOURCE_DATE_EPOCH" +%F)
share=$tree/usr/share
id=org.cardinal.Cardinal
source=scripts/dist/linux
filled() { sed -e "s/@VERSION@/$version/" -e "s/@DATE@/$day/" "$1"; }
install -Dm644 "$source/$id.desktop" "$share/applications/$id.desktop"
install -Dm644 "$source/mime.xml" "$share/mime/packages/$id.xml"
install -Dm644 assets/icon.svg "$share/icons/hicolor/scalable/apps/$id.svg"
for size in 48 64 128 256; do
    mkdir -p "$share/icons/hicolor/${size}x$size/apps"
    convert assets/icon.png -resize "${size}x$size" -strip -define png:exclude-chunk=date,time "$share/icons/hicolor/${size}x$size/apps/$id.png"
done
mkdir -p "$share/metainfo" "$share/man/man1" "$share/doc/cardinal"
# A metainfo file has its pictures by their addresses: those of the source, where it has an address.
picture() { echo "    <screenshot$1><caption>$2</caption><image>$HOMEPAGE/raw/v$version/docs/$3.png</image></screenshot>"; }
if [ -n "${HOMEPAGE:-}" ]; then
    echo "  <url type=\"homepage\">$HOMEPAGE</url>"
    echo "  <screenshots>"
    picture ' type="default"' "Region by category and quarter" light
    picture "" "The same in dark" dark
    picture "" "The rows that a figure is made of" behind
    echo "  </screenshots>"
fi >"$build/pictures"
filled "$source/metainfo.xml" | sed -e "/@PICTURES@/{r $build/pictures" -e 'd}' >"$share/metainfo/$id.metainfo.xml"
made=$tree/usr/bin/cardinal
"$made" manual man | gzip -9n >"$share/man/man1/cardinal.1.gz"
for command in $("$made" manual commands); do
    "$made" manual man "$command" | gzip -9n >"$share/man/man1/cardinal-$command.1.gz"
done
mkdir -p "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
"$made" completion bash >"$share/bash-completion/completions/cardinal"
"$made" completion zsh >"$share/zsh/vendor-completions/_cardinal"
"$made" completion fish >"$share/fish/vendor_completions.d/cardinal.fish"
cat >"$share/doc/cardinal/copyright" <<COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Cardinal

Files: *
Copyright: 2026 The authors of Cardinal
License: Apache-2.0
 On Debian systems the text of the licence is in /usr/share/common-licenses/Apache-2.0.
Comment:
 The program contains modules and fonts of others. Their licences are in
 THIRD-PARTY-NOTICES.txt beside this file.
COPYRIGHT
go run ./scripts/dist/notices "$tags" linux >"$share/doc/cardinal/THIRD-PARTY-NOTICES.txt"
printf 'cardinal (%s) unstable; urgency=medium\n\n  * What is new is in docs/CHANGELOG.md of the source.\n\n -- The authors of Cardinal <cardinal@localhost>  %s\n' "$version" "$(date -R -d "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$share/doc/cardinal/changelog.gz"
mkdir -p "$share/lintian/overrides"
cat >"$share/lintian/overrides/cardinal" <<'OVERRIDES'
# The project has no address for mail of its own: what is wrong is said where the source is.
cardinal: bogus-mail-host *
cardinal: bogus-mail-host-in-debian-changelog *
# The program is built as go build does, which is not position-independent.
cardinal: hardening-no-pie *
OVERRIDES
settle "$tree"

# The archive has the same files below one folder, to be unpacked over /usr/local or anywhere. Other systems than Debian have the text of the licence nowhere else.
name=cardinal-$version-linux-$architecture
install -m644 LICENSE "$build/LICENSE"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --transform "s,^usr,$name," --transform "s,^LICENSE,$name/share/doc/cardinal/LICENSE," -C "$tree" -cf - usr -C "$build" LICENSE | xz -6 -T1 >"$out/$name.tar.xz"

mkdir "$tree/DEBIAN"
cat >"$tree/DEBIAN/control" <<CONTROL
Package: cardinal
Version: $version
Architecture: $architecture
Maintainer: The authors of Cardinal <cardinal@localhost>
Installed-Size: $(du -sk --apparent-size "$tree/usr" | cut -f1)
Depends: libc6 (>= 2.34), libgcc-s1, libgl1, libx11-6
Recommends: libvulkan1, mesa-vulkan-drivers, libgl1-mesa-dri, libxcursor1, libxi6, libxinerama1, libxrandr2, libxrender1, libxxf86vm1, fonts-dejavu-core, xdg-desktop-portal, xdg-utils
Section: math
Priority: optional
Description: pivot explorer for spreadsheets and Parquet
 Cardinal opens CSV, Excel, OpenDocument, Parquet, Arrow and JSON files and
 databases of DuckDB and SQLite. Columns
 are dragged onto shelves, and the table beside them is the pivot.
 .
 A panel says what each pivot would cost on one core, on all cores and on the
 GPU, and which of these answered. Sums are exact.
CONTROL
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
settle "$tree"
dpkg-deb --root-owner-group -Zxz --build "$tree" "$out/cardinal_${version}_$architecture.deb" >/dev/null
