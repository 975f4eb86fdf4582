package profiler

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Save writes v as JSON to path, beside it first and then in its place, so that whoever reads meets the old content or
// the new. The folder is made where it is missing.
func Save(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing once it is renamed
	_, err = f.Write(append(text, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// Load reads what Save wrote into v and reports whether it could. A missing or damaged file is as good as none: what
// is kept here can be measured again.
func Load(path string, v any) bool {
	text, err := os.ReadFile(path)
	return err == nil && json.Unmarshal(text, v) == nil
}
