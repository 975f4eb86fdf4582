#!/usr/bin/env bash
# Runs the tests under the race detector, in fewer rounds. Left out are the packages in which it takes longest: those that show a
# window or open a GPU, the command line's scripts, and the engine's comparison with its reference. Of the engine and of the GPU's
# host side the tests of what runs at once remain. data/hostile bounds the memory of child processes, of which the detector takes several times as much.
# engine/cost, assets/gen, the statistics over many draws of engine/estimate and the largest workbooks of data/xlsx compute on one goroutine, or run nothing at
# once that other tests do not.
set -euo pipefail
. "$(dirname "$0")/env.sh"
slow='^cardinal(|/assets/gen|/cli|/data/hostile|/engine|/engine/cost|/engine/gpu/(device|host|worker)|/ui|/ui/(dialogs|edit|files|filteredit|formulaedit|help|menu|notice|prefs|theme|tip))$'
bash scripts/test.sh -race -vet=off -run 'Goroutines|Concurrent|Cancel|Child|Close' -skip Beyond ./engine ./engine/gpu/host
# shellcheck disable=SC2046
exec bash scripts/test.sh -race -short -vet=off -skip '^(TestAccuracy|TestDecisionsCostLittle|TestRangesOverManyDraws|TestRangeOfLittle|TestTooManyCells|TestLongBlanks)$|LibreOffice' $(go list -tags "$tags" ./... | grep -vE "$slow")
