package breadth

import (
	"os"
	"path/filepath"

	"cardinal/bench/workbook"
)

// sqlite is the program sqlite3.
var sqlite = other{"SQLite", func(m measurement, q question, answer string) (string, []string) {
	return "sqlite3", []string{"-readonly", "-csv", "-header", filepath.Join(m.folder, q.files[0]), ".output '" +
		answer + "'", q.sql}
}}

// reader returns a program that reads workbooks, by its name in package workbook.
func reader(name string) *other {
	return &other{name, func(m measurement, q question, answer string) (string, []string) {
		return self(), []string{workbook.ChildWord, "--side", name, "--file", filepath.Join(m.folder, q.files[0]),
			"--answer", answer}
	}}
}

// writer writes rows to a workbook.
var writer = other{"excelize", func(m measurement, q question, answer string) (string, []string) {
	return self(), []string{workbook.ChildWord, "--rows", filepath.Join(m.folder, q.files[0]), "--file", answer}
}}

func self() string {
	path, _ := os.Executable() // an error shows at the start of the process
	return path
}
