// Package web reads files at addresses: https://host/sales.parquet, and s3://, gs:// and az://bucket/sales.parquet.
//
// A File is an io.ReaderAt. It asks the server for ranges of bytes, as DuckDB's httpfs does. The first request brings
// the beginning of the file, and the first read near the end brings the end. Then the reader of the format announces
// the ranges that it will read. Announced ranges with few bytes between them are merged, and several ranges are read at
// the same time. If a reader announces nothing, the File asks for blocks, which grow as long as the reads continue. A
// server without ranges sends the whole file, and a read waits until its bytes arrive.
//
//	bytes of the file    |head|      |chunk|chunk|    |chunk|       |tail|
//	requests               1            3               4             2
//
// All bytes that arrived lie in a temporary file, so that nothing is asked for twice. Close moves it into the folder of
// kept tables, or removes it (kept.go). The next File of the address asks the server whether the file is still in the
// state of the kept ranges. They are then pieces like those that arrive, and each is checked before it is read.
//
// All ranges must belong to one version of the file. Each request has the ETag or the time of the first response
// (If-Match, If-Unmodified-Since), and each response is compared with the first. If the server sends neither, one
// request reads the whole file. If a request fails, the File keeps its error, and no table may be made of the received
// bytes.
//
// What may be a secret in an address stays in memory (Clean), and nothing of a file is kept if its address differs from
// that of another file in a secret alone. Package web must not know formats or tables.
package web
