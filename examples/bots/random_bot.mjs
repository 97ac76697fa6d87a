// A bot for Semafor that plays at random: one JSON object per line in, one per line out.
//
// Play against it: semafor arena --board usa --players 2 --bots "planner,exec:node examples/bots/random_bot.mjs"

import { createInterface } from "node:readline";

function decide(question) {
  // The random number makes the game repeatable; a bot that needs more of them seeds its own generator with it.
  let random = question.random;
  const below = (n) => {
    const chosen = random % n;
    random = Math.floor(random / n);
    return chosen;
  };
  // Prefer a claim in half of all turns: claims are many, and would be chosen nearly always.
  const claims = question.legal.filter((action) => action.type === "claim");
  const others = question.legal.filter((action) => action.type !== "claim");
  const actions = claims.length && (!others.length || below(2)) ? claims : others;
  return { action: actions[below(actions.length)], reason: "It chose at random." };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  // The message "start" brings the map: message.board.
  const answer = message.type === "start" ? { ready: true } : decide(message);
  process.stdout.write(JSON.stringify(answer) + "\n");
}
