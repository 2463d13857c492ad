import { inspect } from "node:util";
import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import credentials from "@postern/credentials";
import { connectionDirectory, Secret, secrets } from "@postern/credentials/services";
import { describe, expect, it, vi } from "vitest";
import {
  type ConnectionRecord,
  connections as sourceConnections,
} from "../../../plugins/credentials/src/collections.ts";
import { declared } from "../../run/declared.ts";
import { CANARY, openGateway } from "./gateway.ts";

const connections = declared(credentials(), sourceConnections);

describe("a secret in memory", () => {
  it("always prints as [secret]", () => {
    const secret = new Secret(CANARY);
    const printed = [
      `${secret}`,
      String(secret),
      ["", secret].join(""),
      JSON.stringify(secret),
      JSON.stringify({ deep: [secret] }),
      inspect(secret),
      inspect({ secret }, { depth: 9, showHidden: true, getters: true }),
      inspect(new Error("x", { cause: secret })),
      new Error(`failed with ${secret}`).message,
      Object.entries(secret).join(),
      JSON.stringify(structuredClone({ ...secret })),
      [secret].join(),
    ];
    for (const text of printed) expect(text).not.toContain("Canary");
    expect(printed.slice(0, 4)).toEqual(["[secret]", "[secret]", "[secret]", '"[secret]"']);
    expect(secret.reveal()).toBe(CANARY);
  });
});

