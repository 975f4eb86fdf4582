# Sourced by dist.sh: the .msi and the .zip for 64-bit Windows, built with mingw.

tree=$build/windows
source=scripts/dist/windows
mkdir -p "$tree"
cc=x86_64-w64-mingw32-gcc
filled() { sed -e "s/@VERSION@/$version/g" -e "s/@COMMAS@/${version//./,}/g" "$1"; }

# The icon, the version and the manifest go into the program through an object file that Go links.
resources=$build/resources
mkdir "$resources"
for size in 16 24 32 48 64 256; do
    convert assets/icon.png -resize "${size}x$size" -strip -define png:exclude-chunk=date,time "$resources/$size.png"
done
(cd "$resources" && icotool -c -o cardinal.ico 16.png 24.png 32.png 48.png 64.png --raw=256.png)
filled "$source/cardinal.manifest" >"$resources/cardinal.manifest"
filled "$source/cardinal.rc" >"$resources/cardinal.rc"
object=$PWD/rsrc_windows_amd64.syso
trap 'rm -f "$object"' EXIT
(cd "$resources" && x86_64-w64-mingw32-windres -O coff -o "$object" cardinal.rc)
(
    export GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=$cc CXX=x86_64-w64-mingw32-g++
    program "$tree/cardinal.exe" "-H windowsgui"
)
rm -f "$object"
$cc -municode -O2 -s -Wall -Wl,--no-insert-timestamp -o "$tree/cardinal.com" "$source/console.c"
sed 's/$/\r/' LICENSE >"$tree/LICENSE.txt"
go run ./scripts/dist/notices "$tags" windows mingw-w64=/usr/share/doc/mingw-w64-x86-64-dev/copyright | sed 's/$/\r/' >"$tree/THIRD-PARTY-NOTICES.txt"
settle "$tree"

name=cardinal-$version-windows-amd64
(cd "$build" && rm -rf "$name" && cp -a windows "$name" && settle "$name" && find "$name" | sort | zip -q -X -9 -@ "$out/$name.zip")

. scripts/dist/msi.sh
cp "$resources/cardinal.ico" "$tree/"
msi "$version" "$tree" "$out/$name.msi"
