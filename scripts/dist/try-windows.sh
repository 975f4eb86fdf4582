# Sourced by try.sh: installs the .msi under Wine over an older version, compares its answers with those of this system, drives its window with
# the mouse, and uninstalls it.

msi=$(echo "$out"/cardinal-*.msi)
export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d"
wine=/usr/lib/wine/wine64
[ -x "$wine" ] || wine=wine64
# Wine 8 lacks one library that Go asks for.
cat >"$work/prng.c" <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE p, SIZE_T n) { return RtlGenRandom(p, (ULONG)n); }
C
x86_64-w64-mingw32-gcc -shared -O2 -s -o "$work/bcryptprimitives.dll" "$work/prng.c" -ladvapi32
Xvfb :96 -screen 0 1280x800x24 -noreset >/dev/null 2>&1 & screen=$!
trap 'kill $screen 2>/dev/null; WINEPREFIX=$work/wine wineserver -k 2>/dev/null; true' EXIT
export DISPLAY=:96
"$wine" wineboot -i >/dev/null 2>&1
system=$WINEPREFIX/drive_c/windows/system32
[ -e "$system/bcryptprimitives.dll" ] || cp "$work/bcryptprimitives.dll" "$system/"
# Windows has fonts, of which the window takes the signs that its own font lacks. Wine has none in that folder.
cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf "$WINEPREFIX/drive_c/windows/Fonts/"
"$wine" reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null 2>&1

