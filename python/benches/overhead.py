"""What Python costs: a child and a random game in bulk, beside the same work in Rust (`cargo run --profile optimised --example native`).

    python benches/overhead.py [repetitions]
"""

import sys
import time

from rhizome import Position, connection

# As in `examples/native.rs`.
POSITIONS = ["0*6", "0*8", "0*3.1a1a", "0.AB2C|BAC.1a1a2.0+12.AB|AB"]

count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
for text in POSITIONS:
    position = Position(text)
    begun, children = time.thread_time(), 0
    for _ in range(count):
        children += len(position.children())
    print(f"children {text} {(time.thread_time() - begun) / children * 1e6:.3f} us a child")
for name in ["hex", "havannah", "go"]:
    game = connection.load(name)
    begun = time.thread_time()
    game.playouts(10 * count, seed=1)
    print(f"playouts {name} {(time.thread_time() - begun) / (10 * count) * 1e6:.3f} us a game")
