// Answers the messages of the agent "main": node agent.js. Needs POSTERN_TOKEN; POSTERN_URL is http://127.0.0.1:4870.
const { POSTERN_URL: url = "http://127.0.0.1:4870", POSTERN_TOKEN: token } = process.env;

async function call(operation, input) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const path = `${url}/api/v1/${operation.replaceAll(".", "/")}`;
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(input) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

for (;;) {
  const { turn } = await call("agents.turns.claim", { agent: "main", waitMs: 25_000 });
  if (!turn) continue;
  const content = turn.messages.map((message) => message.content.text.toUpperCase()).join("\n");
  await call("agents.turns.answer", { turn: turn.id, claim: turn.claim, content });
  console.log(`Answered ${turn.id}`);
}
