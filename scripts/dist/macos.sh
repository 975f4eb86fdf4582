#!/usr/bin/env bash
# Packages Cardinal for macOS in the folder dist: Cardinal.app in a zip archive, for the architecture of GOARCH. It runs on macOS, and
# was not tried: the project has no such machine.
set -euo pipefail
. "$(dirname "$0")/../env.sh"
. scripts/dist/extensions.sh
GOARCH=$(go env GOARCH)
export GOARCH CGO_ENABLED=1
app=dist/.build/Cardinal.app
rm -rf dist/.build
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources"
go build -trimpath -tags "$tags" -ldflags "-s -w" -o "$app/Contents/MacOS/cardinal" .
all=$(for e in $extensions; do printf '<string>%s</string>' "${e#.}"; done)
sed -e "s/@VERSION@/$version/" -e "s,@EXTENSIONS@,$all," scripts/dist/macos/Info.plist >"$app/Contents/Info.plist"
cp LICENSE "$app/Contents/Resources/LICENSE.txt"
go run ./scripts/dist/notices "$tags" darwin >"$app/Contents/Resources/THIRD-PARTY-NOTICES.txt"
icons=dist/.build/cardinal.iconset
mkdir "$icons"
for size in 16 32 128 256 512; do
    sips -z "$size" "$size" assets/icon.png --out "$icons/icon_${size}x$size.png" >/dev/null
done
iconutil -c icns -o "$app/Contents/Resources/cardinal.icns" "$icons"
codesign --force --sign "${CODESIGN_IDENTITY:--}" --options runtime "$app"
ditto -c -k --keepParent "$app" "dist/cardinal-$version-macos-$GOARCH.zip"
rm -rf dist/.build
