#!/usr/bin/env bash
# Runs all tests, those of the benchmarks among them, or what the arguments say. On Linux the window's run in a virtual screen
# with software OpenGL, and the shaders' on the GPU there is or else on software Vulkan; nothing is skipped for want of a device.
# CARDINAL_CORPORA names a folder of further files to read: tables, csv, parquet and xlsx, by their formats.
set -euo pipefail
. "$(dirname "$0")/env.sh"
if [ $# -eq 0 ]; then
    set -- -vet=off ./ui ./engine ./engine/gpu/host ./data/remote/... ./... # the longest first, and those that wait for servers beside them; the linters vet, too
    (cd scripts/bench && go test -vet=off -short -tags duckdb_arrow ./...)
fi
if [ -z "${CARDINAL_CORPORA:-}" ] && [ -d ../shared/data ]; then
    CARDINAL_CORPORA=$(cd ../shared/data && pwd)
    export CARDINAL_CORPORA
fi
test=(go test -tags "$tags" -timeout 15m "$@")
if [ "$(uname -s)" != Linux ]; then
    exec "${test[@]}"
fi

export CARDINAL_REQUIRE_GPU=1 CARDINAL_REQUIRE_DISPLAY=1
export LIBGL_ALWAYS_SOFTWARE=1
export GALLIVM_PERF=nopt # llvmpipe compiles the shaders of a test for longer than it runs them
export GOGC=400          # many tests have small heaps, of which a third of their time went into collecting garbage

# The folder keeps its name from run to run: results of tests that look at it stay in go's cache.
export XDG_RUNTIME_DIR="${TMPDIR:-/tmp}/cardinal-test-$(id -u)"
mkdir -p "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"

# Servers for the tests of tables on servers, on ports that nobody uses, until this process ends. Where their packages cannot be had, those tests are skipped.
case "$*" in
*...* | *engine* | *remote* | *./ui*)
    if CARDINAL_CLUSTER=$(CLUSTER="${TMPDIR:-/tmp}/cardinal-test-cluster-$$" PORT=free ROWS=20000 WHILE=$$ bash scripts/cluster.sh port); then
        export CARDINAL_CLUSTER
    else
        unset CARDINAL_CLUSTER
        echo "test: tables on servers are not tried"
    fi
    ;;
esac
case "$*" in
*...* | *engine* | *remote*)
    if CARDINAL_CURRENT=$(bash scripts/current.sh $$); then
        export CARDINAL_CURRENT
    else
        unset CARDINAL_CURRENT
        echo "test: a ClickHouse of today is not tried"
    fi
    ;;
esac

# Without a graphics card the software driver is named, so that no other one is asked and fails first.
software=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1 || true)
if [ -z "${VK_DRIVER_FILES:-}" ] && [ -n "$software" ] && ! ls /dev/nvidia0 /dev/dri/renderD* >/dev/null 2>&1; then
    export VK_DRIVER_FILES=$software
fi

# Fyne cannot read the locale C and complains. It is set for the tests alone: bash would look for it. A screen that starts anew when its
# last client leaves refuses the next one meanwhile.
exec env -u LC_ALL -u LC_MESSAGES LANG=en_US.UTF-8 xvfb-run -a -s "-screen 0 1600x900x24 -noreset" "${test[@]}"
