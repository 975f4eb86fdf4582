package delta

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Folder is the folder of the log in the folder of a table.
const Folder = "_delta_log"

// log has the names of the files of a log, by version.
type log struct {
	commits     map[int64]string
	checkpoints map[int64][]string // the files of one complete checkpoint
}

// list lists the log of a table. The file that names the last checkpoint is not needed, because list sees all
// checkpoints.
func list(table fs.FS) (log, error) {
	l := log{commits: map[int64]string{}, checkpoints: map[int64][]string{}}
	entries, err := fs.ReadDir(table, Folder)
	if err != nil {
		return l, fmt.Errorf("its log cannot be read: %w", err)
	}
	parts := map[string][]string{} // files of checkpoints in several files, by version and number of files
	for _, e := range entries {
		words, name := strings.Split(e.Name(), "."), path.Join(Folder, e.Name())
		version, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil || version < 0 || len(words) < 2 {
			continue
		}
		if !e.Type().IsRegular() { // a link, or e.g. a pipe, on which a read would block
			if info, err := fs.Stat(table, name); err != nil || !info.Mode().IsRegular() {
				continue
			}
		}
		switch kind := strings.Join(words[1:], "."); {
		case kind == "json":
			l.commits[version] = name
		case kind == "checkpoint.parquet":
			l.checkpoints[version] = []string{name}
		case words[1] != "checkpoint":
		case len(words) == 5 && words[4] == "parquet":
			of := words[0] + words[3]
			parts[of] = append(parts[of], name)
			if n, err := strconv.Atoi(words[3]); err == nil && n == len(parts[of]) && l.checkpoints[version] == nil {
				l.checkpoints[version] = parts[of]
			}
		case len(words) == 4 && (words[3] == "parquet" || words[3] == "json") && l.checkpoints[version] == nil:
			l.checkpoints[version] = []string{name}
		}
	}
	if len(l.commits)+len(l.checkpoints) == 0 {
		return l, errors.New("its log has no version: the table was not written to the end, or not copied whole")
	}
	return l, nil
}

// newest returns the greatest version of the log.
func (l log) newest() int64 {
	newest := int64(0)
	for v := range l.commits {
		newest = max(newest, v)
	}
	for v := range l.checkpoints {
		newest = max(newest, v)
	}
	return newest
}

// segment returns the files from which a version is read: the newest checkpoint up to the version, and the commits
// after the checkpoint.
func (l log) segment(version int64) (checkpoint, commits []string, err error) {
	from := int64(-1)
	for v := range l.checkpoints {
		if v <= version {
			from = max(from, v)
		}
	}
	first := version + 1 // the oldest version that can be read
	for v := range maps.Keys(l.checkpoints) {
		first = min(first, v)
	}
	if l.commits[0] != "" {
		first = 0
	}
	switch newest := l.newest(); {
	case version > newest:
		return nil, nil, fmt.Errorf("there is no version %d: the newest is %d", version, newest)
	case from < 0 && l.commits[0] == "" && first <= newest:
		return nil, nil, fmt.Errorf("version %d is not in its log any more: the oldest that can be read is %d",
			version, first)
	}
	for v := from + 1; v <= version; v++ {
		if l.commits[v] == "" {
			advice := "copy the whole folder again"
			if v > 0 {
				advice += fmt.Sprintf(", or read version %d", v-1)
			}
			return nil, nil, fmt.Errorf("version %d cannot be read, because its log lacks version %d: %s",
				version, v, advice)
		}
		commits = append(commits, l.commits[v])
	}
	return l.checkpoints[from], commits, nil
}

// LogFiles returns the files of the log from which the newest version of a table is read.
func LogFiles(table fs.FS) ([]string, error) {
	l, err := list(table)
	if err != nil {
		return nil, err
	}
	checkpoint, commits, err := l.segment(l.newest())
	return slices.Concat(checkpoint, commits), err
}

// action is a line of a commit file.
type action struct {
	Add      *file                  `json:"add"`
	Remove   *file                  `json:"remove"`
	MetaData *metaData              `json:"metaData"`
	Protocol *protocol              `json:"protocol"`
	Sidecar  *struct{ Path string } `json:"sidecar"`
}

// file is a file of rows that an action adds or removes.
type file struct {
	Path            string             `json:"path"`
	PartitionValues map[string]*string `json:"partitionValues"`
	Size            int64              `json:"size"`
	DeletionVector  *vector            `json:"deletionVector"`
	Stats           string             `json:"stats"`
}

