# Sourced by try.sh: installs the .deb in a bare Debian, starts it by its desktop file, opens a file by its type, and removes it.

deb=$(echo "$out"/cardinal_*.deb)
lintian --tag-display-limit 0 "$deb" 2>&1 | grep -v 'root privileges' || true
lintian --fail-on error,warning "$deb" >/dev/null 2>&1 || fail "lintian found what no override explains"
say "lintian: clean; usr/share/lintian/overrides/cardinal says why of what it overlooks"
dpkg-deb -x "$deb" "$work/deb"
desktop-file-validate "$work"/deb/usr/share/applications/*.desktop || fail "the desktop file is not valid"
appstreamcli validate --no-net "$work"/deb/usr/share/metainfo/*.xml >"$work/metainfo" || fail "the metainfo file is not valid: $(cat "$work/metainfo")"
[ "$(dpkg-deb -f "$deb" Version)" = "$version" ] || fail "the package has the version $(dpkg-deb -f "$deb" Version), and internal/about/about.go has $version"
# words are the names of packages in a list of dependencies.
words() { tr ',' '\n' | sed 's/(.*//; s/ //g; /^$/d' | sort; }
mkdir -p "$work/needs/debian"
printf 'Source: cardinal\n\nPackage: cardinal\nArchitecture: any\n' >"$work/needs/debian/control"
needs=$(cd "$work/needs" && dpkg-shlibdeps -O -e"$work/deb/usr/bin/cardinal" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ "$(words <<<"$needs")" = "$(dpkg-deb -f "$deb" Depends | words)" ] || fail "the program is linked against $needs, and the package depends on $(dpkg-deb -f "$deb" Depends)"
[[ ", $(dpkg-deb -f "$deb" Depends)," == *", $(grep -o 'libc6 ([^)]*)' <<<"$needs"),"* ]] || fail "the program needs $needs, and the package depends on another libc6"
licensed "$work/deb/usr/bin/cardinal" "$work/deb/usr/share/doc/cardinal/THIRD-PARTY-NOTICES.txt"
say "the package depends on what the program is linked against: $needs"
# An older version, with a file that the new one does not have.
dpkg-deb -R "$deb" "$work/older-deb"
sed -i 's/^Version: .*/Version: 0.0.1/' "$work/older-deb/DEBIAN/control"
touch "$work/older-deb/usr/share/doc/cardinal/cardinal-older"
dpkg-deb --root-owner-group -Zgzip -z1 --build "$work/older-deb" "$work/older_cardinal.deb" >/dev/null
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
for release in ${RELEASES:-bookworm trixie}; do
    root=$work/$release
    debootstrap --variant=minbase "$release" "$root" "$mirror" >"$work/debootstrap" 2>&1 || fail "no Debian $release: $(tail -n 1 "$work/debootstrap")"
    cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
    cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
    cp "$deb" "$root/tmp/"
    cp "$work/older_cardinal.deb" assets/sales.parquet "$root/tmp/"
    # Names that a shell, a desktop file and an address of a file have to quote.
    cp assets/sales.parquet "$root/tmp/50% off \"best\" it's %f.parquet"
    printf 'a,b\n1,2\n' >"$root/tmp/second.csv"
    for extension in $extensions; do echo >"$root/tmp/type$extension"; done
    printf 'SQLite format 3\0' >"$root/tmp/type.db" # of which the content tells the type: other programs have files .db, too
    # The archive, in a folder that its user may not write to.
    folder="/opt/Jörgs Programme (neu)"
    mkdir -p "$root$folder"
    tar -xf "$out"/cardinal-*-linux-*.tar.xz -C "$root$folder" --strip-components 1
    chmod -R a-w "$root$folder"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    trap 'umount --lazy "$root/proc" "$root/dev" 2>/dev/null || true' EXIT
    inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 "$@"; }
    inside apt-get -qq update
    inside dpkg-query -W -f '${Package}\n' | sort >"$work/before"
    for package in older_cardinal.deb "cardinal_*.deb"; do
        inside sh -c "apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends /tmp/$package" >/dev/null
    done
    [ "$(inside dpkg-query -W -f '${Version}' cardinal)" = "$version" ] || fail "$release: the newer package did not replace the older one"
    left=$(inside find /usr -name '*cardinal-older*')
    [ -z "$left" ] || fail "$release: the older package left $left"
    inside cardinal --version | sed -n 1p
    [[ $(inside cardinal --version | sed -n 1p) == "Cardinal $version, "* ]] || fail "$release: cardinal --version names another version than $version"
    asked=(pivot /tmp/sales.parquet --rows region --values 'sum(revenue)')
    inside cardinal "${asked[@]}" >"$work/answered"
    sed -n 1,3p "$work/answered"
    # A user without a name, a home and a folder of the session.
    nobody() { chroot --userspec=65534:65534 "$root" env -i PATH=/usr/bin:/bin "$@"; }
    nobody "$folder/bin/cardinal" "${asked[@]}" | cmp - "$work/answered" || fail "$release: the archive answers otherwise in $folder without a home"
    nobody "$folder/bin/cardinal" folders | grep "remembers nothing here" >/dev/null || fail "$release: nothing is said of the folders of a user without a home"
    nobody cardinal /tmp/sales.parquet 2>"$work/said" && fail "$release: a window opened without a display"
    grep -q 'there is no display.*cardinal pivot /tmp/sales.parquet' "$work/said" || fail "$release: without a display Cardinal says: $(cat "$work/said")"
    say "$release: installed over an older version; the archive answers from a folder that cannot be written, for a user without a home; without a display a sentence says so"
    inside sh -c 'apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends xvfb openbox imagemagick libgl1-mesa-dri libglib2.0-bin shared-mime-info desktop-file-utils x11-utils' >/dev/null
    inside update-desktop-database
    inside update-mime-database /usr/share/mime
    for extension in $extensions; do
        case $extension in .html | .htm | .md | .markdown | .prn) continue ;; esac # kinds of other programs, of which some hold a table
        type=$(inside gio info -a standard::content-type "/tmp/type$extension" | sed -n 's/.*content-type: //p')
        inside gio mime "$type" | grep org.cardinal.Cardinal >/dev/null || fail "$release: a file $extension has the type $type, for which Cardinal is not offered"
    done
    # gio finds the program by the file's type, and starts it by its desktop file.
    cat >"$root/tmp/shown.sh" <<'SHOWN'
