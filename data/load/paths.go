package load

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"cardinal/data/format/delta"
	"cardinal/data/text/natural"
	"cardinal/data/web"
	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/follow"
	"cardinal/internal/separators"
)

// maxFiles is the greatest number of files that are read as one table.
const maxFiles = 200_000

// paths returns the lines of a path. Each is a file, a folder, or a pattern such as sales-*.csv.
func paths(path string) []string { return strings.Split(path, "\n") }

// IsAddress reports whether a path is an address, either of a file, such as https://host/sales.parquet, or of a table
// on a server, such as postgres://host/database?table=t.
func IsAddress(path string) bool {
	scheme, _, ok := strings.Cut(path, "://")
	letter := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' }
	return ok && len(scheme) > 1 && strings.TrimFunc(scheme, letter) == "" && !strings.Contains(path, "\n")
}

// HasAddress reports whether a line of a path is an address.
func HasAddress(path string) bool { return slices.ContainsFunc(paths(path), IsAddress) }

// addressTitle returns a title of an address: the names of the table and of its server, or the name of the file.
func addressTitle(path string) string {
	if web.Is(path) {
		return web.Name(path)
	}
	u, err := url.Parse(path)
	switch {
	case err != nil:
		return "a table on a server"
	case u.Query().Get("table") == "" && u.Query().Get("query") != "":
		return ellipsis.Cut(strings.Join(strings.Fields(u.Query().Get("query")), " "), 40) + " on " + u.Host
	case u.Query().Get("table") == "":
		return u.Host
	}
	return u.Query().Get("table") + " on " + u.Host
}

// Join returns the path for several files, folders and patterns. A file can also be a file URL, as desktops write it:
// file:///data/sales%202024.csv.
func Join(several ...string) string {
	paths := each.Of(several, localPath)
	return strings.Join(paths, "\n")
}

// localPath returns the path that a file URL stands for, and any other text unchanged.
func localPath(text string) string {
	u, err := url.Parse(text)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Path == "" {
		return text
	}
	switch host := strings.TrimPrefix(u.Host, "localhost"); {
	case runtime.GOOS != "windows" && host != "":
		return text
	case host != "":
		return filepath.FromSlash("//" + host + u.Path)
	case runtime.GOOS == "windows":
		return filepath.FromSlash(strings.TrimPrefix(u.Path, "/"))
	}
	return u.Path
}

// IsSeveral reports whether a path can stand for several files that are read as one table: it has several lines, or is
// a folder or a pattern of paths or addresses.
func IsSeveral(path string) bool {
	if IsAddress(path) {
		return web.IsPattern(path)
	}
	all := paths(path)
	if len(all) > 1 {
		return true
	}
	info, err := os.Stat(all[0])
	return err == nil && info.IsDir() || err != nil && isPattern(all[0])
}

func isPattern(path string) bool { return strings.ContainsAny(path, "*?[") }

// Exists reports whether everything in a path exists. A pattern counts as existing if its folder exists. An address
// always counts as existing.
func Exists(path string) bool {
	for _, p := range paths(path) {
		if _, err := os.Stat(p); err == nil || IsAddress(p) {
			continue
		}
		folder := filepath.Dir(p)
		if _, err := os.Stat(folder); !isPattern(p) || err != nil && !isPattern(folder) {
			return false
		}
	}
	return true
}

// Title returns a short name for a path: the last part of the path of a file, a folder or a pattern. If the path has
// several lines, the title is the name of the first one and the number of the others. The title of a table on a server
// includes the server.
func Title(path string) string {
	if IsAddress(path) {
		return addressTitle(path)
	}
	all := paths(path)
	name := baseName(all[0])
	if len(all) > 1 {
		name = separators.Sprintf("%s and %d more", name, len(all)-1)
	}
	return name
}

// baseName returns the last part of the path or of the address of a file.
func baseName(path string) string {
	if web.Is(path) {
		return web.Name(path)
	}
	return filepath.Base(path)
}

// Folder returns the folder of a path, or of its first line. It returns "" for an address.
func Folder(path string) string {
	first := paths(path)[0]
	if IsAddress(first) {
		return ""
	}
	return filepath.Dir(first)
}

// Absolute makes each line of a path absolute. It removes possible secrets from the address of a file; Open still finds
// them as long as the process lives. It returns other addresses unchanged.
func Absolute(path string) string {
	all := paths(path)
	for i, p := range all {
		if IsAddress(p) {
			all[i] = web.Clean(p)
		} else if abs, err := filepath.Abs(p); err == nil {
			all[i] = abs
		}
	}
	return Join(all...)
}

// Files returns the files of a path, sorted by name, with numbers in numeric order. For a folder, it returns the tables
// in it, also those in folders with names such as year=2024. For a Delta table, it returns only the files of the log
// from which the newest version is read. The error is one sentence.
//
// Files returns a pattern of addresses unchanged. Open asks the server for its files.
func Files(path string) ([]string, error) {
	return listFiles(path, func(pattern string) ([]string, error) { return []string{pattern}, nil })
}

