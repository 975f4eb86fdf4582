package wire

const sysMemfdCreate = 319
