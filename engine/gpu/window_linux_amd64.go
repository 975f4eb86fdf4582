package gpu

const sysMemfdCreate = 319
