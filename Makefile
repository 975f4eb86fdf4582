# make run        build Cardinal and open its window; without a display it answers a pivot in the terminal
# make help       list these lines
# make setup      install what building and testing need, on Debian
# make test       check the code and run every test, those of the window and of the shaders included
# make check      format, linters and known vulnerabilities alone
# make race       run the tests of most packages once more, under the race detector
# make fuzz       run Go's fuzzer on the reader of every file format, a minute each; ARGS=10m takes longer
# make office     open exported workbooks in LibreOffice, which is installed, and compare every cell
# make bench      measure the engine and DuckDB, and write docs/measured/benchmarks.md: half an hour, or ARGS=groupby
# make costs      build with an empty cache and print what each module costs in the binary and in time; some minutes
# make cluster    start ClickHouse, PostgreSQL and MariaDB with a table of flights on this machine; ARGS=stop removes them
# make picture    make the moving picture of README.md again
# make shots      take the screenshots of docs again, with ImageMagick, while the window tests run
# make pictures   save a picture of every state of the window, light and dark, in the folder pictures
# make dist       package Cardinal for Linux and Windows, in the folder dist; on Debian
# make dist-test  install the packages in a Debian of its own and under Wine, use them and remove them; as root
#
# On Debian they install what is missing, and say what. On macOS and Windows they say what is needed.

.PHONY: run help test race dist dist-test costs check setup bench fuzz cluster office picture shots pictures

run:
	@bash scripts/setup.sh build
	@bash scripts/run.sh $(ARGS)

help:
	@sed -n 's/^# make /make /p' $(firstword $(MAKEFILE_LIST))

test:
	@bash scripts/setup.sh build test
	@bash scripts/test.sh

race:
	@bash scripts/setup.sh build test
	@bash scripts/race.sh

dist:
	@bash scripts/setup.sh build dist
	@bash scripts/dist/dist.sh

dist-test:
	@bash scripts/setup.sh build dist tried
	@bash scripts/dist/try.sh $(ARGS)

costs:
	@bash scripts/setup.sh build
	@bash -c '. scripts/env.sh && go run ./scripts/dist/costs -tags "$$tags"'

check:
	@bash scripts/setup.sh build
	@bash scripts/check.sh

setup:
	@bash scripts/setup.sh build test

bench:
	@bash scripts/setup.sh build bench
	@bash scripts/bench.sh $(ARGS)

fuzz:
	@bash scripts/setup.sh build
	@bash scripts/fuzz.sh $(ARGS)

cluster:
	@bash scripts/cluster.sh $(or $(ARGS),start)

office:
	@bash scripts/setup.sh build test office
	@bash scripts/test.sh -count=1 -v -run LibreOffice ./export

picture:
	@bash scripts/setup.sh build picture
	@bash scripts/picture.sh

shots:
	@bash scripts/setup.sh build test
	@CARDINAL_SHOTS=$(CURDIR)/docs bash scripts/test.sh -count=1 -run '^(TestWindow|TestServedWindow|TestFeaturesPage)$$' ./ui
	@CARDINAL_ROWS=10000000 CARDINAL_SHOTS=$(CURDIR)/docs bash scripts/test.sh -count=1 -run '^TestLargeFile$$' ./ui

pictures:
	@bash scripts/setup.sh build test
	@mkdir -p pictures
	@CARDINAL_SHOTS=$(CURDIR)/pictures bash scripts/test.sh -count=1 -run '^(TestPictures|TestEveryDialogLooked|TestFeaturesPage)$$' ./ui
