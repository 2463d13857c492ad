import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { example, newFolder, start } from "../../examples/run.ts";
import { until } from "../../run/until.ts";
import { newUser } from "../../surfaces/postern.ts";

const agent = fileURLToPath(new URL("../../../examples/coding-agent/agent.js", import.meta.url));

it("the command line starts a session, answers a permission request and archives the session", async () => {
  const user = newUser();
  const agents = { demo: { command: process.execPath, args: [agent] } };
  user.configure({ plugins: { context: true, agentx: { agents } } });
  await user.run("init");
  const create = ["agentx", "sessions", "create", "--agent", "demo", "--cwd", ".", "--prompt"];
  const refused = await user.run(...create, "say Hello", "--execute");
  expect({ code: refused.code, err: refused.err }).toMatchObject({
    code: 5,
    err: expect.stringContaining("postern serve"),
  });
  await user.serve();
  expect((await user.run(...create, "say Hello")).code).toBe(3);
  const { session } = await user.json(...create, "say Hello\nedit a.txt x", "--execute");
  const name = ["--session", session.id];
  const show = async () => (await user.json("agentx", "sessions", "show", ...name)).session;
  await until(async () => expect(await show()).toMatchObject({ status: "waiting" }));
  const [{ id }] = (await show()).requests;
  await user.json("agentx", "sessions", "answer", ...name, "--request", id, "--option", "allow");
  await until(async () => expect(await show()).toMatchObject({ status: "idle" }));
  const { messages } = await user.json("agentx", "sessions", "messages", ...name, "--fields", "kind,text");
  expect(messages.slice(0, 2)).toEqual([
    { kind: "user", text: "say Hello\nedit a.txt x" },
    { kind: "agent", text: "Hello" },
  ]);
  expect(await user.json("agentx", "sessions", "archive", ...name)).toMatchObject({ changed: true, at: "agent" });
  expect((await user.json("agentx", "sessions", "list", "--archived", "yes")).total).toBe(1);
  expect(await user.json("agentx", "sessions", "unarchive", ...name)).toMatchObject({ changed: true });
});

it("the example runs a complete session", async () => {
  const { code, out, err } = await start([example("coding-agent")], newFolder()).ended;
  expect({ code, out, err }).toMatchObject({ code: 0 });
  expect(out.split("\n")).toEqual([
    "? Edit notes.txt: allow or reject",
    "user: plan look; change",
    "plan: look (completed), change (completed)",
    "agent: Let me see.",
    "tool: Edit notes.txt (completed)",
    "agent: That is it.",
    "archived at: agent",
    "agent: Back again.",
    "",
  ]);
});
