// Package remotetest finds the servers that scripts/cluster.sh starts, and starts servers that one test may kill.
// Only tests may import it.
package remotetest
