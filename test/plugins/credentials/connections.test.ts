import { describe, expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { CANARY, filesIn, openGateway } from "./gateway.ts";

const issueOf = (reply: { body: { issues?: { path: string; message: string }[] } }) => reply.body.issues?.[0];

describe("a connection", () => {
  it("stores a secret under a name and shows everything except the secret", async () => {
    const { connect, types, reveal } = await openGateway();
    const connection = await connect({ label: "Our releases", scopes: ["repo"] });
    expect(connection).toEqual({
      id: expect.stringMatching(/^conn_[0-9a-f]{24}$/),
      connection: "main",
      label: "Our releases",
      provider: "github",
      secretRef: expect.stringMatching(/^vault:sec_[0-9a-f]{24}$/),
      backend: "vault",
      host: expect.any(String),
      scopes: ["repo"],
      hosts: [],
      ownerId: expect.stringMatching(/^user:ctx_[0-9a-f]{24}$/),
      status: "active",
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      usedBy: [],
    });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
    expect(types()).toEqual(["connection.created", "connection.used"]);
  });

  it("shows in its plan where the secret would be stored, and writes nothing", async () => {
    const { admin, post, place } = await openGateway();
    const body = { provider: "github", connection: "main", secret: CANARY };
    const reply = await admin.post("credentials.connections.create", body, { "x-dry-run": "true" });
    expect(reply.body.plan).toEqual({
      summary: 'Create the github connection "main" with its secret in the vault',
      backend: "vault",
    });
    expect((await post("connections.list")).total).toBe(0);
    expect(filesIn(place)).toEqual([]);
  });

  it("has a name that is unique for its provider", async () => {
    const { connect, ask } = await openGateway();
    const { id } = await connect();
    await connect({ provider: "voice" });
    const reply = await ask("connections.create", { provider: "github", connection: "main", secret: "x" });
    expect(reply).toMatchObject({
      status: 409,
      body: {
        code: "credentials.connection_exists",
        connectionId: id,
        fix: `postern credentials connections show --connection ${id}`,
      },
    });
  });

  it("is created once by concurrent callers and leaves no other secret behind", async () => {
    const { ask, place, storage, stop } = await openGateway();
    const body = { provider: "github", connection: "main", secret: CANARY };
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask("connections.create", body)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    await stop();
    // The unused secrets are removed ten minutes later.
    const later = await openGateway({ place, storage, shift: 11 * 60_000 });
    await until(() => expect(later.secretFiles()).toHaveLength(1));
    expect(await later.reveal({ connection: "main" })).toBe(CANARY);
  });

  it("is found by its id, its name, or its label if no connection has that name", async () => {
    const { connect, post } = await openGateway();
    const one = await connect({ label: "Releases" });
    const two = await connect({ connection: "Releases", label: "main" });
    const shown = async (connection: string) => (await post("connections.show", { connection })).connection.id;
    expect([await shown(one.id), await shown("main"), await shown("Releases")]).toEqual([one.id, one.id, two.id]);
    await connect({ connection: "third", label: "The third" });
    expect(await shown("The third")).toMatch(/^conn_/);
  });

  it("updates its label and scopes, and emits no event without a change", async () => {
    const { connect, post, types } = await openGateway();
    await connect();
    const changed = await post("connections.update", { connection: "main", label: "Ours", scopes: ["repo"] });
    expect(changed.connection).toMatchObject({ label: "Ours", scopes: ["repo"] });
    await post("connections.update", { connection: "main", label: "Ours" });
    expect(types()).toEqual(["connection.created", "connection.updated"]);
  });

  it("is listed by provider and name, and filtered by provider and status", async () => {
    const { connect, post } = await openGateway();
    for (const [provider, connection] of [
      ["voice", "a"],
      ["github", "b"],
      ["github", "a"],
    ])
      await connect({ provider, connection, secretRef: "env:SOME_TOKEN" });
    await post("connections.disable", { connection: "b" });
    const listed = async (asked: object) =>
      (await post("connections.list", { fields: "provider,connection", ...asked })).connections.map(Object.values);
    expect(await listed({})).toEqual([
      ["github", "a"],
      ["github", "b"],
      ["voice", "a"],
    ]);
    expect(await listed({ provider: "github" })).toHaveLength(2);
    expect(await listed({ status: "disabled" })).toEqual([["github", "b"]]);
    expect(await listed({ status: "active", provider: "github" })).toEqual([["github", "a"]]);
    expect(await post("connections.list", { limit: "1", offset: "1" })).toMatchObject({ total: 3, nextOffset: 2 });
  });
});

describe("disabling a connection", () => {
  it("prevents its use, notifies the groups that use it and lists them", async () => {
    const { connect, post, ask, reveal, events } = await openGateway();
    const { id } = await connect();
    await reveal({ connection: "main" });
    const dry = await ask("connections.disable", { connection: "main" });
    expect(dry.body.connection).toMatchObject({ id, status: "disabled", statusReason: "asked", usedBy: ["workshop"] });
    expect(events.at(-1)).toMatchObject({
      type: "credentials.connection.disabled",
      subject: id,
      data: { connection: { id, status: "disabled", usedBy: ["workshop"] } },
    });
    await expect(reveal({ connection: "main" })).rejects.toMatchObject({
      code: "credentials.connection_disabled",
      status: 409,
    });
    expect((await post("connections.enable", { connection: id })).connection).not.toHaveProperty("statusReason");
    expect(await reveal({ connection: "main" })).toBe(CANARY);
  });

  it("shows in its plan which groups depend on it", async () => {
    const { connect, admin, reveal } = await openGateway();
    await connect();
    await reveal({ connection: "main" });
    const body = { connection: "main" };
    const reply = await admin.post("credentials.connections.disable", body, { "x-dry-run": "true" });
    expect(reply.body.plan).toMatchObject({
      summary: 'Disable the github connection "main"',
      dependents: ["workshop"],
    });
  });

  it("changes nothing and emits no event if it is already disabled", async () => {
    const { connect, post, types } = await openGateway();
    await connect();
    const first = await post("connections.disable", { connection: "main" });
    expect(await post("connections.disable", { connection: "main" })).toEqual(first);
    expect(types()).toEqual(["connection.created", "connection.disabled"]);
  });

  it("answers 404 if it does not exist", async () => {
    const { ask } = await openGateway();
    for (const connection of ["nobody", "conn_0123456789abcdef01234567", "../main", "main\r\nX: y", "🐦"])
      expect(await ask("connections.disable", { connection })).toMatchObject({
        status: 404,
        body: { code: "credentials.connection_not_found" },
      });
  });

  it("answers 409 with candidates for an ambiguous name, and accepts the provider or an id", async () => {
    const { connect, ask, post } = await openGateway();
    const one = await connect();
    const two = await connect({ provider: "voice" });
    const reply = await ask("connections.disable", { connection: "main" });
    expect(reply).toMatchObject({
      status: 409,
      body: {
        code: "credentials.connection_ambiguous",
        candidates: [
          { id: one.id, provider: "github" },
          { id: two.id, provider: "voice" },
        ],
      },
    });
    await post("connections.disable", { connection: "main", provider: "voice" });
    await post("connections.disable", { connection: one.id });
    expect((await post("connections.list", { status: "disabled" })).total).toBe(2);
  });

  it("answers 409 if several connections have the label", async () => {
    const { connect, ask } = await openGateway();
    await connect({ connection: "a", label: "Releases" });
    await connect({ connection: "b", label: "Releases" });
    expect((await ask("connections.disable", { connection: "Releases" })).status).toBe(409);
    expect((await ask("connections.disable", { connection: "Releases", provider: "github" })).status).toBe(409);
  });

  it("answers 404 with the requested name and provider if the provider does not match", async () => {
    const { connect, ask } = await openGateway();
    const { id } = await connect();
    for (const connection of [id, "main"]) {
      const reply = await ask("connections.disable", { connection, provider: "voice" });
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({
        code: "credentials.connection_not_found",
        connection,
        provider: "voice",
        detail: `Connection "${connection}" of provider "voice" not found. List connections with "postern credentials connections list".`,
      });
    }
  });
});

describe("rotating a secret", () => {
  it("replaces the secret under the same id and then removes the old secret", async () => {
    const { connect, post, reveal, secretFiles, types } = await openGateway();
    const before = await connect();
    const { connection } = await post("connections.rotate", { connection: "main", secret: "the new one" });
    expect(connection).toMatchObject({ id: before.id, backend: "vault" });
    expect(connection.secretRef).not.toBe(before.secretRef);
    expect(await reveal({ connection: "main" })).toBe("the new one");
    await until(() => expect(secretFiles()).toHaveLength(1));
    expect(types()).toEqual(["connection.created", "connection.rotated", "connection.used"]);
  });

  it("leaves a disabled connection disabled", async () => {
    const { connect, post } = await openGateway();
    await connect();
    await post("connections.disable", { connection: "main" });
    const { connection } = await post("connections.rotate", { connection: "main", secret: "new" });
    expect(connection).toMatchObject({ status: "disabled", statusReason: "asked" });
  });

  it("moves it to another backend and back", async () => {
    const { connect, post, reveal, secretFiles } = await openGateway();
    await connect();
    vi.stubEnv("ROTATED_TOKEN", "from outside");
    await post("connections.rotate", { connection: "main", secretRef: "env:ROTATED_TOKEN" });
    expect(await reveal({ connection: "main" })).toBe("from outside");
    await until(() => expect(secretFiles()).toEqual([]));
    const { connection } = await post("connections.rotate", { connection: "main", secret: "inside" });
    expect(connection.backend).toBe("vault");
    expect(await reveal({ connection: "main" })).toBe("inside");
  });

  it("keeps the secret if the reference is the same", async () => {
    const { connect, post, reveal } = await openGateway();
    const { secretRef } = await connect();
    await post("connections.rotate", { connection: "main", secretRef });
    await post("connections.rotate", { connection: "main", secretRef });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
  });

  it("keeps one secret intact after concurrent rotations and removes the others", async () => {
    const { connect, post, reveal, secretFiles } = await openGateway();
    await connect();
    const given = Array.from({ length: 6 }, (_, n) => `secret ${n}`);
    await Promise.all(given.map((secret) => post("connections.rotate", { connection: "main", secret })));
    expect(given).toContain(await reveal({ connection: "main" }));
    await until(() => expect(secretFiles()).toHaveLength(1));
  });
});

describe("removing a connection", () => {
  it("shows its dependents in the plan, then removes it and its secret", async () => {
    const { connect, post, reveal, secretFiles, types } = await openGateway();
    const { id } = await connect();
    await reveal({ connection: "main" });
    expect(await post("connections.remove", { connection: "main" })).toMatchObject({
      dryRun: true,
      plan: {
        summary: 'Remove the github connection "main" and its secret',
        connectionId: id,
        dependents: ["workshop"],
      },
    });
    expect(await post("connections.remove", { connection: "main", execute: true })).toEqual({ removed: true });
    expect((await post("connections.list")).total).toBe(0);
    await until(() => expect(secretFiles()).toEqual([]));
    expect(types()).toEqual(["connection.created", "connection.used", "connection.removed"]);
  });

  it("keeps a secret that was given as a reference", async () => {
    const { connect, post, reveal, secretFiles } = await openGateway();
    const { secretRef } = await connect();
    await connect({ connection: "second", secretRef });
    await post("connections.remove", { connection: "second", execute: true });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
    expect(secretFiles()).toHaveLength(1);
  });

  it("keeps a secret that another connection uses until that one is removed", async () => {
    const { connect, post, reveal, secretFiles } = await openGateway();
    const { secretRef } = await connect();
    await connect({ connection: "second", secretRef });
    const { plan } = await post("connections.remove", { connection: "main" });
    expect(plan.summary).toBe('Remove the github connection "main" and keep its secret');
    await post("connections.remove", { connection: "main", execute: true });
    expect(await reveal({ connection: "second" })).toBe(CANARY);
    await post("connections.remove", { connection: "second", execute: true });
    await until(() => expect(secretFiles()).toEqual([]));
  });
});

describe("invalid input", () => {
  it.each([
    ["neither secret nor reference", {}, ""],
    ["both", { secret: "x", secretRef: "env:X" }, ""],
    ["an empty secret", { secret: "" }, "/secret"],
    ["a secret that is too long", { secret: "x".repeat(65_537) }, "/secret"],
    ["a secret with NUL", { secret: "a\0b" }, "/secret"],
    ["an incomplete character", { secret: "a\ud800b" }, "/secret"],
    ["a secret for the environment", { secret: "x", backend: "env" }, "/backend"],
    ["an unknown backend", { secret: "x", backend: "paper" }, "/backend"],
    ["another backend than the reference's", { secretRef: "env:X", backend: "vault" }, "/backend"],
    ["a secret in the place of a reference", { secretRef: "sk-live-1234" }, "/secretRef"],
    ["a reference to a path", { secretRef: "vault:../../etc/passwd" }, "/secretRef"],
    ["an invalid variable", { secretRef: "env:A=B" }, "/secretRef"],
    ["a variable of the gateway", { secretRef: "env:POSTERN_TOKEN" }, "/secretRef"],
    ["an incomplete keychain reference", { secretRef: "keychain:postern" }, "/secretRef"],
    ["an invalid provider", { provider: "Git Hub", secret: "x" }, "/provider"],
    ["a name like an id", { connection: "conn_0123456789abcdef01234567", secret: "x" }, "/connection"],
    ["a name with a line break", { connection: "a\nb", secret: "x" }, "/connection"],
    ["an empty label", { label: "", secret: "x" }, "/label"],
    ["a duplicate scope", { scopes: ["a", "a"], secret: "x" }, "/scopes"],
    ["a secret that is not text", { secret: { value: "x" } }, "/secret"],
  ])("%s is reported with its path and not repeated", async (_what, said, path) => {
    const { ask, post } = await openGateway();
    const reply = await ask("connections.create", { provider: "github", connection: "main", ...said });
    expect(reply.status).toBe(400);
    expect(issueOf(reply)?.path).toBe(path);
    const { secret, secretRef } = said as { secret?: unknown; secretRef?: string };
    for (const text of [secret, secretRef])
      if (typeof text === "string" && text.length > 3) expect(JSON.stringify(reply.body)).not.toContain(text);
    expect((await post("connections.list")).total).toBe(0);
  });

  it("is a reference to a secret that does not exist in the vault", async () => {
    const { ask } = await openGateway();
    const secretRef = "vault:sec_0123456789abcdef01234567";
    const reply = await ask("connections.create", { provider: "github", connection: "main", secretRef });
    expect(reply).toMatchObject({ status: 409, body: { code: "credentials.secret_unreadable", secretRef } });
  });

  it("does not include multi-line certificates or Unicode text, which are stored unchanged", async () => {
    const { connect, reveal } = await openGateway();
    for (const [at, secret] of ["-----BEGIN KEY-----\nabc\n-----END KEY-----\n", "пароль 🐦 \u202e", " "].entries()) {
      await connect({ connection: `c${at}`, secret });
      expect(await reveal({ connection: `c${at}` })).toBe(secret);
    }
  });
});

describe("a restricted key", () => {
  it("accesses its connection by id only", async () => {
    const { connect, client, ask } = await openGateway();
    const [one, two] = [await connect(), await connect({ connection: "other" })];
    const narrow = await client([`credentials:write@${one.id}`]);
    expect((await ask("connections.disable", { connection: one.id }, narrow)).status).toBe(200);
    for (const connection of ["main", "other", two.id])
      expect((await ask("connections.disable", { connection }, narrow)).status).toBe(403);
  });
});

describe("without a folder for a vault, and without a keychain", () => {
  it("rejects a secret with advice and never stores it in plain text; variables work", async () => {
    vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
    const { ask, connect, post, reveal } = await openGateway({ config: { env: ["SOME_TOKEN"] } });
    const reply = await ask("connections.create", { provider: "github", connection: "main", secret: CANARY });
    expect(reply).toMatchObject({
      status: 503,
      body: { code: "credentials.backend_unavailable", backend: "vault", fix: "postern credentials backends" },
    });
    expect(reply.body.detail).toContain("no folder is configured");
    vi.stubEnv("SOME_TOKEN", "from outside");
    await connect({ secretRef: "env:SOME_TOKEN" });
    expect(await reveal({ connection: "main" })).toBe("from outside");
    const { backends } = await post("backends");
    expect(backends.map(({ name, works }: { name: string; works: boolean }) => [name, works])).toEqual([
      ["keychain", false],
      ["vault", false],
      ["env", true],
    ]);
    expect((await ask("vault.rotate")).body.code).toBe("credentials.no_vault");
  });
});
