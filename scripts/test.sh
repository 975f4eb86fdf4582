#!/usr/bin/env bash
# Checks the code and runs all tests, those of the benchmarks among them, or runs what the arguments say. On Linux the window's run in a virtual screen
# with software OpenGL, and the shaders' on the GPU there is or else on software Vulkan; nothing is skipped for want of a device.
# CARDINAL_CORPORA names a folder of further files to read: tables, csv, parquet and xlsx, by their formats. Of all tests, those that
# were skipped are listed at the end by their reasons; CARDINAL_MAY_SKIP is a pattern of the reasons that are none to fail.
set -euo pipefail
. "$(dirname "$0")/env.sh"
every=false
if [ $# -eq 0 ]; then
    every=true
    unchecked=$(mktemp)
    WHY=$unchecked bash scripts/check.sh
    set -- -vet=off ./ui ./engine ./engine/gpu/host ./data/remote/... ./... # the longest first, and those that wait for servers beside them; the linters vet, too
    (cd scripts/bench && go test -vet=off -short -tags duckdb_arrow ./...)
fi
if [ -z "${CARDINAL_CORPORA:-}" ] && [ -d ../shared/data ]; then
    CARDINAL_CORPORA=$(cd ../shared/data && pwd)
    export CARDINAL_CORPORA
fi
test=(go test -tags "$tags" -timeout 30m "$@")

# tell runs the tests by a command. Of all of them it prints what go test does, and then what was skipped.
tell() {
    $every || exec "$@"
    local status=0
    "$@" -json | go run ./scripts/testlog -may "${CARDINAL_MAY_SKIP-}" || status=$?
    cat "$unchecked"
    rm "$unchecked"
    exit $status
}

if [ "$(uname -s)" != Linux ]; then
    tell "${test[@]}"
fi

export CARDINAL_REQUIRE_GPU=1 CARDINAL_REQUIRE_DISPLAY=1
export LIBGL_ALWAYS_SOFTWARE=1
export GALLIVM_PERF=nopt # llvmpipe compiles the shaders of a test for longer than it runs them
export GOGC=400          # many tests have small heaps, of which a third of their time went into collecting garbage

# The folder keeps its name from run to run: results of tests that look at it stay in go's cache.
export XDG_RUNTIME_DIR="${TMPDIR:-/tmp}/cardinal-test-$(id -u)"
mkdir -p "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"

# start exports what a script that starts servers prints. Where the script cannot start them, the tests that it is for say why.
start() {
    local name=$1 printed why
    shift
    why=$(mktemp)
    if printed=$(WHY=$why bash "$@"); then
        export "$name=$printed"
    else
        unset "$name"
        export "${name}_LEFT_OUT=$(cat "$why")"
    fi
    rm "$why"
}

# Servers for the tests of tables on servers, on ports that nobody uses, until this process ends.
case "$*" in
*...* | *engine* | *remote* | *./ui*)
    CLUSTER="${TMPDIR:-/tmp}/cardinal-test-cluster-$$" PORT=free ROWS=20000 WHILE=$$ start CARDINAL_CLUSTER scripts/cluster.sh port
    ;;
esac
case "$*" in
*...* | *engine* | *remote*)
    start CARDINAL_CURRENT scripts/current.sh $$
    ;;
esac

# Without a graphics card the software driver is named, so that no other one is asked and fails first.
software=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1 || true)
if [ -z "${VK_DRIVER_FILES:-}" ] && [ -n "$software" ] && ! ls /dev/nvidia0 /dev/dri/renderD* >/dev/null 2>&1; then
    export VK_DRIVER_FILES=$software
fi

# Fyne cannot read the locale C and complains. It is set for the tests alone: bash would look for it. A screen that starts anew when its
# last client leaves refuses the next one meanwhile. A key that a busy machine holds for long must not repeat.
tell env -u LC_ALL -u LC_MESSAGES LANG=en_US.UTF-8 xvfb-run -a -s "-screen 0 1600x900x24 -noreset -r" "${test[@]}"
