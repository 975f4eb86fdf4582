package localfile

import "os"

// Claim makes an empty file in dir, whose name ends in extension. It locks the file until release is called or the
// process ends. It makes the folder if it is missing.
func Claim(dir, extension string) (path string, release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	for range attempts {
		f, err := os.CreateTemp(dir, "*"+extension)
		if err != nil {
			return "", nil, err
		}
		_ = f.Close()
		if release, held := hold(f.Name()); held {
			return f.Name(), release, nil
		}
		_ = os.Remove(f.Name())
	}
	return "", nil, errNotHeld
}
