import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, openBatch, text } from "../plugins/batch/door.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";

type User = ReturnType<typeof newUser>;
const create = (chatId: string, n: number) => ({
  ...{ id: `line-${n}`, operation: "chats.messages.create", idempotencyKey: `key-${n}` },
  input: { chatId, actorId: "ann", clientMessageId: `m${n}`, content: `text ${n}` },
});
const answersIn = (out: string): Answer[] =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

async function prepared(): Promise<{ user: User; chatId: string }> {
  const user = newUser();
  await user.run("init");
  return { user, chatId: (await user.json("chats", "create", "--title", "many")).chat.id };
}

function write(user: User, lines: readonly unknown[]): string {
  const file = join(user.home, "calls.ndjson");
  writeFileSync(file, lines.map(text).join(""));
  return file;
}

describe("postern batch", () => {
  it("makes the calls in a file, with and without a running gateway", async () => {
    const { user, chatId } = await prepared();
    const file = write(
      user,
      [1, 2, 3].map((n) => create(chatId, n)),
    );
    const alone = await user.run("batch", "--file", file);
    expect([alone.code, alone.err]).toEqual([0, ""]);
    expect(
      answersIn(alone.out)
        .map(({ id, status }) => `${id} ${status}`)
        .sort(),
    ).toEqual(["line-1 200", "line-2 200", "line-3 200"]);
    await user.serve();
    const served = await user.run("batch", "--file", "calls.ndjson");
    expect([served.code, served.err]).toEqual([0, ""]);
    const bodies = (out: string) => Object.fromEntries(answersIn(out).map(({ id, body }) => [id, body]));
    expect(bodies(served.out)).toEqual(bodies(alone.out));
  });

  it("reads standard input by default, and reports failures in its exit code and a summary", async () => {
    const { user, chatId } = await prepared();
    await user.serve();
    const input = [create(chatId, 1), create("chat_000000000000000000000000", 2), "{"].map(text).join("");
    const ended = await user.runWith({}, input, "batch");
    expect([ended.code, ended.err]).toEqual([1, "1 done, 0 planned, 2 failed\n"]);
    expect(
      answersIn(ended.out)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 400, 404]);
    const dash = await user.runWith({}, text(create(chatId, 3)), "batch", "--file", "-");
    expect(dash.code).toBe(0);
  });

  it("has a separate exit code if some lines only showed their plan", async () => {
    const { user, chatId } = await prepared();
    const file = write(user, [create(chatId, 1), { ...create(chatId, 2), dryRun: true }]);
    const planned = await user.run("batch", "--file", file, "--execute");
    expect([planned.code, planned.err]).toEqual([3, "1 done, 1 planned, 0 failed\n"]);
    const plan = answersIn(planned.out).find(({ id }) => id === "line-2");
    expect(plan?.body).toMatchObject({ dryRun: true, plan: { disposition: "created" } });
  });

  it("refuses a file that does not exist, and shows a refused key", async () => {
    const { user } = await prepared();
    expect(await user.run("batch", "--file", "missing")).toMatchObject({
      code: 2,
      err: "Cannot read --file missing: the file does not exist\n",
    });
    const refused = await user.runWith({ POSTERN_TOKEN: "rctx_wrong" }, "", "batch");
    expect(refused).toMatchObject({ code: 4, out: "" });
    expect(refused.err).toContain("POSTERN_TOKEN");
  });
});

it("a gateway killed during a batch has every acknowledged line, and none twice when it is repeated", async () => {
  const { user, chatId } = await prepared();
  const { key } = await user.json("context", "derive", "--label", "sender", "--scopes", "chats:*");
  const lines = 3_000;
  const acknowledged = new Set<string>();
  for (const stopAt of [100, 900]) {
    const { url, child, ended } = await user.serve();
    const stream = openBatch(Number(new URL(url).port), key);
    for (let n = 0; n < lines; n++) stream.send(create(chatId, n));
    await until(() => expect(stream.answers.length).toBeGreaterThan(stopAt));
    child.kill("SIGKILL");
    await Promise.all([ended, stream.closed]);
    for (const { id, status } of stream.answers) if (status === 200 && id) acknowledged.add(id);
  }
  const { url } = await user.serve();
  const count = async () => (await user.json("chats", "show", "--chatId", chatId)).chat.messageCount;
  expect(await count()).toBeGreaterThanOrEqual(acknowledged.size);
  const messages = await user.json("chats", "messages", "list", "--chatId", chatId, "--limit", "500");
  expect(messages.messages.length).toBeGreaterThanOrEqual(Math.min(500, acknowledged.size));
  const stream = openBatch(Number(new URL(url).port), key);
  for (let n = 0; n < lines; n++) stream.send(create(chatId, n));
  const answers = await stream.end();
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(lines);
  expect(await count()).toBe(lines);
  const repeated = answers.filter(({ id }) => acknowledged.has(id ?? ""));
  expect(repeated).toHaveLength(acknowledged.size);
});
