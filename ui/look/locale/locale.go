package locale

import (
	"os"
	"strings"
)

func init() {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		value := os.Getenv(name)
		if value == "" {
			continue
		}
		if base, _, _ := strings.Cut(value, "."); base == "C" || base == "POSIX" {
			_ = os.Setenv(name, "en_US.UTF-8")
		}
		return
	}
	_ = os.Setenv("LANG", "en_US.UTF-8")
}
