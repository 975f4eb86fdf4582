#!/usr/bin/env bash
# Installs what building (setup.sh build), testing (setup.sh test), benchmarks (setup.sh bench), LibreOffice (setup.sh office), packages
# (setup.sh dist), trying them (setup.sh tried) and the picture of the README (setup.sh picture) need, and says so. What is there already costs a few milliseconds and no word.
set -euo pipefail
cd "$(dirname "$0")/.."

build=(ca-certificates gcc libc6-dev pkg-config libgl1-mesa-dev xorg-dev libgl1-mesa-dri libvulkan1 mesa-vulkan-drivers)
tests=(xvfb xauth xdotool openbox dbus-daemon g++ curl openssl) # the window manager maximizes a window; the benchmarks' peer is C++; the last two start servers
shells=(bash-completion zsh fish mandoc) # they complete commands and read the manual; tests go on without them
command -v npm >/dev/null || tests+=(npm) # fetches a ClickHouse of today; nodejs of other sources than Debian brings its own
benchmarks=(g++)
office=(libreoffice-calc)
packages=(gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 wixl msitools faketime icoutils imagemagick xz-utils zip) # what Windows needs is built here, too
[ -z "${MINISIGN_KEY:-}" ] || packages+=(minisign)
picture=(xvfb openbox xdotool imagemagick pcmanfm adwaita-icon-theme) # a file manager, from which a file is dragged
tried=(debootstrap dpkg-dev lintian appstream desktop-file-utils minisign unzip wine wine64 fonts-dejavu-core xvfb x11-utils xdotool imagemagick)

say() { printf 'setup: %s\n' "$*"; }
die() { say "$@" >&2; exit 1; }

# apt runs apt-get as root, without questions.
apt() {
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        root=(sudo)
    fi
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@"
}

# may_install ends the script where nobody is allowed to install anything.
may_install() {
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || die "not root, and there is no sudo: run as root: apt-get install $*"
}

packages() {
    local missing=() name
    local have
    have=" $(dpkg-query -W -f='${db:Status-Status}=${Package} ' "$@" 2>/dev/null || true)"
    for name in "$@"; do
        [[ $have == *" installed=$name "* ]] || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return
    may_install "${missing[@]}"
    say "installing from Debian: ${missing[*]}"
    apt update && apt install -y --no-install-recommends "${missing[@]}" >/dev/null &&
        say "installed ${#missing[@]} packages"
}

need=$(sed -n 's/^go //p' go.mod)

# at_least reports whether version $1 is $2 or newer.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# found is the version of the go command itself, before any switching of toolchains.
found() { (cd / && GOTOOLCHAIN=local go env GOVERSION 2>/dev/null | sed 's/^go//'); }

# A go of 1.21 or newer fetches the version that go.mod asks for. Debian 12's own is older; its backports' is not.
toolchain() {
    local have=""
    command -v go >/dev/null && have=$(found)
    [ -n "$have" ] && at_least "$have" "$need" && return
    if [ -n "$have" ] && at_least "$have" 1.21; then
        [ -d "$(go env GOMODCACHE)/golang.org/toolchain@v0.0.1-go$need.$(go env GOOS)-$(go env GOARCH)" ] ||
            say "Go $have is here; it fetches Go $need, which go.mod asks for"
        return
    fi
    local release=""
    [ -r /etc/os-release ] && release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    if [ "$release" != bookworm ]; then
        die "Go $need is needed${have:+ (this is $have)}: install it from https://go.dev/dl/ and run this again"
    fi
    may_install -t bookworm-backports golang-go
    say "installing from Debian's backports: golang-go, which fetches Go $need (this is the only package taken from there)"
    local list mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Release: bookworm' | head -n 1)
    list=$(mktemp --suffix=.list)
    echo "deb $mirror bookworm-backports main" >"$list"
    chmod 644 "$list"
    # The extra source serves these two calls alone; the machine's own list of sources, and what it fetched of them, stay as they are.
    apt -o Dir::Etc::sourcelist="$list" -o APT::Get::List-Cleanup=0 update
    apt -o Dir::Etc::sourcelist="$list" install -y --no-install-recommends -t bookworm-backports golang-go >/dev/null
    rm -f "$list"
    at_least "$(found)" 1.21 || die "Debian's backports have only Go $(found): install Go $need from https://go.dev/dl/"
}

debian() {
    local wanted=() part
    for part in "$@"; do
        [ "$part" = build ] && wanted+=("${build[@]}")
        [ "$part" = test ] && wanted+=("${tests[@]}")
        [ "$part" = bench ] && wanted+=("${benchmarks[@]}")
        [ "$part" = office ] && wanted+=("${office[@]}")
        [ "$part" = dist ] && wanted+=("${packages[@]}")
        [ "$part" = picture ] && wanted+=("${picture[@]}")
        [ "$part" = tried ] && wanted+=("${tried[@]}")
    done
    packages "${wanted[@]}"
    if [[ " $* " == *" test "* ]]; then
        (packages "${shells[@]}") || say "these could not be installed, and their tests are left out: ${shells[*]}"
    fi
    toolchain
}

case "$(uname -s)" in
Linux)
    if command -v dpkg-query >/dev/null; then
        debian "$@"
    else
        say "this is not Debian: a C compiler, the headers of X11 and OpenGL, a Vulkan driver, Xvfb and xdotool have to be there"
        toolchain
    fi
    ;;
Darwin)
    xcode-select -p >/dev/null 2>&1 || die "a C compiler is needed: run xcode-select --install"
    toolchain
    ;;
*)
    command -v gcc >/dev/null || die "a C compiler is needed: install gcc from https://www.msys2.org/ and put it on the path"
    toolchain
    ;;
esac
