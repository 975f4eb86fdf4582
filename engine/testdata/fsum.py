"""Writes fsum.txt: groups of floats, and what Python's math.fsum says of each. A line is the sum and the values, as the
16 hexadecimal digits of their bits."""
import math
import random
import struct

random.seed(2026)


def bits(v):
    return struct.pack(">d", v).hex()


def spread(n, lo, hi):
    return [math.ldexp(random.uniform(-1, 1), random.randint(lo, hi)) for _ in range(n)]


def group(kind):
    n = random.randint(1, 14)
    if kind == 0:
        return [random.uniform(0, 10) for _ in range(n)] + [random.choice([-3.4028234663852886e38, 9.969209968386869e36, 1e30, 1e300])]
    if kind == 1:
        return spread(n, -1074, 1018)
    if kind == 2:
        return [random.randint(-9, 9) * 5e-324 for _ in range(n)]
    if kind == 3:  # all but a rest cancels
        values = spread(n, -300, 1000)
        values += [-v for v in values] + [random.uniform(-1, 1)]
        random.shuffle(values)
        return values
    if kind == 4:  # halves of a last place, and next to them
        big = math.ldexp(1, random.randint(0, 900))
        return [big, math.ulp(big) / 2, random.choice([0.0, 5e-324, -5e-324, 1e-30])]
    if kind == 5:
        return [0.1] * n + [1e20, -1e20]
    if kind == 6:
        return [random.uniform(-1, 1) for _ in range(n)] + [random.choice([math.inf, -math.inf, math.nan])]
    return [random.gauss(0, 1) * 10 ** random.randint(-12, 12) for _ in range(n)]


with open("fsum.txt", "w") as out:
    for i in range(400):
        values = group(i % 8)
        print(" ".join(map(bits, [math.fsum(values)] + values)), file=out)
