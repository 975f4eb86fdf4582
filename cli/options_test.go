package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/tools/txtar"
)

// TestEveryOptionHasASection holds the sections of the help against the options of the commands.
func TestEveryOptionHasASection(t *testing.T) {
	used := map[string]bool{"help": true}
	eachOption(func(c *cobra.Command, o *pflag.Flag) {
		used[o.Name] = true
		if in := slices.DeleteFunc(slices.Clone(sections), func(s section) bool {
			return !slices.Contains(s.options, o.Name)
		}); len(in) != 1 {
			t.Errorf("%s --%s is in %d sections of the help", c.Name(), o.Name, len(in))
		}
	})
	for _, s := range sections {
		for _, name := range s.options {
			if !used[name] {
				t.Errorf("the section %s has the option --%s, which no command has", s.title, name)
			}
		}
	}
}

// TestEveryOptionIsScripted wants every option of every command in a script.
func TestEveryOptionIsScripted(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	scripted := map[string]bool{}
	for _, path := range scripts {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(archive.Files[len(archive.Files)-1].Data)) {
			given, is := strings.CutPrefix(line, "$ ")
			if !is {
				continue
			}
			args := words(strings.TrimSpace(given))
			for _, word := range args {
				scripted[args[0]+" "+optionName(word)] = true
				scripted["cardinal "+optionName(word)] = true // of all commands
			}
		}
	}
	eachOption(func(c *cobra.Command, o *pflag.Flag) {
		if !scripted[c.Name()+" "+o.Name] && !scripted[c.Name()+" "+o.Shorthand] && !unscripted[c.Name()+" "+o.Name] {
			t.Errorf("no script gives %s the option --%s", c.Name(), o.Name)
		}
	})
}

// unscripted lists the options that other tests give. A script with them would open a window, measure the machine or
// look at the folders of its user.
var unscripted = map[string]bool{
	"open new-window": true, "open log": true, "calibrate json": true, "doctor json": true, "tune json": true,
	"cache empty": true, "cache json": true, "folders empty": true, "folders json": true,
}

// eachOption visits every option of every command but --help.
func eachOption(visit func(c *cobra.Command, o *pflag.Flag)) {
	root := commandTree(&Streams{}, &Opening{})
	root.PersistentFlags().VisitAll(func(o *pflag.Flag) { visit(root, o) })
	for _, c := range root.Commands() {
		c.Flags().VisitAll(func(o *pflag.Flag) {
			if o.Name != "help" {
				visit(c, o)
			}
		})
	}
}

// TestOldSpellings gives options with one dash, short options and values that look like options.
func TestOldSpellings(t *testing.T) {
	c, _, err := commandTree(&Streams{}, &Opening{}).Find([]string{"pivot"})
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]string{
		"f.csv -rows a -cols=b":     "f.csv --rows a --cols=b",
		"--filter -rows -top 3":     "--filter -rows --top 3",
		"-r -cols -others -sort b":  "-r -cols --others --sort b",
		"-ra -o out.csv":            "-ra -o out.csv",
		"-force -threads 2 -- -top": "--force --threads 2 -- -top",
	} {
		if got := strings.Join(twoDashes(c, strings.Fields(given)), " "); got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
	}
}
