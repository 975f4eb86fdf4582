package ui

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/remote/dial"
	"cardinal/data/store/kept"
	"cardinal/engine"
	"cardinal/internal/follow"
	"cardinal/ui/desktop/clipboard"
	"cardinal/ui/desktop/instance"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/dialog/files"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/dialog/servers"
	"cardinal/ui/guide/tour"
	"cardinal/ui/look/theme"
	"cardinal/ui/menu"
	"cardinal/ui/state/document"
	"cardinal/ui/state/edit"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/dnd"
	"cardinal/ui/widget/panel"
	"cardinal/ui/widget/shelf"
	"cardinal/ui/widget/slicer"
	"cardinal/ui/widget/tabs"
	"cardinal/ui/widget/tip"
)

// window is the main window: the widgets and their connections. Only the UI goroutine uses it.
type window struct {
	app     fyne.App
	win     fyne.Window
	session *session.Session

	tools   *toolbar
	fields  *shelf.Fields
	shelves *shelf.Shelves
	result  *result
	slicers *slicer.Slicers
	panel   *panel.Panel
	status  *status
	tabs    *tabs.Bar
	layer   *dnd.Layer
	tip     *tip.Tip
	tour    *tour.Tour
	sides   *container.Split // the middle and the profiler panel
	left    *container.Split // the field list and the rest

	popped    *widget.PopUpMenu // the last menu of popUp; nil: none yet
	renewForm func()            // shows the settings of the open form again

	editor       *edit.Editor
	menus        *menu.Menus
	files        *files.Files
	servers      *servers.Servers
	keeps        *document.Document
	offers       *fyne.Container // strips below the tools
	withdrawCopy func()          // removes the offer of a copy; nil: none
	dialogs      *dialogs.Stack
	clipboard    *clipboard.Clipboard
	prefs        *prefs.Preferences
	tables       *kept.Folder // tables that took long to read
	leave        func()       // ends the process
	shutting     sync.Once    // runs shut once
	reports      string       // the folder of crash reports
	crashed      bool         // a crash report exists
	door         *instance.Door
	log          *slog.Logger
	mode         theme.Mode // as shown; another window may change the mode of prefs
	width        float32    // of the content
	kept         sideWidths
	scale        float32 // of the canvas when it was last read; 0: not yet
	clock        clock
	programs     programs
	following    following
	rest         func(context.Context) error // waits between two looks at a file that is followed
	// the answer whose profile the panel shows after the figures are painted; nil: the panel is up to date
	late *session.Answer

	canUndo, canRedo bool
	pointed          bool // a person used the mouse last, not a key
}

func newWindow(a fyne.App, opts Options, post func(func())) *window {
	chosen := prefs.Load(opts.Preferences)
	speak(chosen.Language)
	w := &window{app: a, win: a.NewWindow("Cardinal"), layer: dnd.NewLayer(), tip: tip.New(post), tour: tour.New(),
		prefs: chosen, tables: kept.At(opts.Tables), leave: opts.Leave, programs: systemPrograms,
		reports: opts.Reports, door: opts.Door, log: logger(opts.Log), renewForm: func() {}, rest: follow.Second}
	asked, noGPU := w.prefs.Layout, slices.Contains(w.prefs.Barred, string(engine.GPU))
	w.clock.onFirst = func() {
		post(w.hearKeys)
		if !asked.Maximized {
			post(func() { fitScreen(w.win, fyne.NewSize(asked.Width, asked.Height)) })
		}
		if opts.Ready != nil && !noGPU {
			opts.Ready()
		}
	}
	w.dialogs = dialogs.New(w.win)
	w.dialogs.Post, w.dialogs.OnLast = post, w.focusFields
	disk := opts.Files
	passwords := &dial.Passwords{}
	if disk == nil {
		disk = files.Disk{Tables: w.tables, Passwords: passwords, Opened: &encrypted.Passwords{}, Ask: w.askPassword,
			Attach: opts.Engine.Attach}
	}
	w.session = session.New(opts.Engine, disk, w, post)
	w.clipboard = clipboard.New(a.Clipboard, func() bool { return isX11(w.win) })
	w.editor = edit.New(w.session, w, w.dialogs)
	w.menus = menu.New(w.editor, w.dialogs)
	w.keeps = document.New(w.session, w, w.dialogs, opts.Keep)
	w.offers = container.NewVBox()
	w.files = files.New(w.keeps, w, w.dialogs, w.prefs)
	w.servers = servers.New(w, w.dialogs, passwords, post)
	w.menus.FirstDay, w.menus.Role, w.menus.Zone = w.firstDay, w.otherRole, w.zoneOf
	w.tour.OnEnd = w.endTour
	if opts.Measure {
		w.session.MeasureWhenIdle()
	}
	w.applyNumbers()
	w.applyLimits()
	w.applyScale(0)
	w.showMode(w.prefs.Theme)
	w.tools = newToolbar(w)
	w.fields = shelf.NewFields(w.tip)
	w.status = newStatus(w)
	w.result = newResult(w)
	w.menus.Await = func(do func()) {
		if w.result.answer() == nil {
			do()
		}
		w.result.awaitAll(func(*session.Answer) { do() })
	}
	w.slicers = slicer.New(w.result.root, w.tip)
	w.shelves = shelf.NewShelves(w.slicers.Object())
	w.panel = panel.New()
	w.panel.OnCompare = w.compare
	w.tabs = newTabs(w)
	w.width = w.prefs.Layout.Width
	w.win.SetContent(w.content())
	w.win.SetPadded(false)
	w.RefreshMenu()
	w.addShortcuts()
	w.connect()
	w.win.SetOnDropped(w.files.Dropped)
	w.win.SetMaster()
	w.win.Resize(fyne.NewSize(w.prefs.Layout.Width, w.prefs.Layout.Height))
	w.win.SetCloseIntercept(w.quit)
	a.Settings().AddListener(func(fyne.Settings) {
		w.panel.Refresh()
		w.fields.Refresh()
		w.session.Post(w.keepSize)
	})
	return w
}

// sidePad is the margin at the sides of the list of fields and of the result.
const sidePad = 6

// content returns the window's content: the tools at the top and the status at the bottom. Between them are the field
// list, the shelves over the result, and the panel. The drag layer covers everything.
func (w *window) content() fyne.CanvasObject {
	pad := layout.NewCustomPaddedLayout(0, 0, sidePad, sidePad)
	w.sides = container.NewHSplit(container.New(pad, container.NewBorder(nil, w.tabs.Object(), nil, nil,
		w.shelves.Object())), w.panel.Object())
	w.left = container.NewHSplit(container.New(pad, w.fields.Object()), w.sides)
	w.loadLayout()
	top := container.New(layout.NewCustomPaddedVBoxLayout(0), w.tools.root, w.offers)
	// Tab begins at the fields, and goes from the status to the tools
	main := container.New(layout.NewBorderLayout(top, w.status.root, nil, nil), w.left, w.status.root, top)
	room := &widthLayout{stack: layout.NewStackLayout(), onWidth: func(width float32) {
		w.keepSides(width)
		w.width = width
		w.showPanel()
	}}
	return container.New(room, main, w.clock.spot(), w.tip.Object(), w.tour.Object(), w.layer.Object())
}
