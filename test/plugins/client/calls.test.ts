import { createClient, PosternError } from "@postern/client";
import type { Api } from "@postern/client/plugins";
import { describe, expect, it } from "vitest";
import { type plugins, serveGateway } from "./run/gateway.ts";

describe("a client", () => {
  it("calls operations by their path", async () => {
    const { client, gateway } = await serveGateway();
    const { chat } = await client.chats.create({ title: "Tea" });
    const listed = await client.chats.list();
    expect(listed.chats.map(({ id, title }) => [id, title])).toEqual([[chat.id, "Tea"]]);
    expect(await gateway.call("chats.show", { chatId: chat.id })).toEqual(await client.chats.show({ chatId: chat.id }));
  });

  it("calls operations whose ids have hyphens in camel case", async () => {
    const { client } = await serveGateway();
    const { chat } = await client.chats.create({});
    const messages = ["one", "two"].map((content) => ({ actorId: "me", clientMessageId: content, content }));
    const { messages: results } = await client.chats.messages.createMany({ chatId: chat.id, messages });
    expect(results).toHaveLength(2);
  });

  it("calls operations by an id in brackets", async () => {
    const { client } = await serveGateway();
    const byId = client as unknown as Record<string, (input?: object) => Promise<{ total: number }>>;
    expect(await byId["chats.list"]?.()).toMatchObject({ total: 0 });
  });

  it("can be awaited, printed and compared without a request", async () => {
    const client = createClient<Api<typeof plugins>>({ url: "http://127.0.0.1:1", key: "none" });
    expect(await client).toBe(client);
    expect(client.chats).toBe(client.chats);
    expect([JSON.stringify({ client }), String(Object.keys(client))]).toEqual(["{}", ""]);
    expect((client as unknown as Record<symbol, unknown>)[Symbol.iterator]).toBeUndefined();
  });

  it("asks for its key before each request", async () => {
    const { url, key } = await serveGateway();
    const keys = ["rctx_none", key];
    const client = createClient<Api<typeof plugins>>({ url: `${url}/`, key: async () => keys.shift() ?? "" });
    await expect(client.chats.list()).rejects.toMatchObject({ status: 401 });
    expect(await client.chats.list()).toMatchObject({ total: 0 });
  });

  it("refuses addresses that are not of the web", () => {
    expect(() => createClient({ url: "file:///etc", key: "" })).toThrow("starts with http:// or https://");
  });
});

describe("an error", () => {
  it("has the members of the problem document", async () => {
    const { client } = await serveGateway();
    const error = await client.chats.show({ chatId: `chat_${"0".repeat(24)}` }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(PosternError);
    expect(error).toMatchObject({
      code: "chats.chat_not_found",
      status: 404,
      detail: expect.stringContaining("not found"),
      data: { chatId: `chat_${"0".repeat(24)}` },
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
    if (!(error instanceof PosternError)) throw error;
    expect([error.message, error.is("chats.chat_not_found"), error.is("chats.chat_archived")]).toEqual([
      error.detail,
      true,
      false,
    ]);
  });

  it("lists the invalid fields of an input", async () => {
    const { client } = await serveGateway();
    const error = await client.chats.list({ limit: 0 }).catch((error: unknown) => error as PosternError);
    expect(error).toMatchObject({ code: "gateway.invalid_input", issues: [{ path: "/limit" }] });
  });

  it("is recognized by a brand, so that two copies of the package work together", () => {
    const brand: unknown = { [Symbol.for("postern.client.error")]: true };
    const nothing: unknown = null;
    expect([brand, {}, nothing].map((one: unknown) => one instanceof PosternError)).toEqual([true, false, false]);
  });

  it("reports that a key lacks a scope", async () => {
    const { client } = await serveGateway(["chats:read"]);
    await expect(client.chats.create({})).rejects.toMatchObject({ code: "gateway.forbidden", status: 403 });
  });
});

describe("a plan", () => {
  it("is executed as it was shown", async () => {
    const { client } = await serveGateway();
    const plan = await client.chats.create.plan({ title: "Planned" });
    expect(plan).toMatchObject({ digest: expect.any(String), plan: { summary: expect.stringContaining("chat") } });
    expect((await client.chats.list()).total).toBe(0);
    const { chat } = await plan.execute();
    expect(chat.title).toBe("Planned");
    expect(await plan.execute()).toMatchObject({ chat: { id: chat.id } });
    expect((await client.chats.list()).total).toBe(1);
  });

  it("is refused if it has changed", async () => {
    const { client } = await serveGateway();
    const { chat } = await client.chats.create({});
    const message = { chatId: chat.id, actorId: "me", clientMessageId: "1", content: "Hello" };
    const plan = await client.chats.messages.create.plan(message);
    await client.chats.messages.create(message);
    await expect(plan.execute()).rejects.toMatchObject({ code: "gateway.plan_stale", status: 412 });
  });

  it("of an operation without the field execute is executed too", async () => {
    const { client } = await serveGateway();
    const { chat } = await client.chats.create({});
    const message = { chatId: chat.id, actorId: "me", clientMessageId: "1", content: "Hello" };
    const { disposition } = await (await client.chats.messages.create.plan(message)).execute();
    expect(disposition).toBe("created");
  });

  it("with nothing to do has the answer", async () => {
    const { client } = await serveGateway();
    const { chat } = await client.chats.create({});
    const draft = { chatId: chat.id, actorId: "me", text: "Hel" };
    await client.chats.drafts.update(draft);
    const plan = await client.chats.drafts.update.plan({ ...draft, text: "Hello" });
    expect([plan.digest, plan.answer, await plan.execute()]).toEqual([
      undefined,
      { disposition: "skipped" },
      { disposition: "skipped" },
    ]);
  });
});

describe("a list", () => {
  it("is read to its end, page by page", async () => {
    const { client } = await serveGateway();
    for (let count = 0; count < 7; count++) await client.chats.create({ title: `Chat ${count}` });
    const titles: unknown[] = [];
    for await (const chat of client.chats.list.all({ limit: 3 })) titles.push(chat.title);
    expect(titles.sort()).toEqual([0, 1, 2, 3, 4, 5, 6].map((count) => `Chat ${count}`));
  });

  it("by cursor is read to its end", async () => {
    const { client } = await serveGateway();
    for (let count = 0; count < 7; count++) await client.chats.create({ title: `Chat ${count}` });
    const subjects: unknown[] = [];
    for await (const event of client.events.list.all({ limit: 3, type: "chats.chat.created" }))
      subjects.push(event.subject);
    expect(new Set(subjects).size).toBe(7);
  });

  it("requests no page after the loop is left", async () => {
    const { url, key } = await serveGateway();
    let requests = 0;
    const client = createClient<Api<typeof plugins>>({
      url,
      key,
      fetch: (url, init) => {
        requests++;
        return fetch(url, init);
      },
    });
    for (let count = 0; count < 4; count++) await client.chats.create({});
    requests = 0;
    for await (const _ of client.chats.list.all({ limit: 2 })) break;
    expect(requests).toBe(1);
  });
});
