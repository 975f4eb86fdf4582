// The program current answers SQL over HTTP as a ClickHouse server of today does, by libchdb, which is ClickHouse as a
// library. It is only for tests: it answers one query at a time, for one user, from one process.
package main

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>

typedef void *(*connecting)(int, char **);
typedef void *(*querying)(void *, const char *, size_t, const char *, size_t);
typedef char *(*reading)(void *);
typedef size_t (*measuring)(void *);

static void *dial(void *f, char *path) {
	char *args[] = {"clickhouse", path};
	void **c = ((connecting)f)(2, args);
	return c ? *c : NULL;
}
static void *query(void *f, void *c, const char *sql, size_t n) { return ((querying)f)(c, sql, n, "TabSeparated", 12); }
static char *text(void *f, void *r) { return ((reading)f)(r); }
static size_t length(void *f, void *r) { return ((measuring)f)(r); }
static void release(void *f, void *r) { ((void (*)(void *))f)(r); }
*/
import "C"

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// library is the functions of libchdb that are used, and a connection.
type library struct {
	query, buffer, length, err, destroy, connection unsafe.Pointer
	folder                                          string

	mu sync.Mutex
}

func open(path, folder string) (*library, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	handle := C.dlopen(name, C.RTLD_NOW)
	if handle == nil {
		return nil, errors.New(C.GoString(C.dlerror()))
	}
	l := &library{folder: folder}
	var connect unsafe.Pointer
	for symbol, at := range map[string]*unsafe.Pointer{
		"chdb_connect": &connect, "chdb_query_n": &l.query, "chdb_result_buffer": &l.buffer,
		"chdb_result_length": &l.length,
		"chdb_result_error":  &l.err, "chdb_destroy_query_result": &l.destroy,
	} {
		name := C.CString(symbol)
		*at = C.dlsym(handle, name)
		C.free(unsafe.Pointer(name))
		if *at == nil {
			return nil, fmt.Errorf("%s has no %s", path, symbol)
		}
	}
	at := C.CString("--path=" + folder)
	defer C.free(unsafe.Pointer(at))
	if l.connection = C.dial(connect, at); l.connection == nil {
		return nil, fmt.Errorf("%s does not open %s", path, folder)
	}
	return l, nil
}

// ask runs a query under settings, which hold until the next query.
func (l *library) ask(settings []string, sql []byte) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range settings {
		if _, err := l.run([]byte("SET " + s)); err != nil {
			return nil, err
		}
	}
	return l.run(sql)
}

func (l *library) run(sql []byte) ([]byte, error) {
	in := C.CBytes(sql)
	defer C.free(in)
	r := C.query(l.query, l.connection, (*C.char)(in), C.size_t(len(sql)))
	if r == nil {
		return nil, errors.New("no answer")
	}
	defer C.release(l.destroy, r)
	if said := C.text(l.err, r); said != nil {
		return nil, errors.New(C.GoString(said))
	}
	return C.GoBytes(unsafe.Pointer(C.text(l.buffer, r)), C.int(C.length(l.length, r))), nil
}

// ServeHTTP answers as ClickHouse does: the query is in the body, or in the address with the rows of an INSERT in the
// body, and other words of the address are settings. The rows go through a file: the library cuts spaces off the end of
// what stands behind a query.
func (l *library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	words := r.URL.Query()
	if query := words.Get("query"); query != "" {
		rows := filepath.Join(l.folder, "rows")
		if len(body) > 0 {
			err = errors.Join(err, os.WriteFile(rows, body, 0o600))
			query = strings.Replace(query, " FORMAT ", " FROM INFILE '"+rows+"' FORMAT ", 1)
			defer os.Remove(rows)
		}
		body = []byte(query)
	}
	var settings []string
	for name, values := range words {
		switch name {
		case "query", "database", "query_id", "wait_end_of_query", "enable_http_compression":
		default:
			settings = append(settings, name+" = '"+strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(values[0])+"'")
		}
	}
	var answer []byte
	if err == nil {
		answer, err = l.ask(settings, body)
	}
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		answer = []byte(err.Error())
	}
	_, _ = w.Write(answer)
}

func main() {
	path := flag.String("library", "", "libchdb.so")
	while := flag.Int("while", os.Getppid(), "the process whose end is the end of the server")
	flag.Parse()
	folder, err := os.MkdirTemp("", "cardinal-current-")
	if err != nil {
		log.Fatal(err)
	}
	l, err := open(*path, folder)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		for syscall.Kill(*while, 0) == nil {
			time.Sleep(500 * time.Millisecond)
		}
		_ = os.RemoveAll(folder)
		os.Exit(0)
	}()
	fmt.Println(listener.Addr())
	log.Fatal((&http.Server{Handler: l, ReadHeaderTimeout: time.Minute}).Serve(listener))
}
