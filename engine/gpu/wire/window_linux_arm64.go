package wire

const sysMemfdCreate = 279
