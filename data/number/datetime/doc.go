// Package datetime reads dates and times of day as people write them: 1 Jan 2024, 1/13/2024 3:05 PM, 13.01.24,
// 20150311T000000, 2024-01.
//
// It must not know files and columns. The caller says whether 03/04/2024 begins with the day or the month.
package datetime
