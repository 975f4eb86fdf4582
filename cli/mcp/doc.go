// Package mcp answers agents and scripts in the Model Context Protocol, whose messages are lines of JSON on the
// standard input and output.
//
// Each tool is a command of Cardinal that reads. An agent names files and options, and gets what the command prints,
// its notes and the files. It also gets the command line with which a person gets the same answer.
//
// Agents are not trusted. They can only read files in the folders that a person named. They reach no server, write no
// file, and cannot use options that name a file. An answer is limited in size and in time, and one question is answered
// after another.
//
// Package mcp must not know the engine or how tables are read. It knows only the words of commands.
package mcp
