#!/usr/bin/env bash
# Makes docs/cardinal.gif, the picture of the README: a file is dropped on the window, fields are dragged, the profiler
# is read, and the pivot is exported. It needs the screen :77 and the folder /tmp/Sales for itself.
set -euo pipefail
. "$(dirname "$0")/env.sh"
work=$(mktemp -d)
folder=/tmp/Sales
mkdir "$folder"
started=()
stop() {
    for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
    rm -rf "$work" "$folder"
}
trap stop EXIT

go build -tags "$tags" -o "$work/cardinal" .
"$work/cardinal" behind assets/sales.parquet --out "$folder/sales.csv"

export HOME=$work/home XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache XDG_RUNTIME_DIR=$work/runtime
export DISPLAY=:77 LANG=en_US.UTF-8 LIBGL_ALWAYS_SOFTWARE=1
mkdir -p -m 700 "$HOME" "$XDG_CACHE_HOME" "$XDG_RUNTIME_DIR" "$XDG_CONFIG_HOME/cardinal" "$XDG_CONFIG_HOME/pcmanfm/default"
echo '{"theme":"light","toured":true,"profiler":"closed"}' >"$XDG_CONFIG_HOME/cardinal/window.json"
printf '[ui]\nwin_width=360\nwin_height=190\nside_pane_mode=hidden;places\ntoolbar=\nshow_statusbar=0\n' \
    >"$XDG_CONFIG_HOME/pcmanfm/default/pcmanfm.conf"
run() {
    "$@" >/dev/null 2>&1 &
    started+=($!)
}
# window waits for a window whose name begins with $1.
window() { timeout 60 xdotool search --sync --onlyvisible --name "^$1" | head -n 1; }

"$work/cardinal" calibrate >/dev/null # what is predicted is of this machine
run Xvfb "$DISPLAY" -screen 0 1200x760x24 -noreset
sleep 2
run openbox
sleep 1
run "$work/cardinal" "$HOME/none.csv" # without a table, the window asks for a file
window Cardinal >/dev/null
sleep 8
run pcmanfm --no-desktop "$folder"
xdotool windowmove "$(window Sales)" 12 520
sleep 3

frames=0 carried= warning='#9A5B00'
# shot saves the screen with the pointer and the name of the file that is carried. The picture is shown for
# $1 hundredths of a second.
shot() {
    local name X=0 Y=0
    name=$(printf '%s/%03d.png' "$work" "$frames")
    frames=$((frames + 1))
    eval "$(xdotool getmouselocation --shell | grep '^[XY]=')"
    import -window root "$name"
    convert "$name" -fill black -stroke white -draw "polygon $X,$Y $X,$((Y + 18)) $((X + 5)),$((Y + 14)) $((X + 12)),$((Y + 13))" \
        -fill white -stroke gray -draw "${carried:+rectangle $((X + 14)),$((Y + 14)) $((X + 92)),$((Y + 36))}" \
        -fill black -stroke none -pointsize 14 -draw "${carried:+text $((X + 20)),$((Y + 30)) '$carried'}" \
        -set delay "$1" "$name.miff"
}
# move takes the pointer from $1,$2 to $3,$4 in $5 steps, a picture each.
move() {
    local i
    for ((i = 1; i <= $5; i++)); do
        xdotool mousemove $(($1 + ($3 - $1) * i / $5)) $(($2 + ($4 - $2) * i / $5))
        sleep 0.4
        shot 8
    done
}
# drag drags what is at $1,$2 to $3,$4; $5 is how long the last place is shown.
drag() {
    xdotool mousemove "$1" "$2"
    sleep 0.6
    shot 30
    xdotool mousedown 1
    sleep 0.3
    xdotool mousemove $(($1 + 6)) $(($2 + 6))
    sleep 0.3
    move $(($1 + 6)) $(($2 + 6)) "$3" "$4" 4
    xdotool mousemove $(($3 + 2)) "$4"
    sleep 1.5
    shot "$5"
    xdotool mouseup 1
    sleep 3
}

shot 80
carried=sales.csv
drag 62 628 700 400 20
carried=
xdotool windowactivate "$(window sales.csv)"
sleep 5
shot 120
drag 62 138 430 106 120 # region to Rows
shot 60
drag 62 265 900 106 120 # date to Columns
shot 60
drag 62 291 430 146 120 # revenue to Values
shot 200
xdotool key ctrl+p # the profiler
sleep 3
# The picture is of a machine at rest: the pivot runs again while the panel warns that it took longer than predicted.
for _ in $(seq 20); do
    import -window root -crop 24x24+880+126 "$work/sign.png"
    convert "$work/sign.png" -format %c histogram:info: | grep -q "$warning" || break
    xdotool key ctrl+r
    sleep 3
done
shot 350
xdotool key ctrl+e # export
sleep 3
shot 150
xdotool key Return
sleep 5
shot 300
convert "$work"/*.miff -resize 880x "$work/small.miff"
convert "$work"/small.miff'[6,13,27,30]' -append -colors 96 -unique-colors "$work/palette.miff"
convert "$work/small.miff" +dither -remap "$work/palette.miff" -layers optimize -loop 0 docs/cardinal.gif
ls -l docs/cardinal.gif
