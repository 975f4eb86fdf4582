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
settle "$tree"

name=cardinal-$version-windows-amd64
(cd "$build" && rm -rf "$name" && cp -a windows "$name" && settle "$name" && find "$name" | sort | zip -q -X -9 -@ "$out/$name.zip")

# uuid makes an identifier of the installer out of a text: other versions have others, the same one the same.
uuid() { printf %s "$1" | sha256sum | sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-5\3-a\4-\5/' | tr a-f A-F; }
. scripts/dist/extensions.sh
for extension in $extensions .cardinal; do
    echo "              <RegistryValue Root=\"HKCU\" Key=\"Software\\Classes\\Applications\\cardinal.exe\\SupportedTypes\" Name=\"$extension\" Type=\"string\" Value=\"\"/>"
    [ "$extension" = .cardinal ] ||
        echo "              <RegistryValue Root=\"HKCU\" Key=\"Software\\Classes\\$extension\\OpenWithProgids\" Name=\"Cardinal.Table\" Type=\"string\" Value=\"\"/>"
done >"$resources/extensions"
package=$(uuid "package $version $(sha256sum <"$tree/cardinal.exe")")
sed -e "s/@VERSION@/$version/; s/@PRODUCT@/$(uuid "product $version")/; s/@PACKAGE@/$package/" \
    -e "/@EXTENSIONS@/{r $resources/extensions" -e 'd}' "$source/cardinal.wxs" >"$tree/cardinal.wxs"
cp "$resources/cardinal.ico" "$tree/"
settle "$tree"
# The installer's tools write the time of the clock, and an identifier by chance.
(cd "$tree" && faketime "@$SOURCE_DATE_EPOCH" wixl -a x64 -o "$out/$name.msi" cardinal.wxs)

# wixl knows no variables of the environment: the folder is added to the path of the person by a table of the installer's own.
faketime "@$SOURCE_DATE_EPOCH" msibuild "$out/$name.msi" \
    -q "CREATE TABLE Environment (Environment CHAR(72) NOT NULL, Name CHAR(255) NOT NULL LOCALIZABLE, Value CHAR(255) LOCALIZABLE, Component_ CHAR(72) NOT NULL PRIMARY KEY Environment)" \
    -q "INSERT INTO Environment (Environment, Name, Value, Component_) VALUES ('Path', '=-PATH', '[~];[INSTALLDIR]', 'Program')" \
    -q "INSERT INTO InstallExecuteSequence (Action, Sequence) VALUES ('RemoveEnvironmentStrings', 3300)" \
    -q "INSERT INTO InstallExecuteSequence (Action, Sequence) VALUES ('WriteEnvironmentStrings', 5200)"
faketime "@$SOURCE_DATE_EPOCH" msibuild "$out/$name.msi" -s Cardinal Cardinal "x64;1033" "{$package}"
