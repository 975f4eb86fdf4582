# Reads a CSV file with fread and adds the column v1 up.
library(data.table)
setDTthreads(1)
before <- proc.time()
table <- fread(commandArgs(trailingOnly = TRUE)[1], showProgress = FALSE)
sum <- sum(as.numeric(table$v1))
took <- proc.time() - before
cat(sprintf('{"Rows": %d, "Sum": %.0f, "Seconds": %.4f}\n', nrow(table), sum, took[["user.self"]] + took[["sys.self"]]))
