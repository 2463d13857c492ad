import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";
import { startReceiver } from "./receiver.ts";

const url = "https://example.com/events?token=t0ken";

describe("what a hook receives", () => {
  it("is limited to what the key that created it may read at that time", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const narrow = await fixture.client(["hooks:write", "chats:read"]);
    const { hook } = await fixture.hook(target.url, ["**"], narrow);
    await fixture.post("context.derive", { label: "x", scopes: ["chats:read"] });
    await fixture.happen();
    await target.got(1);
    await fixture.idle();
    expect(new Set(target.received.map(({ event }) => event.source))).toEqual(new Set(["/chats"]));
    expect(hook.contextId).toBe(narrow.contextId);
  });

  it("is limited to one chat if the key is restricted to it", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const [mine, other] = [await fixture.happen(), await fixture.happen()];
    const narrow = await fixture.client(["hooks:write", `chats:read@${mine}`]);
    await fixture.hook(target.url, ["chats.chat.*"], narrow);
    for (const chatId of [other, mine]) await fixture.post("chats.update", { chatId, title: "y" });
    await target.got(1);
    await fixture.idle();
    expect(target.received.map(({ event }) => event.data.chat.id)).toEqual([mine]);
  });

  it("is nothing after its context is revoked: the hook is disabled and cannot be enabled", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const narrow = await fixture.client(["hooks:write", "chats:read"]);
    const { hook } = await fixture.hook(target.url, ["chats.**"], narrow);
    await fixture.post("context.revoke", { id: narrow.contextId, execute: true });
    await fixture.happen();
    await until(async () =>
      expect((await fixture.post("hooks.show", { id: hook.id })).hook).toMatchObject({
        status: "disabled",
        statusReason: "context_ended",
      }),
    );
    expect(target.received).toEqual([]);
    const { status, body } = await fixture.admin.post("hooks.enable", { id: hook.id });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "hooks.context_ended" });
  });

  it("is checked again at each attempt", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(500);
    const { context, key } = await fixture.post("context.derive", {
      label: "n",
      scopes: ["hooks:write", "chats:read"],
    });
    const asIt = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const made = await fixture.admin.post("hooks.create", { url: target.url, types: ["chats.**"] }, asIt);
    const { id } = made.body.hook;
    await fixture.happen();
    await fixture.sees(id, { status: "waiting", attempts: 1 });
    await fixture.post("context.revoke", { id: context.id, execute: true });
    await fixture.advance(2_000);
    await fixture.sees(id, {
      status: "dead",
      lastError: "The context that created the hook was revoked or has expired",
    });
    expect(target.received).toHaveLength(1);
    expect((await fixture.post("hooks.show", { id })).hook.statusReason).toBe("context_ended");
  });

  it("is everything for a hook that the process itself created", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    await fixture.gateway.call("hooks.create", { url: target.url, types: ["chats.**"] });
    await fixture.happen();
    await target.got(1);
  });
});

describe("a hook of another context", () => {
  it("is visible to and changed by its creator, parent contexts and admins only", async () => {
    const fixture = await openGateway();
    const owner = await fixture.client(["hooks:write", "context:write", "chats:read"]);
    const stranger = await fixture.client(["hooks:write", "chats:read"]);
    const { hook } = await fixture.hook(url, ["chats.**"], owner);
    expect((await owner.post("hooks.show", { id: hook.id })).body.hook).toEqual(hook);
    expect((await stranger.post("hooks.list")).body).toMatchObject({ hooks: [], total: 0 });
    const changes: [string, object][] = [
      ["show", {}],
      ["update", { url: "https://elsewhere.example/" }],
      ["rotate", {}],
      ["disable", {}],
      ["enable", {}],
      ["test", { execute: true }],
      ["remove", {}],
    ];
    for (const [operation, input] of changes) {
      const { status, body } = await stranger.post(`hooks.${operation}`, { id: hook.id, ...input });
      expect({ operation, status, code: body.code }).toEqual({
        operation,
        status: 404,
        code: "hooks.hook_not_found",
      });
    }
    const derived = await fixture.post("context.derive", { label: "below", scopes: ["hooks:write"] }, owner);
    const below = { "content-type": "application/json", authorization: `Bearer ${derived.key}` };
    const { body } = await fixture.admin.post("hooks.create", { url, types: ["**"] }, below);
    expect((await owner.post("hooks.disable", { id: body.hook.id })).status).toBe(200);
    expect((await fixture.admin.post("hooks.disable", { id: hook.id })).status).toBe(200);
  });

  it("requires hooks:read to be seen and hooks:write to be created", async () => {
    const fixture = await openGateway();
    const reader = await fixture.client(["hooks:read"]);
    expect((await reader.post("hooks.list")).status).toBe(200);
    expect((await reader.post("hooks.create", { url, types: ["**"] })).status).toBe(403);
    expect((await (await fixture.client(["chats:write"])).post("hooks.list")).status).toBe(403);
  });
});
