package unlock

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/format/workbook/encrypted"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// Ask asks for the password of an encrypted file in a dialog, again and again until the password is right. It blocks,
// and must not be called on the UI goroutine. It returns context.Canceled if the person cancels, or the error of ctx.
func Ask(ctx context.Context, d *dialogs.Stack, file *encrypted.Locked) (password string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answer := make(chan string, 1)
	d.Post(func() {
		if ctx.Err() == nil {
			q := newQuestion(ctx, d, file, func(password string) { answer <- password })
			d.Closed(cancel)
			context.AfterFunc(ctx, func() { d.Post(q.hide) })
		}
	})
	select {
	case password = <-answer:
		return password, nil
	case <-ctx.Done():
	}
	select {
	case password = <-answer: // the dialog has closed itself
		return password, nil
	default:
		return "", context.Cause(ctx)
	}
}

// question is the open dialog.
type question struct {
	dialogs  *dialogs.Stack
	file     *encrypted.Locked
	password *input.Entry
	open     *input.Button
	said     *widget.Label
	bar      *widget.ProgressBarInfinite
	hide     func()
	use      func(string)
}

func newQuestion(ctx context.Context, d *dialogs.Stack, file *encrypted.Locked, use func(string)) *question {
	q := &question{dialogs: d, file: file, password: input.New(), said: input.Wrapped(""),
		bar: widget.NewProgressBarInfinite(), use: use}
	q.password.Password = true
	q.bar.Stop()
	q.bar.Hide()
	about := input.Caption(lang.L("The file is encrypted. Its password stays in memory until Cardinal ends."))
	q.open = input.NewButton(lang.L("Open"), func() { q.try(ctx) })
	q.password.OnSubmitted = func(string) { d.Confirm() }
	q.password.OnChanged = func(string) { q.say("", widget.MediumImportance) }
	under := container.New(layout.NewCustomPaddedLayout(0, 0, theme.InnerPadding(), theme.InnerPadding()), q.bar)
	content := container.NewVBox(q.password, about, container.NewStack(input.Lines(q.said, 1),
		container.NewVBox(layout.NewSpacer(), under)))
	q.hide = d.Edit(lang.L("The password of {{.Name}}", lang.With{"Name": file.Name}), content, q.open, 520, 220,
		q.password)
	return q
}

// try checks the password in the background, and shows an error if it is wrong.
func (q *question) try(ctx context.Context) {
	typed := q.password.Text
	q.open.Disable()
	q.password.Disable()
	q.bar.Show()
	q.bar.Start()
	go func() {
		err := q.file.Try(ctx, typed)
		q.dialogs.Post(func() {
			if ctx.Err() != nil {
				return
			}
			q.bar.Stop()
			q.bar.Hide()
			if err == nil {
				q.use(typed)
				q.hide()
				return
			}
			q.open.Enable()
			q.password.Enable()
			q.say(session.Sentence(err), widget.DangerImportance)
			q.dialogs.Window().Canvas().Focus(q.password)
			q.password.TypedShortcut(&fyne.ShortcutSelectAll{})
		})
	}()
}

func (q *question) say(text string, as widget.Importance) {
	q.said.Importance = as
	q.said.SetText(text)
}
