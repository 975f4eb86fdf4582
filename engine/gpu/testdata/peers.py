"""What the GPU kernels are compared with: PyTorch's index_add_ over int64, on the same keys as TestCurve.

    python3 peers.py [rows]
"""
import math, sys, json
import torch

rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000_000
device = torch.device("cuda")


def timed(run, times=5):
    run()
    torch.cuda.synchronize()
    best = float("inf")
    for _ in range(times):
        a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        a.record()
        run()
        b.record()
        torch.cuda.synchronize()
        best = min(best, a.elapsed_time(b))
    return best


x = torch.empty(rows, dtype=torch.int64, device=device)
y = torch.randint(0, 1 << 40, (rows,), dtype=torch.int64, device=device)
ms = timed(lambda: x.copy_(y))
print("COPY", json.dumps({"ms": ms, "TB/s": 16 * rows / ms / 1e9}))
value = torch.randint(0, 1 << 20, (rows,), dtype=torch.int64, device=device)
for spread in ("uniform", "zipf", "sorted"):
    for slots in (2, 6, 50, 500, 1024, 2048, 5000, 12_000, 24_000, 50_000, 200_000, 1_000_000, 4_000_000):
        if spread == "uniform":
            key = torch.randint(0, slots, (rows,), dtype=torch.int64, device=device)
        elif spread == "zipf":
            u = torch.rand(rows, dtype=torch.float64, device=device)
            key = (torch.exp(u * math.log(slots + 1)).long() - 1).clamp_(0, slots - 1)
            del u
        else:
            key = torch.arange(rows, dtype=torch.int64, device=device) * slots // rows
        out = torch.zeros(slots, dtype=torch.int64, device=device)
        narrow = key.int()
        ms = timed(lambda: out.index_add_(0, key, value))
        ms32 = timed(lambda: out.index_add_(0, narrow, value))
        print("PEER", json.dumps({"peer": "index_add", "keys": spread, "slots": slots, "ms": round(ms, 4), "ms_int32_index": round(ms32, 4)}), flush=True)
