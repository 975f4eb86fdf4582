package gpu

const sysMemfdCreate = 279