describe("a use", () => {
  it("is audited with group and purpose before the secret is passed on", async () => {
    const { connect, shop, events } = await openGateway();
    const { id } = await connect();
    const user = { group: "audio", purpose: "speech for a request" };
    let received: unknown;
    const answer = await shop.secrets().use({ connection: "main" }, user, (secret) => {
      received = events.at(-1);
      return secret.reveal().length;
    });
    expect(answer).toBe(CANARY.length);
    expect(received).toMatchObject({
      type: "credentials.connection.used",
      subject: id,
      actor: "plugin_credentials",
      data: { connectionId: id, connection: "main", provider: "github", ...user },
    });
  });

  it("emits an event each time and is recorded at most once a minute", async () => {
    const { connect, reveal, post, advance, types } = await openGateway();
    await connect();
    const lastUsedAt = async () => (await post("connections.show", { connection: "main" })).connection.lastUsedAt;
    expect(await lastUsedAt()).toBeUndefined();
    await reveal({ connection: "main" });
    const first = await lastUsedAt();
    await advance(30_000);
    await reveal({ connection: "main" });
    expect(await lastUsedAt()).toBe(first);
    await advance(31_000);
    await reveal({ connection: "main" });
    expect(await lastUsedAt()).toBeGreaterThan(first + 60_000);
    expect(types().filter((type) => type === "connection.used")).toHaveLength(3);
  });

  it("lists its group as a user of the connection for 30 days", async () => {
    const { connect, shop, post, advance } = await openGateway();
    await connect();
    const use = (group: string) => shop.secrets().use({ connection: "main" }, { group, purpose: "x" }, () => {});
    const usedBy = async () => (await post("connections.show", { connection: "main" })).connection.usedBy;
    await use("audio");
    await advance(29 * 86_400_000);
    await use("calendars");
    expect(await usedBy()).toEqual(["audio", "calendars"]);
    await advance(2 * 86_400_000);
    expect(await usedBy()).toEqual(["calendars"]);
  });

  it("does not change the record of the connection", async () => {
    const { connect, reveal, post } = await openGateway();
    const { updatedAt } = await connect();
    await reveal({ connection: "main" });
    expect((await post("connections.show", { connection: "main" })).connection.updatedAt).toBe(updatedAt);
  });

  it("of a provider selects its only active connection and rejects several", async () => {
    const { connect, reveal, post, shop } = await openGateway();
    await expect(reveal({ provider: "github" })).rejects.toMatchObject({ status: 404 });
    await connect({ connection: "a", secret: "secret of a" });
    await connect({ connection: "b", secret: "secret of b" });
    await expect(reveal({ provider: "github" })).rejects.toMatchObject({ code: "credentials.connection_ambiguous" });
    expect(await shop.directory().find({ provider: "github" })).toMatchObject({ status: "active" });
    await post("connections.disable", { connection: "a" });
    expect(await reveal({ provider: "github" })).toBe("secret of b");
    await post("connections.disable", { connection: "b" });
    await expect(reveal({ provider: "github" })).rejects.toMatchObject({ code: "credentials.connection_disabled" });
    await expect(reveal({})).rejects.toMatchObject({ status: 400 });
  });

  it("of a variable reads its current value and reports if it is not set", async () => {
    const { connect, reveal, post } = await openGateway();
    await connect({ secretRef: "env:CHANGING_TOKEN" });
    vi.stubEnv("CHANGING_TOKEN", undefined);
    await expect(reveal({ connection: "main" })).rejects.toMatchObject({
      code: "credentials.secret_unreadable",
      message: expect.stringContaining("the variable is not set in the gateway's environment"),
    });
    const reason = async () => (await post("connections.show", { connection: "main" })).connection.statusReason;
    expect(await reason()).toBe("secret_unreadable");
    vi.stubEnv("CHANGING_TOKEN", "one");
    expect(await reveal({ connection: "main" })).toBe("one");
    expect(await reason()).toBeUndefined();
    vi.stubEnv("CHANGING_TOKEN", "two");
    expect(await reveal({ connection: "main" })).toBe("two");
  });

  it("that fails passes on its error with the secret masked", async () => {
    const { connect, shop } = await openGateway();
    await connect();
    const fail = (error: () => unknown) =>
      shop.secrets().use({ connection: "main" }, { group: "workshop", purpose: "x" }, () => {
        throw error();
      });
    const kind = class Refused extends Error {};
    const cause = () => new Error(`cannot send "Bearer ${CANARY}"`);
    const thrown: Error = await fail(() => new kind(`of ${encodeURIComponent(CANARY)}`, { cause: cause() })).catch(
      (e) => e,
    );
    expect(thrown).toBeInstanceOf(kind);
    expect(thrown.message).toBe("of [secret]");
    expect(inspect(thrown, { depth: 9 })).not.toContain("Canary");
    expect(inspect(thrown, { depth: 9 })).toContain('cannot send "Bearer [secret]"');
    const loud = () => Object.assign(new AggregateError([cause()]), { config: { headers: { authorization: CANARY } } });
    const rest: Error = await fail(loud).catch((e) => e);
    expect(inspect(rest, { depth: 9, showHidden: true })).not.toContain("Canary");
    expect(rest).toMatchObject({ config: { headers: { authorization: "[secret]" } } });
    expect(await fail(() => `plain ${CANARY}`).catch((e) => e)).toBe("plain [secret]");
    // The error of fetch for an invalid header quotes the header.
    const { id } = await connect({ connection: "odd", secret: "töken-канарейка" });
    const quoted: Error = await shop
      .secrets()
      .use({ connection: id }, { group: "workshop", purpose: "x" }, (secret) => {
        new Headers({ authorization: secret.reveal() });
      })
      .catch((e) => e);
    expect(inspect(quoted)).not.toContain("канарейка");
  });

  it("without a group or purpose is an error", async () => {
    const { connect, shop } = await openGateway();
    await connect();
    const use = (group: string, purpose: string) =>
      shop.secrets().use({ connection: "main" }, { group, purpose }, () => {});
    await expect(use("", "x")).rejects.toThrow("needs a group and a purpose");
    await expect(use("audio", "x".repeat(300))).rejects.toThrow("at most 200");
  });

  it("during a rotation gets the old or the new secret, never none", async () => {
    const { connect, reveal, post } = await openGateway();
    await connect({ secret: "secret 0" });
    const seen = new Set<string>();
    let isOver = false;
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver) seen.add(await reveal({ connection: "main" }));
    });
    for (let n = 1; n <= 15; n++) await post("connections.rotate", { connection: "main", secret: `secret ${n}` });
    isOver = true;
    await Promise.all(readers);
    expect(await reveal({ connection: "main" })).toBe("secret 15");
    for (const one of seen) expect(one).toMatch(/^secret \d+$/);
  });

  it("never gets the secret of a connection that was disabled meanwhile", async () => {
    const { connect, reveal, post, events } = await openGateway();
    await connect();
    const uses = Array.from({ length: 20 }, () =>
      reveal({ connection: "main" }).then(
        () => true,
        () => false,
      ),
    );
    await post("connections.disable", { connection: "main" });
    await Promise.all(uses);
    const types = events.map(({ type }) => type);
    const end = types.indexOf("credentials.connection.disabled");
    expect(types.slice(end).filter((type) => type.endsWith(".used"))).toEqual([]);
  });
});

