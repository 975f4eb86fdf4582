package filedialog

import "golang.org/x/sys/windows"

// drives returns the root folders of all drives, also of network drives.
func drives() (all []string) {
	letters, err := windows.GetLogicalDrives()
	if err != nil {
		return nil
	}
	for i := range 26 {
		if letters&(1<<i) != 0 {
			all = append(all, string(rune('A'+i))+`:\`)
		}
	}
	return all
}
