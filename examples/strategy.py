import random, sys  # A strategy in ten lines: any legal move. docs/protocol.md says what the lines mean.
random.seed(1)
moves = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "name": print("name Ten Lines", flush=True)
    if word == "moves": moves = rest
    if word == "choose": print("move", random.choice(moves), flush=True)
    if word == "quit":
        break
