import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { CANARY, filesIn, openHouse } from "./house.ts";

const issueOf = (reply: { body: { issues?: { path: string; message: string }[] } }) => reply.body.issues?.[0];

describe("a connection", () => {
  it("keeps a secret under a name, and answers everything but the secret", async () => {
    const { connect, types, reveal } = await openHouse();
    const connection = await connect({ label: "Our releases", scopes: ["repo"] });
    expect(connection).toEqual({
      id: expect.stringMatching(/^conn_[0-9a-f]{24}$/),
      connection: "main",
      label: "Our releases",
      provider: "github",
      secretRef: expect.stringMatching(/^vault:sec_[0-9a-f]{24}$/),
      backend: "vault",
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

  it("shows by a plan where its secret would go, and writes nothing", async () => {
    const { admin, post, place } = await openHouse();
    const body = { provider: "github", connection: "main", secret: CANARY };
    const reply = await admin.post("credentials.connections.create", body, { "x-dry-run": "true" });
    expect(reply.body.plan).toEqual({
      summary: "Keep the secret of the connection main of github in the vault",
      backend: "vault",
    });
    expect((await post("connections.list")).total).toBe(0);
    expect(filesIn(place)).toEqual([]);
  });

  it("has its name alone among those of its provider", async () => {
    const { connect, ask } = await openHouse();
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

  it("is made once by many who make it at a time, and leaves no other secret behind", async () => {
    const { ask, place, storage, stop } = await openHouse();
    const body = { provider: "github", connection: "main", secret: CANARY };
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask("connections.create", body)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    await stop();
    // Ten minutes later what was written for nothing is removed.
    const later = await openHouse({ place, storage, shift: 11 * 60_000 });
    await until(() => expect(later.secretFiles()).toHaveLength(1));
    expect(await later.reveal({ connection: "main" })).toBe(CANARY);
  });

  it("is found by its id, its name, or its label where that is no name", async () => {
    const { connect, post } = await openHouse();
    const one = await connect({ label: "Releases" });
    const two = await connect({ connection: "Releases", label: "main" });
    const shown = async (connection: string) => (await post("connections.show", { connection })).connection.id;
    expect([await shown(one.id), await shown("main"), await shown("Releases")]).toEqual([one.id, one.id, two.id]);
    await connect({ connection: "third", label: "The third" });
    expect(await shown("The third")).toMatch(/^conn_/);
  });

  it("changes its label and its scopes, and tells nothing where that is nothing new", async () => {
    const { connect, post, types } = await openHouse();
    await connect();
    const changed = await post("connections.update", { connection: "main", label: "Ours", scopes: ["repo"] });
    expect(changed.connection).toMatchObject({ label: "Ours", scopes: ["repo"] });
    await post("connections.update", { connection: "main", label: "Ours" });
    expect(types()).toEqual(["connection.created", "connection.updated"]);
  });

  it("is listed by provider and name, by provider, and by how it stands", async () => {
    const { connect, post } = await openHouse();
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

describe("to disable", () => {
  it("lets nobody use it any more, tells its holders, and says who they are", async () => {
    const { connect, post, ask, reveal, events } = await openHouse();
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

  it("shows by its plan who depends on it", async () => {
    const { connect, admin, reveal } = await openHouse();
    await connect();
    await reveal({ connection: "main" });
    const body = { connection: "main" };
    const reply = await admin.post("credentials.connections.disable", body, { "x-dry-run": "true" });
    expect(reply.body.plan).toMatchObject({
      summary: "Disable the connection main of github",
      dependents: ["workshop"],
    });
  });

  it("answers a disabled one as it is, and tells nothing", async () => {
    const { connect, post, types } = await openHouse();
    await connect();
    const first = await post("connections.disable", { connection: "main" });
    expect(await post("connections.disable", { connection: "main" })).toEqual(first);
    expect(types()).toEqual(["connection.created", "connection.disabled"]);
  });

  it("answers 404 for one that is not there", async () => {
    const { ask } = await openHouse();
    for (const connection of ["nobody", "conn_0123456789abcdef01234567", "../main", "main\r\nX: y", "🐦"])
      expect(await ask("connections.disable", { connection })).toMatchObject({
        status: 404,
        body: { code: "credentials.connection_not_found" },
      });
  });

  it("answers 409 with the candidates where several have the name, and takes the provider or an id", async () => {
    const { connect, ask, post } = await openHouse();
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

  it("answers 409 where several have the label", async () => {
    const { connect, ask } = await openHouse();
    await connect({ connection: "a", label: "Releases" });
    await connect({ connection: "b", label: "Releases" });
    expect((await ask("connections.disable", { connection: "Releases" })).status).toBe(409);
    expect((await ask("connections.disable", { connection: "Releases", provider: "github" })).status).toBe(409);
  });

  it("answers 404 that names what was asked for where the provider is another one's", async () => {
    const { connect, ask } = await openHouse();
    const { id } = await connect();
    for (const connection of [id, "main"]) {
      const reply = await ask("connections.disable", { connection, provider: "voice" });
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({
        code: "credentials.connection_not_found",
        connection,
        provider: "voice",
        detail: `Connection ${connection} of the provider voice not found`,
      });
    }
  });
});

describe("to rotate", () => {
  it("gives it another secret under the same id, and the old one is gone soon after", async () => {
    const { connect, post, reveal, secretFiles, types } = await openHouse();
    const before = await connect();
    const { connection } = await post("connections.rotate", { connection: "main", secret: "the new one" });
    expect(connection).toMatchObject({ id: before.id, backend: "vault" });
    expect(connection.secretRef).not.toBe(before.secretRef);
    expect(await reveal({ connection: "main" })).toBe("the new one");
    await until(() => expect(secretFiles()).toHaveLength(1));
    expect(types()).toEqual(["connection.created", "connection.rotated", "connection.used"]);
  });

  it("leaves a disabled one disabled", async () => {
    const { connect, post } = await openHouse();
    await connect();
    await post("connections.disable", { connection: "main" });
    const { connection } = await post("connections.rotate", { connection: "main", secret: "new" });
    expect(connection).toMatchObject({ status: "disabled", statusReason: "asked" });
  });

  it("moves it to another backend, and back", async () => {
    const { connect, post, reveal, secretFiles } = await openHouse();
    await connect();
    process.env.ROTATED_TOKEN = "from outside";
    await post("connections.rotate", { connection: "main", secretRef: "env:ROTATED_TOKEN" });
    expect(await reveal({ connection: "main" })).toBe("from outside");
    await until(() => expect(secretFiles()).toEqual([]));
    const { connection } = await post("connections.rotate", { connection: "main", secret: "inside" });
    expect(connection.backend).toBe("vault");
    expect(await reveal({ connection: "main" })).toBe("inside");
  });

  it("leaves the secret where it is when it names the same reference again", async () => {
    const { connect, post, reveal } = await openHouse();
    const { secretRef } = await connect();
    await post("connections.rotate", { connection: "main", secretRef });
    await post("connections.rotate", { connection: "main", secretRef });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
  });

  it("by many at a time lets one secret win, whole, and removes the others", async () => {
    const { connect, post, reveal, secretFiles } = await openHouse();
    await connect();
    const given = Array.from({ length: 6 }, (_, n) => `secret ${n}`);
    await Promise.all(given.map((secret) => post("connections.rotate", { connection: "main", secret })));
    expect(given).toContain(await reveal({ connection: "main" }));
    await until(() => expect(secretFiles()).toHaveLength(1));
  });
});

describe("to remove", () => {
  it("shows who depends on it first, then removes it and its secret", async () => {
    const { connect, post, reveal, secretFiles, types } = await openHouse();
    const { id } = await connect();
    await reveal({ connection: "main" });
    expect(await post("connections.remove", { connection: "main" })).toMatchObject({
      dryRun: true,
      plan: {
        summary: "Remove the connection main of github, and its secret",
        connectionId: id,
        dependents: ["workshop"],
      },
    });
    expect(await post("connections.remove", { connection: "main", execute: true })).toEqual({ removed: true });
    expect((await post("connections.list")).total).toBe(0);
    await until(() => expect(secretFiles()).toEqual([]));
    expect(types()).toEqual(["connection.created", "connection.used", "connection.removed"]);
  });

  it("leaves a secret that was named, not given", async () => {
    const { connect, post, reveal, secretFiles } = await openHouse();
    const { secretRef } = await connect();
    await connect({ connection: "second", secretRef });
    await post("connections.remove", { connection: "second", execute: true });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
    expect(secretFiles()).toHaveLength(1);
  });

  it("leaves a secret that another connection uses, which then removes it in its turn", async () => {
    const { connect, post, reveal, secretFiles } = await openHouse();
    const { secretRef } = await connect();
    await connect({ connection: "second", secretRef });
    const { plan } = await post("connections.remove", { connection: "main" });
    expect(plan.summary).toBe("Remove the connection main of github; its secret stays where it is");
    await post("connections.remove", { connection: "main", execute: true });
    expect(await reveal({ connection: "second" })).toBe(CANARY);
    await post("connections.remove", { connection: "second", execute: true });
    await until(() => expect(secretFiles()).toEqual([]));
  });
});

describe("bad input", () => {
  it.each([
    ["neither secret nor reference", {}, ""],
    ["both", { secret: "x", secretRef: "env:X" }, ""],
    ["an empty secret", { secret: "" }, "/secret"],
    ["a secret that is too long", { secret: "x".repeat(65_537) }, "/secret"],
    ["a secret with NUL", { secret: "a\0b" }, "/secret"],
    ["half a character", { secret: "a\ud800b" }, "/secret"],
    ["a secret for the environment", { secret: "x", backend: "env" }, "/backend"],
    ["a backend that there is none of", { secret: "x", backend: "paper" }, "/backend"],
    ["another backend than the reference's", { secretRef: "env:X", backend: "vault" }, "/backend"],
    ["a secret in the place of a reference", { secretRef: "sk-live-1234" }, "/secretRef"],
    ["a reference to a path", { secretRef: "vault:../../etc/passwd" }, "/secretRef"],
    ["a variable that is none", { secretRef: "env:A=B" }, "/secretRef"],
    ["a variable of the gateway", { secretRef: "env:POSTERN_TOKEN" }, "/secretRef"],
    ["half a keychain's reference", { secretRef: "keychain:postern" }, "/secretRef"],
    ["a provider that is no word", { provider: "Git Hub", secret: "x" }, "/provider"],
    ["a name like an id", { connection: "conn_0123456789abcdef01234567", secret: "x" }, "/connection"],
    ["a name with a line's end", { connection: "a\nb", secret: "x" }, "/connection"],
    ["a label of nothing", { label: "", secret: "x" }, "/label"],
    ["a scope twice", { scopes: ["a", "a"], secret: "x" }, "/scopes"],
    ["a secret that is no text", { secret: { value: "x" } }, "/secret"],
  ])("%s is told at its place, and not repeated", async (_what, said, path) => {
    const { ask, post } = await openHouse();
    const reply = await ask("connections.create", { provider: "github", connection: "main", ...said });
    expect(reply.status).toBe(400);
    expect(issueOf(reply)?.path).toBe(path);
    const { secret, secretRef } = said as { secret?: unknown; secretRef?: string };
    for (const text of [secret, secretRef])
      if (typeof text === "string" && text.length > 3) expect(JSON.stringify(reply.body)).not.toContain(text);
    expect((await post("connections.list")).total).toBe(0);
  });

  it("names a secret of the vault that is not there", async () => {
    const { ask } = await openHouse();
    const secretRef = "vault:sec_0123456789abcdef01234567";
    const reply = await ask("connections.create", { provider: "github", connection: "main", secretRef });
    expect(reply).toMatchObject({ status: 409, body: { code: "credentials.secret_unreadable", secretRef } });
  });

  it("takes a certificate of several lines as it is, and text of any letters", async () => {
    const { connect, reveal } = await openHouse();
    for (const [at, secret] of ["-----BEGIN KEY-----\nabc\n-----END KEY-----\n", "пароль 🐦 \u202e", " "].entries()) {
      await connect({ connection: `c${at}`, secret });
      expect(await reveal({ connection: `c${at}` })).toBe(secret);
    }
  });
});

describe("a narrowed key", () => {
  it("reaches its connection by the id only", async () => {
    const { connect, client, ask } = await openHouse();
    const [one, two] = [await connect(), await connect({ connection: "other" })];
    const narrow = await client([`credentials:write@${one.id}`]);
    expect((await ask("connections.disable", { connection: one.id }, narrow)).status).toBe(200);
    for (const connection of ["main", "other", two.id])
      expect((await ask("connections.disable", { connection }, narrow)).status).toBe(403);
  });
});

describe("without a folder for a vault, and without a keychain", () => {
  it("a secret is refused with what would help, and never kept in the clear; variables work", async () => {
    const bus = process.env.DBUS_SESSION_BUS_ADDRESS;
    process.env.DBUS_SESSION_BUS_ADDRESS = "unix:path=/nowhere";
    const { ask, connect, post, reveal } = await openHouse({ config: {} });
    const reply = await ask("connections.create", { provider: "github", connection: "main", secret: CANARY });
    expect(reply).toMatchObject({
      status: 503,
      body: { code: "credentials.backend_unavailable", backend: "vault", fix: "postern credentials backends" },
    });
    expect(reply.body.detail).toContain("no folder is configured");
    process.env.SOME_TOKEN = "from outside";
    await connect({ secretRef: "env:SOME_TOKEN" });
    expect(await reveal({ connection: "main" })).toBe("from outside");
    const { backends } = await post("backends");
    expect(backends.map(({ name, works }: { name: string; works: boolean }) => [name, works])).toEqual([
      ["keychain", false],
      ["vault", false],
      ["env", true],
    ]);
    expect((await ask("vault.rotate")).body.code).toBe("credentials.no_vault");
    if (bus === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS;
    else process.env.DBUS_SESSION_BUS_ADDRESS = bus;
  });
});
