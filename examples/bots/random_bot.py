"""A bot for Semafor that plays at random: one JSON object per line in, one per line out.

Play against it: semafor arena --board usa --players 2 --bots "planner,exec:python3 examples/bots/random_bot.py"
"""

import json
import random
import sys
from typing import Any


def decide(question: dict[str, Any]) -> dict[str, Any]:
    # Claim in about half of all turns. Most legal actions are claims, so a uniform choice would nearly always claim.
    rng = random.Random(question["random"])
    claims = [action for action in question["legal"] if action["type"] == "claim"]
    others = [action for action in question["legal"] if action["type"] != "claim"]
    actions = claims if claims and (not others or rng.random() < 0.5) else others
    return {"action": rng.choice(actions), "reason": "It chose at random."}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        answer: dict[str, Any] = {"ready": True}  # message["board"] is the map
    else:
        answer = decide(message)
    print(json.dumps(answer), flush=True)
