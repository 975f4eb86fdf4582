#!/usr/bin/env bash
# Runs the tests under the race detector, in fewer rounds. Left out are the packages in which nothing runs at once, those that show a
# window or open a GPU, the command line's scripts, and the engine's comparison with its reference. Of the engine and of the GPU's
# host side the tests of what runs at once remain. data/hostile bounds the memory of child processes, of which the detector takes several times as much.
# The tests that are left out, too, compute long on one goroutine, run nothing at once that other tests of their package do not, or count memory, of which the detector takes more.
set -euo pipefail
. "$(dirname "$0")/env.sh"
alone='TestAccuracy|TestAddresses|TestAltered|TestBeginnings|TestBuckets|TestBytes|TestBytesRead|TestColumnIsEval'
alone+='|TestCompressedBeyondMemory|TestCorpora|TestCuts|TestDamage|TestDecimalScaleOfManyRows|TestDecimals'
alone+='|TestDecisionsCostLittle|TestDeepExpressions|TestEveryFileLoadsOrSaysWhy|TestFirstSampleIsTheOneDrawn'
alone+='|TestFootersOfLongTexts|TestFoundLarge|TestFullDisk|TestGoldens|TestGzip|TestGzipKinds'
alone+='|TestGzipMutants|TestGzipOfTooMuch|TestHoldsAgreesWithArithmetic|TestIndexBytes|TestKilled|TestLaws'
alone+='|TestLeftOut|TestListed|TestLongBlanks|TestLongRows|TestMakeOfUsedMemory|TestMarksAreTheScreens'
alone+='|TestMarksOfSparseCells|TestMutants|TestNoMemory|TestPageIndex|TestPageIndexOfLargePages|TestPairSet'
alone+='|TestPiecesOfFiles|TestRandomCodes|TestRandomTextsBothWays|TestRangeOfLittle|TestRangesOverManyDraws'
alone+='|TestReader|TestRealTables|TestRefusals|TestRowsOfWorkbook|TestSQLiteAtRandom|TestShows|TestSignals'
alone+='|TestSpilledColumns|TestSpilledDatabase|TestSums|TestTooManyCells|TestUninitialized|TestUnnestDamage'
alone+='|TestUnnestRandom|TestWays|TestWriteAndOpen|TestWrongPasswords'
slow='^cardinal(|/cli|/data/hostile|/engine|/engine/gpu/(device|host|worker)|/ui|/ui/(state/edit|dialog/files|guide/help))$'
at_once='^[[:space:]]*go |"sync(/atomic)?"|errgroup|parallel\.|\.Go\('

# packages lists those in whose code or tests something runs at once.
packages() {
    go list -tags "$tags" -f '{{.ImportPath}} {{.Dir}}' ./... | grep -vE "${slow%\$} " | while read -r package folder; do
        if grep -qE "$at_once" "$folder"/*.go; then
            echo "$package"
        fi
    done
}

bash scripts/test.sh -race -vet=off -run 'Goroutines|Concurrent|Cancel|Child|Close' -skip Beyond ./engine ./engine/gpu/host &
few=$!
# Some packages wait for servers most of the time, and so do the tests of a GPU for its process.
# shellcheck disable=SC2046
bash scripts/test.sh -p $(($(nproc) + 1)) -race -short -vet=off -skip "^($alone)\$|LibreOffice" $(packages) && passed=true || passed=false
wait $few
$passed
