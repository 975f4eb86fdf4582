package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/dnd"
	"cardinal/ui/panel"
	"cardinal/ui/session"
	"cardinal/ui/shelf"
	"cardinal/ui/theme"
)

// window is the main window: the widgets and what connects them. UI goroutine only.
type window struct {
	app     fyne.App
	win     fyne.Window
	session *session.Session

	tools  *toolbar
	fields *shelf.Fields
	board  *board
	result *result
	panel  *panel.Panel
	status *status
	layer  *dnd.Layer
	tip    *tip
	sides  *container.Split // the middle and the profiler panel
	left   *container.Split // the field list and the rest

	popped *widget.PopUpMenu // the last menu shown by popUp, nil before there was one

	prefs  *preferences
	leave  func() // ends the process
	asking dialogs
	mode   theme.Mode
	clock  clock

	canUndo, canRedo bool
}

func newWindow(a fyne.App, opts Options, post func(func())) *window {
	w := &window{app: a, win: a.NewWindow("Cardinal"), layer: dnd.NewLayer(), tip: newTip(post),
		prefs: loadPreferences(opts.Preferences), leave: opts.Leave}
	w.clock.onFirst = opts.Ready
	files := opts.Files
	if files == nil {
		files = disk{}
	}
	w.session = session.New(opts.Engine, files, w, post)
	if opts.Measure {
		w.session.MeasureWhenIdle()
	}
	w.showMode(w.prefs.Theme)
	w.tools = newToolbar(w)
	w.fields = newFields(w)
	w.board = newBoard(w)
	w.result = newResult(w)
	w.panel = panel.New()
	w.panel.OnCompare = w.compare
	w.status = newStatus(w)
	w.win.SetContent(w.content())
	w.win.SetPadded(false)
	w.win.SetMainMenu(w.menu())
	w.addShortcuts()
	w.connectLayer()
	w.win.SetOnDropped(w.dropped)
	w.win.SetMaster()
	w.win.Resize(fyne.NewSize(w.prefs.Layout.Width, w.prefs.Layout.Height))
	w.win.SetCloseIntercept(w.quit)
	a.Settings().AddListener(func(fyne.Settings) { w.panel.Refresh() })
	return w
}

// content lays the window out: tools on top, the status at the foot, between them the field list, the shelves over
// the result, and the panel. The drag layer lies over everything.
func (w *window) content() fyne.CanvasObject {
	middle := container.New(&middleLayout{w.board}, w.board.scroll, w.result.root)
	w.board.middle = middle
	pad := layout.NewCustomPaddedLayout(0, 0, 6, 6)
	w.sides = container.NewHSplit(container.New(pad, middle), w.panel.Object())
	w.left = container.NewHSplit(container.New(pad, w.fields.Object()), w.sides)
	w.loadLayout()
	main := container.NewBorder(w.tools.root, w.status.root, nil, nil, w.left)
	return container.NewStack(main, w.clock.probe(), w.tip.root, w.layer.Object())
}

// middleLayout gives the shelves the height they need at the width there is, up to two fifths, and the result
// the rest.
type middleLayout struct{ board *board }

func (l *middleLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(260, 240) }

func (l *middleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.board.layout.width = size.Width
	h := min(l.board.layout.height(size.Width), size.Height*2/5)
	objects[0].Resize(fyne.NewSize(size.Width, h))
	objects[0].Move(fyne.NewPos(0, 0))
	objects[1].Move(fyne.NewPos(0, h+6))
	objects[1].Resize(fyne.NewSize(size.Width, max(size.Height-h-6, 0)))
}
