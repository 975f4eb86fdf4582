# Sourced by try.sh: installs the .msi under Wine, compares its answers with those of this system, opens its window, and uninstalls it.

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
"$wine" reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null 2>&1

"$wine" msiexec /i "Z:${msi//\//\\}" /qn
folder=$(find "$WINEPREFIX/drive_c/users" -type d -path '*Programs/Cardinal' | head -n 1)
[ -n "$folder" ] && [ -e "$folder/cardinal.exe" ] || fail "the .msi installed no cardinal.exe"
shortcut=$(find "$WINEPREFIX/drive_c" -name 'Cardinal.lnk' | head -n 1)
[ -n "$shortcut" ] || fail "there is nothing in the Start menu"
"$wine" reg query 'HKCU\Software\Classes\.parquet\OpenWithProgids' 2>/dev/null | grep -q Cardinal.Table || fail "Open with does not name Cardinal"
say "windows: $("$wine" "$folder/cardinal.com" --version | head -n 1 | tr -d '\r')"

go build -tags "$tags" -o "$work/cardinal" .
same=0 refused=0 nothing=$(sha256sum </dev/null)
for file in "${corpus[@]}"; do
    there=$("$wine" "$folder/cardinal.com" pivot "Z:${PWD//\//\\}\\${file//\//\\}" --values 'count()' --format csv 2>/dev/null | sha256sum) || true
    here=$("$work/cardinal" pivot "$PWD/$file" --values 'count()' --format csv 2>/dev/null | sha256sum) || true
    [ "$there" = "$here" ] || fail "windows: the pivot of $file differs"
    if [ "$here" = "$nothing" ]; then refused=$((refused + 1)); else same=$((same + 1)); fi
done
sales=("--rows" "region,city" "--cols" "category" "--values" "sum(revenue),avg(revenue),median(quantity)" "--format" csv)
"$wine" "$folder/cardinal.com" pivot 'assets\sales.parquet' "${sales[@]}" >"$work/there"
"$work/cardinal" pivot assets/sales.parquet "${sales[@]}" >"$work/here"
cmp "$work/there" "$work/here" || fail "windows: the pivot of the sample differs"
say "windows: $same files and the sample's pivot answer with the same bytes; $refused are refused on both systems"
zeros=$("$wine" "$folder/cardinal.com" calibrate 2>/dev/null | tee "$work/calibrated" | grep -c ' 0\.000 ') || true
[ "$zeros" -le 3 ] || fail "windows: $zeros constants of the machine came out as 0"
say "windows: calibrated, $(grep -m 1 accumulator "$work/calibrated" | tr -s ' ' | tr -d '\r'), constants of 0: $zeros"

told=$("$wine" "$folder/cardinal.com" pivot 'assets\sales.parquet' --rows region --memory 2MB 2>&1 || true)
[[ $told == *"needs more than the 2 MB of memory that are allowed"* ]] || fail "windows: what the memory cannot hold gives: $told"
say "windows: what the memory cannot hold is refused"

# The window opens a file, two fields are dragged onto shelves, and the pivot is exported: all with the mouse, at the places where they lie on this screen.
cp assets/sales.parquet "$WINEPREFIX/drive_c/Müller 東京.parquet"
"$wine" "$folder/cardinal.exe" 'C:\Müller 東京.parquet' >/dev/null 2>&1 &
for _ in $(seq 90); do xwininfo -root -tree | grep -q 'parquet.*ardinal' && break; sleep 1; done
sleep 15
look() { import -window root "$pictures/windows-$1.png"; }
click() { xdotool mousemove "$1" "$2" sleep 0.5 click 1 sleep 2; }
drag() { xdotool mousemove "$1" "$2" sleep 0.3 mousedown 1 sleep 0.3 mousemove $(($1 + 40)) "$2" sleep 0.3 mousemove "$3" $(($4 + 12)) sleep 0.3 mousemove "$3" "$4" sleep 0.5 mouseup 1 sleep 3; }
look opened
click 453 195 # Skip the tour
drag 60 139 400 110 # region to Rows
drag 60 294 400 149 # revenue to Values
look pivot
click 1140 65 # Export to Excel
look export
xdotool key Return sleep 5
look exported
answer() { "$work/cardinal" pivot "$@" --totals none --format csv | tail -n +2; }
[ "$(answer "$WINEPREFIX/drive_c/Müller 東京 pivot.xlsx" --rows region --values 'sum("Sum of revenue")' --filter "region != 'Total'")" = \
    "$(answer assets/sales.parquet --rows region --values 'sum(revenue)')" ] || fail "windows: the workbook that was exported by mouse has other figures"
say "windows: a file was opened, its fields dragged and the pivot exported with the mouse; the workbook has the figures of this system"
"$wine" taskkill /f /im cardinal.exe >/dev/null 2>&1 || true
"$wine" msiexec /x "Z:${msi//\//\\}" /qn
left=$(find "$WINEPREFIX/drive_c" -ipath '*Programs/Cardinal*' -o -name 'Cardinal.lnk')
[ -z "$left" ] || fail "windows: uninstalling left $left"
"$wine" reg query 'HKCU\Software\Classes\Cardinal.Table' >/dev/null 2>&1 && fail "windows: uninstalling left the file types"
say "windows: uninstalled, nothing is left"
kill $screen 2>/dev/null || true
wineserver -k 2>/dev/null || true
trap - EXIT
