# Sourced by the other scripts: what every go command here is run with.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# An older go must be allowed to fetch the version that go.mod asks for; Debian's is told not to.
need=$(sed -n 's/^go //p' go.mod)
have=$(cd / && GOTOOLCHAIN=local go env GOVERSION | sed 's/^go//')
if [ "$(printf '%s\n%s\n' "$need" "$have" | sort -V | head -n 1)" != "$need" ]; then
    export GOTOOLCHAIN=auto
fi

# What is compiled in one checkout serves the next one, in another folder.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-trimpath"

# Fyne's own name for: all callbacks are on the main goroutine. And Arrow reads JSON with the standard library, not with one of its own choice.
tags=migrated_fynedo,arrow_json_stdlib

version=$(sed -n 's/^const Version = "\(.*\)"/\1/p' internal/about/about.go)
