# Sourced by try-windows.sh: drives the window under Wine with the mouse, at the places where things lie on this screen.

look() { import -window root "$pictures/windows-$1.png"; }
click() { xdotool mousemove "$1" "$2" sleep 0.5 click 1 sleep 2; }
drag() { xdotool mousemove "$1" "$2" sleep 0.3 mousedown 1 sleep 0.3 mousemove $(($1 + 40)) "$2" sleep 0.3 mousemove "$3" $(($4 + 12)) sleep 0.3 mousemove "$3" "$4" sleep 0.5 mouseup 1 sleep 3; }
log=$WINEPREFIX/drive_c/cardinal.log
# await waits until the log of the window has a line with a text, and the window has painted it.
await() {
    for _ in $(seq 120); do
        grep -q -- "$1" "$log" 2>/dev/null && sleep 5 && return
        sleep 1
    done
    look failed
    fail "windows: the window does not say: $1"
}

# The profile of a person with a name in other scripts.
profile=$WINEPREFIX/drive_c/Jürgen\ 東京
mkdir -p "$profile"
cp assets/sales.parquet "$WINEPREFIX/drive_c/sales.parquet"
# The program for web pages copies what it is given: Wine has no browser.
browser() { "$wine" reg add "HKLM\\Software\\Classes\\$1" /ve /d "$2" /f >/dev/null 2>&1; }
browser .html Test.Browser
browser 'Test.Browser\shell\open\command' 'C:\windows\system32\cmd.exe /c copy "%1" C:\browsed.html'
in_profile 'C:\Jürgen 東京' "$program --log C:\\cardinal.log" >/dev/null 2>&1 &
await 'msg=opened.*sample'
click 453 195 # Skip the tour
click 38 65   # Open
look open
click 420 636 # System dialog…
sleep 3
click 430 468 # in the dialog, which Wine opens at different places: the name has the keys then
xdotool type --delay 100 'C:\sales.parquet'
look system
xdotool key Return
await 'msg=opened.*C:.*sales.parquet'
look opened
drag 60 139 400 110 # region to Rows
drag 60 294 400 149 # revenue to Values
await 'msg=answered.*revenue'
look pivot
xdotool mousemove 400 211 sleep 1 click --repeat 2 --delay 30 1 sleep 6 # the first figure
look rows
xdotool key Escape sleep 2
click 1140 65 # Export to Excel
look export
xdotool key Return
await 'msg=said.*xlsx'
look exported
answer() { "$work/cardinal" pivot "$@" --totals none --format csv | tail -n +2; }
[ "$(answer "$WINEPREFIX/drive_c/sales pivot.xlsx" --rows region --values 'sum("Sum of revenue")' --filter "region != 'Total'")" = \
    "$(answer assets/sales.parquet --rows region --values 'sum(revenue)')" ] || fail "windows: the workbook that was exported by mouse has other figures"
say "windows: a file was opened by the system's dialog, its fields dragged, rows read and the pivot exported with the mouse; the workbook has the figures of this system"
xdotool key ctrl+shift+p
await 'msg=said.*printer'
sleep 5
grep -q '13,454,885.98' "$WINEPREFIX/drive_c/browsed.html" || fail "windows: the browser has no page to print with the figures"
[ -n "$(find "$profile" -name window.json)" ] || fail "windows: the profile of Jürgen 東京 has no settings"
say "windows: printed, from a profile with a name in Japanese"
"$wine" taskkill /f /im cardinal.exe >/dev/null 2>&1 || true
