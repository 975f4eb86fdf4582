package crash

func fault() {}
