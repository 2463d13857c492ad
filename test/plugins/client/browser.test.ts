import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../examples/run.ts";
import { has } from "../../run/programs.ts";
import { launch } from "../console/browser.ts";
import { serveGateway } from "./run/gateway.ts";

/** Runs in the page. */
const program = `
  import { createClient, PosternError } from "/client/index.js";
  const { url, key } = await (await fetch("/setting")).json();
  const client = createClient({ url, key });
  const { chat } = await client.chats.create({ title: "From a page" });
  await (await client.chats.update.plan({ chatId: chat.id, title: "Planned" })).execute();
  const titles = [];
  for await (const { title } of client.chats.list.all({ limit: 1 })) titles.push(title);
  const error = await client.chats.show({ chatId: "chat_" + "0".repeat(24) }).catch((error) => error);
  await client.agents.create({ id: "main", debounceMs: 0 });
  const { chat: room } = await client.chats.create({ agentId: "main" });
  await client.chats.messages.create({ chatId: room.id, actorId: "me", clientMessageId: "1", content: "Hello" });
  const stop = new AbortController();
  await client.agents.turns.work("main", () => { stop.abort(); return "Hello page"; }, { signal: stop.signal });
  const texts = [];
  for await (const { data } of client.events({ types: ["chats.message.created"], after: "0.0" }))
    if (texts.push(data.message.content.text) === 2) break;
  await client.bases.create({ name: "Leads", slug: "leads" });
  const parts = await client.bases.imports.upload.from(new Blob(["a,b\\n"]).stream(), { base: "leads" });
  window.result = { titles, code: error.code, is: error instanceof PosternError, texts, parts: parts.length };
`;

describe.skipIf(!has("chromium"))("in a browser (skipped without chromium)", () => {
  it("calls, plans, lists, follows events, answers turns and uploads", async () => {
    const { url, key } = await serveGateway();
    const browser = await launch();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    // The page has the origin of the gateway, as a console that a plugin serves.
    await page.route("**/page", (route) =>
      route.fulfill({ contentType: "text/html", body: `<script type="module">${program}</script>` }),
    );
    await page.route("**/setting", (route) => route.fulfill({ json: { url, key } }));
    await page.route("**/client/*.js", (route) => {
      const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      const body = readFileSync(join(root, "plugins/client/dist", name), "utf8");
      return route.fulfill({ contentType: "text/javascript", body });
    });
    await page.goto(`${url}/page`);
    const result = () => page.evaluate(() => (globalThis as { result?: unknown }).result ?? null);
    await expect.poll(async () => (await result()) ?? faults[0]).toBeTruthy();
    expect([await result(), faults]).toEqual([
      {
        titles: ["Planned"],
        code: "chats.chat_not_found",
        is: true,
        texts: ["Hello", "Hello page"],
        parts: 1,
      },
      [],
    ]);
  });
});
