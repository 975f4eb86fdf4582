// Package web reads files at addresses: https://host/sales.parquet, and s3://, gs:// and az://bucket/sales.parquet.
//
// A File is an io.ReaderAt. Its bytes come in ranges, as DuckDB's httpfs reads them: the first bytes with the first
// answer, the end with the first read there, and then what the reader of the format announces. Announced ranges with
// few bytes between them are merged, and several ranges are read at the same time. A reader that announces nothing gets
// blocks, which grow while it reads on. A server without ranges sends the whole file, and a read waits for its bytes.
//
//	bytes of the file    |head|      |chunk|chunk|    |chunk|       |tail|
//	requests               1            3               4             2
//
// All bytes that arrived lie in a temporary file, so that nothing is asked for twice. Close moves it into the folder of
// kept tables, or removes it (kept.go). The next File of the address asks the server whether the file is still in the
// state of the kept ranges. They are then pieces like those that arrive, and each is checked before it is read.
//
// Every range belongs to one state of the file: each request has the ETag or the time of the first answer (If-Match,
// If-Unmodified-Since), and each answer is compared with the first. Without such a mark the whole file is read by one
// request. The first error stays the error of the File, and no table may be made of what had arrived.
//
// What may be a secret in an address stays in memory (Clean), and nothing of a file is kept if its address differs from
// that of another file in a secret alone. Package web must not know formats or tables.
package web