type metaData struct {
	Format struct {
		Provider string `json:"provider"`
	} `json:"format"`
	SchemaString  string            `json:"schemaString"`
	Configuration map[string]string `json:"configuration"`
}

type protocol struct {
	MinReaderVersion int      `json:"minReaderVersion"`
	ReaderFeatures   []string `json:"readerFeatures"`
}

// known lists the features for readers that this package has. For typeWidening, the types are widened where the files
// are joined.
var known = []string{"columnMapping", "deletionVectors", "timestampNtz", "typeWidening", "typeWidening-preview",
	"v2Checkpoint", "vacuumProtocolCheck"}

// check returns an error if the table needs a feature that the package does not know.
func (p *protocol) check() error {
	if p.MinReaderVersion > 3 {
		return fmt.Errorf("it needs version %d of Delta's protocol for readers, and Cardinal knows up to 3: write a "+
			"copy of it as Parquet with the program that made it", p.MinReaderVersion)
	}
	for _, feature := range p.ReaderFeatures {
		if p.MinReaderVersion == 3 && !slices.Contains(known, feature) {
			return fmt.Errorf("it needs the feature %s of Delta's protocol, which Cardinal does not know: write a "+
				"copy of it as Parquet with the program that made it", feature)
		}
	}
	return nil
}

// isMapped reports whether the protocol lets columns have other names in the files than in the table.
func (p *protocol) isMapped() bool {
	return p.MinReaderVersion == 2 || p.MinReaderVersion == 3 && slices.Contains(p.ReaderFeatures, "columnMapping")
}

// state is the result of all actions up to a version.
type state struct {
	files    map[string]*file // by path and deletion vector
	metaData *metaData
	protocol *protocol
	sidecars []string
}

// apply applies the actions of one commit, or of one file of a checkpoint. A commit removes files before it adds.
func (s *state) apply(actions []action) {
	for _, a := range actions {
		if a.Remove != nil {
			delete(s.files, a.Remove.key())
		}
	}
	for _, a := range actions {
		if a.Add != nil {
			s.files[a.Add.key()] = a.Add
		}
		s.metaData, s.protocol = cmp.Or(a.MetaData, s.metaData), cmp.Or(a.Protocol, s.protocol)
		if a.Sidecar != nil {
			s.sidecars = append(s.sidecars, a.Sidecar.Path)
		}
	}
}

// key returns a text that identifies a file in a version. If more rows of a file are deleted, its key changes.
func (f *file) key() string {
	name, err := decodePath(f.Path)
	if err != nil {
		name = f.Path // the error is returned when the file is opened
	}
	return name + "\x00" + f.DeletionVector.identity()
}

// replay returns the state of a version.
func replay(ctx context.Context, table fs.FS, checkpoint, commits []string) (*state, error) {
	s := &state{files: map[string]*file{}}
	for i := 0; i < len(checkpoint); i++ {
		actions, err := readCheckpoint(ctx, table, checkpoint[i])
		if err != nil {
			return nil, fmt.Errorf("%s, a checkpoint of its log, cannot be read: %w", path.Base(checkpoint[i]), err)
		}
		s.apply(actions)
		for _, name := range s.sidecars {
			checkpoint = append(slices.Clip(checkpoint), path.Join(Folder, "_sidecars", path.Base(name)))
		}
		s.sidecars = nil
	}
	for _, name := range commits {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		actions, err := readActions(table, name)
		if err != nil {
			return nil, fmt.Errorf("%s of its log cannot be read: %w", path.Base(name), err)
		}
		s.apply(actions)
	}
	if s.metaData == nil || s.protocol == nil {
		return nil, errors.New("its log names no columns and no protocol: copy the whole folder again")
	}
	return s, nil
}

// readActions returns the actions in the lines of a commit file.
func readActions(table fs.FS, name string) ([]action, error) {
	f, err := table.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []action
	for d := json.NewDecoder(f); ; {
		var a action
		switch err := d.Decode(&a); {
		case errors.Is(err, io.EOF) && len(all) > 0:
			return all, nil
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil, errors.New("it is cut off; copy it again, or read the version before")
		case err != nil:
			return nil, fmt.Errorf("it is damaged: %w", err)
		}
		all = append(all, a)
	}
}
