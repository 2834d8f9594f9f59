#!/usr/bin/env python3
"""The tree search of OpenSpiel (`pip install open_spiel`) as a player to measure against: Hex, Havannah, Y, Go, Lines of Action.

    rhizome match hex --size 9 --swap no --first strong --second "program:python3 examples/open_spiel_player.py hex 10000"

The number is how many simulations it has for a move. It plays at random to the end and knows the rules, nothing else.
"""

import random
import sys

import pyspiel


def game(name, size):
    sized = {"hex": "board_size", "y": "board_size", "havannah": "board_size", "go": "board_size"}
    known = name.replace("-", "_")
    return pyspiel.load_game(f"{known}({sized[name]}={size})" if name in sized else known)


def theirs(name, size, text):
    """Our text of a move in OpenSpiel's names: in Havannah letters and numbers change places, and Y stands on its head."""
    if name == "y":
        return f"{chr(96 + int(text[1:]))}{size + 1 - (ord(text[0]) - 96)}"
    return f"{chr(96 + int(text[1:]))}{ord(text[0]) - 96}" if name == "havannah" else text


def ours(name, size, text):
    text = plain(text)
    column, row = ord(text[0]) - 96, text[1:]
    if name == "y":
        return f"{chr(96 + size + 1 - int(row))}{column}"
    return f"{chr(96 + int(row))}{column}" if name == "havannah" else text


def plain(text):
    """A move without the colour before it and the sign of a capture in it."""
    return text.lower().split()[-1].replace("x", "-")


def main():
    name, simulations = sys.argv[1], int(sys.argv[2])
    size, state, bot = 0, None, None

    def start():
        nonlocal state, bot
        loaded = game(name, size)
        state = loaded.new_initial_state()
        seed = random.randrange(1 << 30)
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(loaded, rollouts, 2.0, simulations, 1000, True, seed, False)

    def obey(command, words):
        nonlocal size
        if command == "name":
            return "OpenSpiel"
        if command == "protocol_version":
            return "2"
        if command == "boardsize":
            size = int(words[0])
            return ""
        if command == "clear_board":
            start()
            return ""
        if command == "play":
            wanted = theirs(name, size, words[1].lower())
            for action in state.legal_actions():
                if plain(state.action_to_string(state.current_player(), action)) == wanted:
                    state.apply_action(action)
                    return ""
            raise ValueError("illegal move")
        if command == "genmove":
            action = bot.step(state)
            text = ours(name, size, state.action_to_string(state.current_player(), action))
            state.apply_action(action)
            return text
        raise ValueError("unknown command")

    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "quit":
            break
        try:
            print(f"= {obey(command, words)}\n", flush=True)
        except Exception as error:
            print(f"? {error}\n", flush=True)


main()
