import { execPath } from "node:process";
import { expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";

const script = (code: string) => ({ command: execPath, args: ["-e", code] });
const READ = 'let text = ""; process.stdin.on("data", (d) => (text += d)).on("end", () => run(JSON.parse(text)));';

async function opened(commands: Record<string, object>, config: object = {}) {
  const fixture = await openFixture({ config: { commands } as never });
  const [command] = Object.keys(commands);
  const body = { id: "bot", kind: "command", agents: ["main"], config: { command, ...config } };
  const reply = await fixture.admin.post("responders.create", body);
  return { ...fixture, reply, chatId: await fixture.chat() };
}

it("answers with what the program writes, and gives it the turn", async () => {
  const code = `${READ} const run = ({ turn }) => console.log(turn.agentId + " heard " + turn.texts[0].text);`;
  const { say, hears, chatId } = await opened({ echo: script(code) });
  await say(chatId, "Hällo");
  await hears(chatId, ["ann: Hällo", "main: main heard Hällo"]);
});

it("gives the program only the named variables", async () => {
  vi.stubEnv("RESPONDER_WANTED", "yes");
  vi.stubEnv("RESPONDER_SECRET", "no");
  const code = `${READ} const run = () => console.log(Object.keys(process.env).filter((n) => n.startsWith("RESP")).join() + !!process.env.PATH);`;
  const { say, hears, chatId } = await opened({ echo: { ...script(code), env: ["RESPONDER_WANTED"] } });
  await say(chatId, "x");
  await hears(chatId, ["ann: x", "main: RESPONDER_WANTEDtrue"]);
});

it.each([
  ["fails", script('console.error("secret"); process.exit(3)'), /^The program ended with exit code 3$/],
  ["does not end", script("setInterval(() => {}, 1000)"), /^The program did not end within 500 ms$/, 500],
  [
    "writes without end",
    script('setInterval(() => process.stdout.write("x".repeat(65536)), 1)'),
    /more than 1000000 characters/,
  ],
  ["does not exist", { command: "/nowhere/program" }, /could not be started: .*ENOENT/],
])("reports a program that %s", async (_, command, reason, timeoutMs = 60_000) => {
  const { say, chatId, turns } = await opened({ broken: command }, { timeoutMs });
  await say(chatId, "x");
  await until(async () => expect((await turns())[0]?.reason).toMatch(reason));
});

it("runs only programs of the configuration", async () => {
  const { post, say, chatId, turns } = await opened({ echo: script("") });
  await post("responders.update", { id: "bot", config: { command: "rm" } });
  expect(await post("responders.check", { id: "bot" })).toMatchObject({
    ok: false,
    detail: expect.stringContaining(`No program is called "rm"`),
  });
  await say(chatId, "x");
  await until(async () =>
    expect((await turns())[0]).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("No program is called"),
    }),
  );
});
