package files

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/load"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

// AskAddress asks for the address of a file.
func (f *Files) AskAddress() {
	address, wrong := input.New(), widget.NewLabel("")
	address.SetPlaceHolder(lang.L("https://host/sales.parquet or s3://bucket/sales.parquet"))
	wrong.Importance, wrong.Wrapping = widget.DangerImportance, fyne.TextWrapWord
	wrong.Hide()
	note := input.Caption(lang.L("A user and a password may stand in the address: " +
		"https://user:password@host/sales.csv. They are forgotten when Cardinal ends. Keys for s3:// are read " +
		"from the environment or from ~/.aws, those for gs:// and az:// from the environment."))
	open := input.NewButton(lang.L("Open"), nil)
	hide := f.dialogs.Edit(lang.L("Open an address"), container.NewVBox(address, wrong, note), open, 600, 230, address)
	open.OnTapped = func() {
		if !load.IsAddress(strings.TrimSpace(address.Text)) {
			wrong.SetText(lang.L("An address begins with https://, s3://, gs:// or az://."))
			wrong.Show()
			return
		}
		hide()
		f.Open(strings.TrimSpace(address.Text))
	}
	address.OnSubmitted = func(string) { open.OnTapped() }
}