describe("a command that uses a secret", () => {
  const group = defineGroup("voice", { title: "Voice", needs: { secrets, directory: connectionDirectory } });
  const speak = defineCommand(group, {
    id: "voice.speak",
    summary: "Speak",
    input: T.Object({ connection: T.String() }),
    output: T.Object({ length: T.Integer() }),
    effect: "external",
    async plan({ services }, { connection }) {
      return { summary: `Speak with ${(await services.directory.find({ connection }))?.id}` };
    },
    execute: async ({ services }, _plan, { connection }) => ({
      length: await services.secrets.use(
        { connection },
        { group: "voice", purpose: "speech" },
        (secret) => secret.reveal().length,
      ),
    }),
  });
  const plugin = definePlugin(group, { version: "1.0.0", operations: [speak] });

  it("in its execute does not conflict with itself and passes on errors", async () => {
    const { connect, admin, post } = await openGateway({ plugins: [plugin()] });
    await connect();
    const say = () => admin.post("voice.speak", { connection: "main" });
    const replies = await Promise.all([say(), say(), say()]);
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { length: CANARY.length } });
    await post("connections.disable", { connection: "main" });
    expect(await say()).toMatchObject({ status: 409, body: { code: "credentials.connection_disabled" } });
  });
});

describe("the directory", () => {
  it("finds a connection for other groups without its secret", async () => {
    const { connect, shop, post } = await openGateway();
    const { id } = await connect();
    const find = (name: object) => shop.directory().find(name);
    const ref = { id, provider: "github", connection: "main", status: "active" };
    expect(await find({ connection: "main" })).toEqual(ref);
    expect(await find({ connection: id, provider: "github" })).toEqual(ref);
    for (const name of [{}, { connection: "nobody" }, { connection: "main", provider: "voice" }, { provider: "voice" }])
      expect(await find(name)).toBeUndefined();
    await connect({ provider: "voice" });
    expect(await find({ connection: "main" })).toBeUndefined();
    await post("connections.disable", { connection: id });
    expect(await find({ provider: "github" })).toEqual({ ...ref, status: "disabled", statusReason: "asked" });
  });
});

describe("the hosts of a connection", () => {
  const [first, second] = ["api.example.com:443", "evil.example.com:443"];
  const refused = { code: "credentials.connection_bound" };

  it("are set by its first use, and a use for another host does not get the secret", async () => {
    const { connect, reveal, post, types } = await openGateway();
    const { id } = await connect();
    expect(await reveal({ connection: id }, "test", [first])).toBe(CANARY);
    await expect(reveal({ connection: id }, "test", [second])).rejects.toMatchObject(refused);
    expect((await post("connections.show", { connection: id })).connection.hosts).toEqual([first]);
    expect(types()).toContain("connection.updated");
  });

  it("allow any port if they have none", async () => {
    const { connect, reveal } = await openGateway();
    await connect({ hosts: ["api.example.com"] });
    expect(await reveal({ connection: "main" }, "test", ["api.example.com:8443"])).toBe(CANARY);
    await expect(reveal({ connection: "main" }, "test", ["api.example.com.evil.com:443"])).rejects.toMatchObject(
      refused,
    );
  });

  it("are collected from existing places if the connection is older than host storage", async () => {
    const { connect, reveal, post, shop } = await openGateway();
    const { id } = await connect();
    await shop.transact(async ({ store }) => {
      const { hosts: _, ownerId: __, ...before } = (await store.get(connections, id)) as ConnectionRecord;
      await store.put(connections, before);
    });
    for (const host of [first, second]) expect(await reveal({ connection: id }, "test", [host])).toBe(CANARY);
    const { connection } = await post("connections.show", { connection: id });
    expect(connection).toMatchObject({ hosts: [first, second] });
    expect(connection).not.toHaveProperty("ownerId");
    await post("connections.update", { connection: id, hosts: [first] });
    await expect(reveal({ connection: id }, "test", [second])).rejects.toMatchObject(refused);
  });
});