Xvfb :97 -screen 0 1280x800x24 >/dev/null 2>&1 & screen=$!
trap 'kill $screen' EXIT
export DISPLAY=:97
for _ in $(seq 50); do xdpyinfo >/dev/null 2>&1 && break; sleep 0.2; done
openbox >/dev/null 2>&1 &
gio mime application/vnd.apache.parquet
gio info -a standard::content-type /tmp/sales.parquet | tail -n 1
gio open /tmp/sales.parquet
window() { xwininfo -root -tree | awk '/sales.parquet.*ardinal/ { print $1; exit }'; }
for _ in $(seq 120); do [ -n "$(window)" ] && break; sleep 1; done
sleep 15
xwininfo -id "$(window)" | grep 'Window id' # which fails where there is none
import -window root /tmp/shown.png
# Another file has a window of its own, and the same file again has not.
windows() { xwininfo -root -tree | awk '/ Cardinal": / { print $1 }'; }
odd="/tmp/50% off \"best\" it's %f.parquet"
gio open "$odd"
for _ in $(seq 120); do [ "$(windows | wc -l)" = 2 ] && break; sleep 1; done
xwininfo -root -tree | grep '"50% off "best" it.s %f.parquet .*Cardinal"'
gio open "$odd"
gio open /tmp/second.csv
for _ in $(seq 120); do [ "$(windows | wc -l)" = 3 ] && break; sleep 1; done
sleep 5
[ "$(windows | wc -l)" = 3 ]
for id in $(windows); do kill "$(xprop -id "$id" _NET_WM_PID | sed 's/.*= //')"; done # other programs of this name run outside
sleep 1
SHOWN
    inside bash -e /tmp/shown.sh || fail "$release: the windows did not open by the files' types, one for each file"
    cp "$root/tmp/shown.png" "$pictures/deb-$release.png"
    inside dpkg -P cardinal >/dev/null
    left=$(inside find /usr /etc /var/lib -iname '*cardinal*' -not -path '*/icon-theme.cache' 2>/dev/null || true)
    [ -z "$left" ] || fail "$release: dpkg -P left $left"
    say "$release: three files opened by their types, one with blanks, quotes and % in its name, each in one window; removed"
    umount --lazy "$root/proc" "$root/dev" # a program that was told to end may have them a moment longer
    trap - EXIT
done
