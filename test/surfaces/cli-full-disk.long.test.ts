import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newUser } from "./postern.ts";

/** File size limit in bytes: beyond it writes fail as on a full disk. */
const limit = (pid: number, bytes: number | "unlimited") =>
  execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);

it("a gateway with a full disk reports it, serves reads, loses no commit, and recovers", async () => {
  const user = newUser();
  const { key } = await user.json("init");
  const { url, pid, child, ended } = await user.serve();
  async function post(path: string, body: object = {}) {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(`${url}/api/v1/${path}`, { method: "POST", body: JSON.stringify(body), headers });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  }
  const health = async () => (await (await fetch(`${url}/health`)).json()) as { status: string };
  const { chat } = (await post("chats/create", { title: "Tea" })).body as unknown as { chat: { id: string } };
  const known: string[] = [];
  let sent = 0;
  const send = async () => {
    // The store compresses text that repeats itself.
    const content = randomBytes(15_000).toString("base64");
    const input = { chatId: chat.id, actorId: "a", clientMessageId: `m${sent++}`, content };
    const answer = await post("chats/messages/create", input);
    if (answer.status === 200) known.push((answer.body as unknown as { messageId: string }).messageId);
    return answer;
  };
  await send();
  limit(pid, statSync(join(user.data, "store/data.mdb")).size + 200_000);
  let answer = await send();
  for (let n = 0; n < 100 && answer.status === 200; n++) answer = await send();
  expect(answer).toMatchObject({
    status: 503,
    body: {
      code: "gateway.unavailable",
      detail: expect.stringMatching(/^The disk of the store is full|^The store cannot be reached/),
    },
  });
  expect(await health()).toEqual({ status: "degraded" });
  expect((await post("service/status")).body).toMatchObject({
    status: "degraded",
    store: { degraded: expect.any(String) },
  });
  const stored = async () => {
    const { body } = await post("chats/messages/list", { chatId: chat.id, limit: "500", fields: "id" });
    return (body as unknown as { messages: { id: string }[] }).messages.map(({ id }) => id);
  };
  expect(await stored()).toEqual(known);
  expect((await send()).status).toBe(503);

  limit(pid, "unlimited");
  const mended = async () => ({ ...(await health()), sent: (await send()).status });
  await expect.poll(mended, { interval: 200 }).toEqual({ status: "ok", sent: 200 });
  expect(await stored()).toEqual(known);
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
  const listed = await user.json("chats", "messages", "list", "--chatId", chat.id, "--limit", "500", "--fields", "id");
  expect(listed.messages.map(({ id }: { id: string }) => id)).toEqual(known);
});
