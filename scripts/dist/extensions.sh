# Sourced: the extensions of the files that Cardinal is offered for. Archives, plain texts and XML hold anything.

extensions=$(sed -n 's/.*extensions: \[\]string{\([^}]*\)}.*/\1/p' data/load/formats.go | tr -d '" ' | tr ',' '\n' |
    grep -v -e '^\.zip$' -e '^\.gz$' -e '^\.zst$' -e '^\.bz2$' -e '^\.txt$' -e '^\.xml$')
