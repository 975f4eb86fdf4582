#!/usr/bin/env bash
# Format, linters (.golangci.yml) and known vulnerabilities of both modules; and what needs no C, built and vetted for the other systems.
# The linters and govulncheck have a module of their own, scripts/tools. WHY names a file for what could not be checked.
set -euo pipefail
. "$(dirname "$0")/env.sh"
tool() { go tool -modfile="$tools" "$@"; }
tools=$PWD/scripts/tools/go.mod

# vulnerabilities fails where the code of packages calls a function with a known vulnerability, and says where the database cannot be reached.
vulnerabilities() {
    local said status=0
    said=$(tool govulncheck "$@" 2>&1) || status=$?
    if [[ $said == *"fetching vulnerabilities"* ]]; then
        echo "check: the database of vulnerabilities cannot be reached; they were not looked for" | tee -a "${WHY:-/dev/null}" >&2
        reached=false
    elif [ "$status" -ne 0 ]; then
        printf '%s\n' "$said" >&2
        exit 1
    fi
}

unformatted=$(gofmt -l .)
if [ -n "$unformatted" ]; then
    printf 'check: not formatted, run gofmt -w:\n%s\n' "$unformatted" >&2
    exit 1
fi
tool golangci-lint run --build-tags "$tags" ./...
(cd scripts/bench && tool golangci-lint run --build-tags duckdb_arrow ./...)
reached=true
vulnerabilities ./internal/about # a small package, before all others are read for nothing
if $reached; then
    vulnerabilities -tags "$tags" ./...
    (cd scripts/bench && vulnerabilities -tags duckdb_arrow ./...)
fi
# withoutC lists the packages that need no C, by themselves or, with a template of their tests' imports, in their tests.
withoutC() {
    go list -tags "$tags" -f "{{.ImportPath}} {{join .Deps \" \"}} $1" ./... |
        grep -v -e fyne.io -e cogentcore/webgpu -e engine/gpu/device -e engine/gpu/worker | cut -d ' ' -f 1
}
portable=$(withoutC '')
tested=$(withoutC '{{join .TestImports " "}} {{join .XTestImports " "}}')
for system in windows darwin; do
    # shellcheck disable=SC2086
    CGO_ENABLED=0 GOOS=$system go build -tags "$tags" $portable
    # shellcheck disable=SC2086
    CGO_ENABLED=0 GOOS=$system go vet -tags "$tags" $tested
done
echo "check: format and linters are clean; what needs no C builds for Windows and macOS, and go vet finds nothing there"