windows_path() { echo "Z:${1//\//\\}"; }
# registry prints the lines of the registry that name Cardinal: those of the person, and those of programs that are installed.
registry() {
    local root
    for root in HKCU 'HKLM\Software\Microsoft\Windows\CurrentVersion' 'HKLM\Software\Classes'; do
        "$wine" reg export "$root" "$(windows_path "$work/registry")" /y >/dev/null 2>&1 || fail "windows: no registry $root"
        iconv -f UTF-16LE -t UTF-8 "$work/registry" | grep -ai cardinal || true
    done
}
# installed prints the versions of Cardinal that Windows lists as installed.
installed() {
    { "$wine" reg query 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall' /s; "$wine" reg query 'HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall' /s; } 2>/dev/null |
        tr -d '\r' | awk '/DisplayName.*Cardinal/ { named = 1 } /DisplayVersion/ { version = $NF } /^HKEY|^$/ { if (named) print version; named = 0 } END { if (named) print version }'
}

# An older version with a file that the new one does not have, and an extension that another program has taken.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
. scripts/dist/msi.sh
(cd "$work" && unzip -q "$out/cardinal-$version-windows-amd64.zip" && mv "cardinal-$version-windows-amd64" older)
convert assets/icon.png -resize 32x32 "$work/older/icon.png"
icotool -c -o "$work/older/cardinal.ico" "$work/older/icon.png"
msi 0.0.1 "$work/older" "$work/older.msi"
# Another build of this version, which is replaced as an older version is.
mkdir "$work/build"
cp "$work"/older/{LICENSE.txt,THIRD-PARTY-NOTICES.txt,cardinal.com,cardinal.ico} "$work/build/"
echo another >"$work/build/cardinal.exe"
msi "$version" "$work/build" "$work/build.msi"
"$wine" reg add 'HKCU\Software\Classes\.csv' /ve /d Other.Program /f >/dev/null 2>&1
before=$(registry)
[ -z "$before" ] || fail "windows: before the installation the registry names $before"
"$wine" msiexec /i "$(windows_path "$work/older.msi")" /qn
[ "$(installed)" = 0.0.1 ] || fail "windows: the older version is not installed: $(installed)"
"$wine" msiexec /i "$(windows_path "$work/build.msi")" /qn
[ "$(installed)" = "$version" ] || fail "windows: after another build of the version there are the versions $(installed)"
"$wine" msiexec /i "$(windows_path "$msi")" /qn
[ "$(installed)" = "$version" ] || fail "windows: after the newer version there are the versions $(installed)"
"$wine" msiexec /i "$(windows_path "$work/older.msi")" /qn || true
[ "$(installed)" = "$version" ] || fail "windows: the older version was installed over the newer one: $(installed)"
say "windows: $version replaced 0.0.1, which is refused over it, and another build of $version"
folder=$(find "$WINEPREFIX/drive_c/users" -type d -path '*Programs/Cardinal' | head -n 1)
[ -n "$folder" ] && [ -e "$folder/cardinal.exe" ] || fail "the .msi installed no cardinal.exe"
cmp "$folder/cardinal.exe" "$work/older/cardinal.exe" || fail "windows: the cardinal.exe that is installed is not that of the package" # the older version has the same
licensed "$folder/cardinal.exe" "$folder/THIRD-PARTY-NOTICES.txt"
wrestool -x --raw --type=16 "$folder/cardinal.exe" | tr -d '\0' | grep -a "ProductVersion.*$version" >/dev/null || fail "windows: cardinal.exe does not have the version $version in its properties"
wrestool -l --type=14 "$folder/cardinal.exe" | grep group_icon >/dev/null || fail "windows: cardinal.exe has no icon"
foreign=$(x86_64-w64-mingw32-objdump -p "$folder/cardinal.exe" | sed -n 's/.*DLL Name: //p' | grep -i '^lib' || true)
[ -z "$foreign" ] || fail "windows: cardinal.exe needs libraries that Windows does not have: $foreign"
shortcut=$(find "$WINEPREFIX/drive_c" -name 'Cardinal.lnk' | head -n 1)
[ -n "$shortcut" ] || fail "there is nothing in the Start menu"
class() { "$wine" reg query "HKCU\\Software\\Classes\\$1" "${@:2}" 2>/dev/null | tr -d '\r'; }
for extension in $extensions; do
    class "$extension\\OpenWithProgids" | grep -q Cardinal.Table || fail "windows: Open with of $extension does not name Cardinal"
done
class .cardinal /ve | grep -q Cardinal.Workspace || fail "windows: .cardinal is not associated"
class .csv /ve | grep -q Other.Program || fail "windows: the association of .csv was taken from another program"
"$wine" reg query 'HKCU\Environment' /v Path 2>/dev/null | grep -q 'Programs.Cardinal' || fail "windows: the folder is not on the path"
line=$("$wine" cmd /c cardinal --version 2>/dev/null | head -n 1 | tr -d '\r')
say "windows: $line"
[[ $line == "Cardinal $version, "* ]] || fail "windows: cardinal --version names another version than $version"

go build -trimpath -tags "$tags" -o "$work/cardinal" . # as the packages are built
same=0 refused=0 unstarted=0
# there runs a command on a file under Wine. Wine 8 at times ends a process that it starts while other programs work, before the process has run:
# there is no output then, and no word but Wine's own. Such a process is started again, three times in all.
there() {
    while true; do
        code=0
        "$wine" "$folder/cardinal.com" "$1" "$(windows_path "$2")" "${@:3}" >"$work/there" 2>"$work/said" || code=$?
        if [ "$code" = 0 ] || [ -s "$work/there" ] || grep -qvE '^(wine|err:|[0-9a-f]+:err:|cardinal: Windows does not start)' "$work/said" || [ "$unstarted" = 3 ]; then return; fi
        unstarted=$((unstarted + 1))
        say "windows: $1 of $2 ended with the code $code and did not run: $(tail -n 1 "$work/said")"
    done
}
# both runs a command on a file on both systems, which must print the same bytes and end with the same code.
both() {
    local file=$2 own=0
    there "$1" "$PWD/$file" "${@:3}"
    "$work/cardinal" "$1" "$PWD/$file" "${@:3}" >"$work/here" 2>>"$work/said" || own=$?
    [ "$code" = "$own" ] || fail "windows: $1 of $file ends with the code $code, and here with $own; the two say: $(cat "$work/said")"
    cmp "$work/there" "$work/here" || fail "windows: $1 of $file differs; the two say: $(cat "$work/said")"
}
for file in "${corpus[@]}"; do
    both inspect "$file" --json # every column: type, nulls, distinct values, least, greatest, mean
    both pivot "$file" --values 'count()' --format csv
    if [ -s "$work/here" ]; then same=$((same + 1)); else refused=$((refused + 1)); fi
done
sales=("--rows" "region,city" "--cols" "category" "--values" "sum(revenue),avg(revenue),median(quantity)" "--format" csv)
"$work/cardinal" pivot assets/sales.parquet "${sales[@]}" >"$work/here"
# A path of more than 260 signs, a drive, and a name in other scripts.
long=$WINEPREFIX/drive_c/$(printf 'folder_with_a_long_name%.0s/' 1 2 3 4 5 6 7 8 9 10 11)
mkdir -p "$long"
cp assets/sales.parquet "$long"
cp assets/sales.parquet "$WINEPREFIX/drive_c/Müller 東京.parquet"
ln -s "$PWD/assets" "$WINEPREFIX/dosdevices/s:"
deep="C:\\${long#"$WINEPREFIX/drive_c/"}"
for file in 'assets\sales.parquet' "${deep//\//\\}sales.parquet" 's:\sales.parquet' 'C:\Müller 東京.parquet'; do
    "$wine" "$folder/cardinal.com" pivot "$file" "${sales[@]}" >"$work/there" || fail "windows: no pivot of $file"
    cmp "$work/there" "$work/here" || fail "windows: the pivot of $file differs"
done
say "windows: $same files (inspect, pivot) and the sample's pivot answer with the same bytes, by a path of ${#deep} signs, a drive and a name in Japanese, too; $refused are refused on both systems; processes started again: $unstarted"
"$wine" "$folder/cardinal.com" calibrate 2>/dev/null | tr -d '\r' >"$work/calibrated"
! grep ' 0\.0000 ' "$work/calibrated" || fail "windows: constants of the machine came out as 0"
# Some constants are differences of two times, which other programs hide. With a coarse clock nearly all would be hidden.
short=$(grep 'too short' "$work/calibrated" | sed 's/  .*//' | paste -sd ',') || true
[ "$(grep -c 'too short' "$work/calibrated")" -le 3 ] || fail "windows: constants of the machine are too short to be measured: $short"
say "windows: calibrated, $(grep -m 1 accumulator "$work/calibrated" | tr -s ' '); no constant of 0; too short to be measured: ${short:-none}"

told=$("$wine" "$folder/cardinal.com" pivot 'assets\sales.parquet' --rows region --memory 2MB 2>&1 || true)
[[ $told == *"needs more than the 2 MB of memory that are allowed"* ]] || fail "windows: what the memory cannot hold gives: $told"
say "windows: what the memory cannot hold is refused"
"$wine" "$folder/cardinal.com" pivot 'C:\nothing.csv' >/dev/null 2>&1 && fail "windows: a command that failed says that it did not"
# in_profile runs a command line with another profile. Neither path may have a space that needs quotes.
in_profile() { "$wine" cmd /c "set APPDATA=$1&& set LOCALAPPDATA=$1&& $2"; }
program=$("$wine" winepath -w "$folder/cardinal.exe" 2>/dev/null | tr -d '\r')
in_profile 'Q:\none' "${program%.exe}.com pivot assets\\sales.parquet ${sales[*]}" >"$work/there" || fail "windows: nothing works with a profile that cannot be written"
cmp "$work/there" "$work/here" || fail "windows: the pivot with a profile that cannot be written differs"
say "windows: a failure is told to the command line, and a profile that cannot be written costs no answer"
. scripts/dist/try-mouse.sh

"$wine" msiexec /x "$(windows_path "$msi")" /qn
left=$(find "$WINEPREFIX/drive_c" -ipath '*Programs/Cardinal*' -o -name 'Cardinal.lnk')
[ -z "$left" ] || fail "windows: uninstalling left $left"
left=$(registry)
[ -z "$left" ] || fail "windows: uninstalling left in the registry $left"
class .csv /ve | grep -q Other.Program || fail "windows: uninstalling took the association of .csv from another program"
say "windows: uninstalled; no file, no entry and no association is left"
kill $screen 2>/dev/null || true
wineserver -k 2>/dev/null || true
trap - EXIT
