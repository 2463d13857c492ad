import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Reply } from "@postern/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../run/port.ts";
import { has, pathOf } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";

/** Starts Prism, which reports violations of the document in each request and response. */
async function startProxy(document: unknown, url: string, folder: string) {
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const port = await freePort();
  const child = spawn(pathOf("prism"), ["proxy", file, url, "--port", String(port)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  // Its output must be read, or it would fail when writing.
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  await until(() => expect(output).toContain("Prism is listening"));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

describe.skipIf(!has("prism"))("Prism between a client and a gateway (needs prism)", () => {
  let stop: () => Promise<void>;
  let client: Client;
  beforeAll(async () => {
    const fixture = await openGateway();
    const proxy = await startProxy(fixture.document, fixture.url, fixture.folder);
    client = fixture.clientAt(proxy.url);
    stop = async () => {
      await proxy.stop();
      await fixture.stop();
    };
  });
  afterAll(() => stop());

  const violations = ({ headers }: Reply): unknown => JSON.parse(headers.get("sl-violations") ?? "[]");
  async function post(id: string, body: object = {}, status = 200) {
    const reply = await client.post(id, body);
    expect([id, reply.status, violations(reply)]).toEqual([id, status, []]);
    return reply.body;
  }

  it("detects violations", async () => {
    const reply = await client.post("chats.list", { limit: true });
    expect([reply.status, violations(reply)]).toEqual([400, [expect.objectContaining({ code: "type" })]]);
  });

  it("detects no violation in operations of many groups, an error, a plan and audio", async () => {
    await post("context.whoami");
    const { chat } = await post("chats.create", { kind: "room", title: "Lobby" });
    const message = { chatId: chat.id, actorId: "ann", content: "Hello", clientMessageId: "first" };
    await post("chats.messages.create", message);
    await post("chats.messages.list", { chatId: chat.id, fields: "id,content" });
    await post("chats.show", { chatId: chat.id });
    await post("chats.show", { chatId: "chat_0123456789abcdef01234567" }, 404);
    const { task } = await post("tasks.create", { title: "Call back" });
    await post("tasks.show", { taskId: task.id });
    await post("tasks.list", { status: "open" });
    const { base } = await post("bases.create", { name: "Leads", props: [{ name: "Company", type: "text" }] });
    await post("bases.rows.create", { base: base.id, values: { company: "Initech" } });
    await post("bases.rows.list", { base: base.id });
    const { calendar } = await post("calendars.create", { name: "Team", timezone: "Europe/Berlin" });
    const times = { startAt: "2027-01-04T09:00:00Z", endAt: "2027-01-04T10:00:00Z" };
    await post("calendars.events.create", { calendar: calendar.id, title: "Start", ...times });
    await post("projects.create", { name: "Site" });
    await post("hooks.list");
    await post("channels.stop");
    await post("service.status");
    await post("sync.status");
    await post("prox.calls.profiles.list");
    await post("audio.tts", { text: "Hello there" });
    const { request } = await post("audio.tts", { text: "Hello there", execute: true });
    let state = request.state;
    while (state !== "ready" && state !== "failed") {
      await new Promise((done) => setTimeout(done, 100));
      ({ state } = (await post("audio.requests.show", { id: request.id })).request);
    }
    const sound = await client.send(`/api/v1/audio/requests/${request.id}/audio`);
    expect([sound.status, violations(sound), sound.body.slice(0, 4)]).toEqual([200, [], "RIFF"]);
  });
});
