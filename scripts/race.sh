#!/usr/bin/env bash
# Runs the tests under the race detector, in fewer rounds. Left out are the packages in which it takes longest: those that
# show a window or open a GPU by themselves, and of the engine's comparison with its reference all but what runs at once.
set -euo pipefail
. "$(dirname "$0")/env.sh"
slow='^cardinal(|/engine|/engine/gpu/(device|worker)|/ui|/ui/(dialogs|edit|files|filteredit|formulaedit|help|menu|notice|prefs|theme|tip))$'
bash scripts/test.sh -race -vet=off -run 'Goroutines|Cancel' ./engine
# shellcheck disable=SC2046
exec bash scripts/test.sh -race -short -vet=off $(go list -tags "$tags" ./... | grep -vE "$slow")