// Look returns a stamp of the files of a path, with their sizes and times. If a file is missing, the stamp is zero.
func Look(path string) follow.Stamp {
	files, err := Files(path)
	if err != nil {
		return follow.Stamp{}
	}
	return follow.Look(files)
}

// filesFound does what Files does, but also finds the files of patterns of addresses.
func filesFound(ctx context.Context, path string) ([]string, error) {
	return listFiles(path, func(pattern string) ([]string, error) {
		files, err := web.List(ctx, pattern)
		switch {
		case ctx.Err() != nil:
			return nil, fmt.Errorf("opening %s was cancelled: %w", Title(path), ctx.Err())
		case err != nil:
			return nil, plain{"cannot open " + Title(pattern) + ": " + err.Error(), err}
		}
		return files, nil
	})
}

// listFiles returns the files of a path. It calls `list` for each pattern of addresses.
func listFiles(path string, list func(pattern string) ([]string, error)) ([]string, error) {
	if !IsSeveral(path) {
		return []string{path}, nil
	}
	if IsDelta(path) {
		files, err := delta.LogFiles(os.DirFS(path))
		for i, f := range files {
			files[i] = filepath.Join(path, filepath.FromSlash(f))
		}
		return files, err
	}
	var files []string
	for _, p := range paths(path) {
		some, err := filesOf(p, list)
		if err != nil {
			return nil, err
		}
		files = append(files, some...)
	}
	slices.SortFunc(files, natural.Compare)
	if files = slices.Compact(files); len(files) > maxFiles {
		return nil, separators.Errorf("%s has %d files, and %d are the most that are read as one table", Title(path),
			len(files), maxFiles)
	}
	folder := ""
	for _, f := range files {
		if web.Is(f) || filepath.Dir(f) == folder {
			continue
		}
		if lake, kind := lakeAround(f); kind != "" {
			return nil, refuseLake(lake, kind)
		}
		folder = filepath.Dir(f)
	}
	return files, nil
}

// filesOf returns the files of one line of a path.
func filesOf(path string, list func(pattern string) ([]string, error)) ([]string, error) {
	switch {
	case web.IsPattern(path):
		return list(path)
	case web.IsFolder(path):
		return nil, refuseLake(path, "Delta")
	case web.Is(path):
		return []string{path}, nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		if kind := lakeOf(path); kind != "" {
			return nil, refuseLake(path, kind)
		}
		files, err := filesIn(path)
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("the folder %s has no file of a table: Cardinal looks for names that end in %s",
				filepath.Base(path), strings.Join(Extensions(), ", "))
		}
		return files, err
	case err == nil:
		return []string{path}, nil
	case !isPattern(path):
		return nil, unreachableError(filepath.Base(path), err)
	}
	found, err := filepath.Glob(path)
	if err != nil {
		return nil, fmt.Errorf("%s is no pattern of file names: a bracket in it is not closed", filepath.Base(path))
	}
	var files []string
	for _, f := range found {
		if info, err := os.Stat(f); err == nil && info.Mode().IsRegular() {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no file fits %s: check the pattern and the folder", path)
	}
	return files, nil
}

// Takes reports whether a path would include a file that is about to be written.
func Takes(path, file string) bool {
	file = Absolute(file)
	for _, p := range paths(Absolute(path)) {
		if IsAddress(p) {
			continue
		}
		info, err := os.Stat(p)
		fits, _ := filepath.Match(p, file)
		switch {
		case err == nil && info.IsDir() && lakeOf(p) != "":
			if rest, err := filepath.Rel(p, file); err == nil && filepath.IsLocal(rest) {
				return true
			}
		case err == nil && info.IsDir():
			if filepath.Dir(file) == p && len(InFolder([]string{filepath.Base(file)})) > 0 {
				return true
			}
		case err != nil && fits:
			return true
		}
	}
	return false
}

// besides has the extensions of files that often are in the same folder as tables, and describe them.
var besides = []string{".html", ".htm", ".md", ".markdown", ".xml"}

// InFolder returns the names of the files of a folder that belong to its table. It leaves out web pages, Markdown and
// XML. It leaves out .txt files if the folder has other tables.
func InFolder(names []string) (tables []string) {
	var texts []string
	known := Extensions()
	for _, name := range names {
		switch ext := strings.ToLower(filepath.Ext(name)); {
		case isHidden(name) || !slices.Contains(known, ext) || slices.Contains(besides, ext):
		case ext == ".txt":
			texts = append(texts, name)
		default:
			tables = append(tables, name)
		}
	}
	if len(tables) == 0 {
		return texts
	}
	return tables
}

// isHidden reports whether a name begins with a point or an underscore. Such a file or folder is no table.
func isHidden(name string) bool { return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") }

// filesIn returns the tables in a folder.
func filesIn(folder string) (files []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, unreachableError("the folder "+filepath.Base(folder), err)
	}
	var names []string
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if _, _, is := partition(e.Name()); is && e.IsDir() && !isHidden(e.Name()) {
			some, err := filesIn(path)
			if err != nil {
				return nil, err
			}
			files = append(files, some...)
			continue
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			names = append(names, e.Name())
		}
	}
	for _, name := range InFolder(names) {
		files = append(files, filepath.Join(folder, name))
	}
	return files, nil
}
