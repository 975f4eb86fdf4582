// Package ordinal knows texts that have an order of their own: sizes of clothes, levels such as low and high, parts of
// years such as Q1 2022, and ranges of numbers such as 5-9 and 65+. It must not know where the texts come from.
package ordinal
