# Sourced by try.sh: installs the .deb in a bare Debian, starts it by its desktop file, opens a file by its type, and removes it.

deb=$(echo "$out"/cardinal_*.deb)
lintian --tag-display-limit 0 "$deb" 2>&1 | grep -v 'root privileges' || true
lintian --fail-on error,warning "$deb" >/dev/null 2>&1 || fail "lintian found what no override explains"
say "lintian: clean; usr/share/lintian/overrides/cardinal says why of what it overlooks"
dpkg-deb -x "$deb" "$work/deb"
desktop-file-validate "$work"/deb/usr/share/applications/*.desktop || fail "the desktop file is not valid"
appstreamcli validate --no-net "$work"/deb/usr/share/metainfo/*.xml >"$work/metainfo" || fail "the metainfo file is not valid: $(cat "$work/metainfo")"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
for release in ${RELEASES:-bookworm trixie}; do
    root=$work/$release
    debootstrap --variant=minbase "$release" "$root" "$mirror" >"$work/debootstrap" 2>&1 || fail "no Debian $release: $(tail -n 1 "$work/debootstrap")"
    cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
    cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
    cp "$deb" "$root/tmp/"
    cp assets/sales.parquet "$root/tmp/"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    trap 'umount "$root/proc" "$root/dev" 2>/dev/null || true' EXIT
    inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 "$@"; }
    inside apt-get -qq update
    inside dpkg-query -W -f '${Package}\n' | sort >"$work/before"
    inside sh -c 'apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends /tmp/cardinal_*.deb' >/dev/null
    inside cardinal --version | sed -n 1p
    inside cardinal pivot /tmp/sales.parquet --rows region --values 'sum(revenue)' | sed -n 1,3p
    inside sh -c 'apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends xvfb openbox imagemagick libgl1-mesa-dri libglib2.0-bin shared-mime-info desktop-file-utils x11-utils' >/dev/null
    inside update-desktop-database
    inside update-mime-database /usr/share/mime
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
kill "$(xprop -id "$(window)" _NET_WM_PID | sed 's/.*= //')" # other programs of this name run outside
sleep 1
SHOWN
    inside bash -e /tmp/shown.sh || fail "$release: the window did not open by the file's type"
    cp "$root/tmp/shown.png" "$pictures/deb-$release.png"
    inside dpkg -P cardinal >/dev/null
    left=$(inside find /usr /etc /var/lib -iname '*cardinal*' -not -path '*/icon-theme.cache' 2>/dev/null || true)
    [ -z "$left" ] || fail "$release: dpkg -P left $left"
    say "$release: installed, opened by its type, removed"
    umount "$root/proc" "$root/dev"
    trap - EXIT
done
