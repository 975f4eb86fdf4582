# Sourced: the installer for Windows.

. scripts/dist/extensions.sh

# uuid makes an identifier of the installer out of a text: other builds have others, the same one the same.
uuid() { printf %s "$1" | sha256sum | sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-5\3-a\4-\5/' | tr a-f A-F; }

# upgraded is the identifier that all versions share.
upgraded() { sed -n 's/.* UpgradeCode="\([^"]*\)".*/{\1}/p' scripts/dist/windows/cardinal.wxs; }

# msi makes of a version ($1) and a folder ($2) with cardinal.exe, cardinal.com, LICENSE.txt, THIRD-PARTY-NOTICES.txt and cardinal.ico the installer $3.
msi() {
    local version=$1 tree=$2 to=$3 extension program clock
    for extension in $extensions .cardinal; do
        echo "              <RegistryValue Root=\"HKCU\" Key=\"Software\\Classes\\Applications\\cardinal.exe\\SupportedTypes\" Name=\"$extension\" Type=\"string\" Value=\"\"/>"
        [ "$extension" = .cardinal ] ||
            echo "              <RegistryValue Root=\"HKCU\" Key=\"Software\\Classes\\$extension\\OpenWithProgids\" Name=\"Cardinal.Table\" Type=\"string\" Value=\"\"/>"
    done >"$tree/extensions"
    program="$version $(sha256sum <"$tree/cardinal.exe")"
    sed -e "s/@VERSION@/$version/; s/@PRODUCT@/$(uuid "product $program")/; s/@PACKAGE@/$(uuid "package $program")/" \
        -e "/@EXTENSIONS@/{r $tree/extensions" -e 'd}' scripts/dist/windows/cardinal.wxs >"$tree/cardinal.wxs"
    find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    # The installer's tools write the time of the clock, which stands still for them, and an identifier by chance.
    clock=(env TZ=UTC faketime -f "$(date -u -d "@$SOURCE_DATE_EPOCH" '+%F %T')")
    (cd "$tree" && "${clock[@]}" wixl -a x64 -o "$to" cardinal.wxs)

    # wixl knows no variables of the environment: the folder is added to the path of the person by a table of the installer's own.
    "${clock[@]}" msibuild "$to" \
        -q "CREATE TABLE Environment (Environment CHAR(72) NOT NULL, Name CHAR(255) NOT NULL LOCALIZABLE, Value CHAR(255) LOCALIZABLE, Component_ CHAR(72) NOT NULL PRIMARY KEY Environment)" \
        -q "INSERT INTO Environment (Environment, Name, Value, Component_) VALUES ('Path', '=-PATH', '[~];[INSTALLDIR]', 'Program')" \
        -q "INSERT INTO InstallExecuteSequence (Action, Sequence) VALUES ('RemoveEnvironmentStrings', 3300)" \
        -q "INSERT INTO InstallExecuteSequence (Action, Sequence) VALUES ('WriteEnvironmentStrings', 5200)"

    # Another build of the same version replaces the one that is there, too, which wixl cannot say: 1 takes the choice of features over, 512 means this version, too.
    "${clock[@]}" msibuild "$to" \
        -q "DELETE FROM \`Upgrade\` WHERE \`ActionProperty\` = 'WIX_UPGRADE_DETECTED'" \
        -q "INSERT INTO \`Upgrade\` (\`UpgradeCode\`, \`VersionMax\`, \`Attributes\`, \`ActionProperty\`) VALUES ('$(upgraded)', '$version', 513, 'WIX_UPGRADE_DETECTED')"
    "${clock[@]}" msibuild "$to" -s Cardinal Cardinal "x64;1033" "{$(uuid "package $program")}"
}
