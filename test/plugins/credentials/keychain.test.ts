import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createKeychain } from "../../../plugins/credentials/src/keychain/keychain.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { CANARY, filesIn, openGateway, spellings, storeText, textOf } from "./gateway.ts";
import { openKeyring } from "./keyring.ts";
import { noSession } from "./sessions.ts";

const named = (backends: { name: string }[], name: string) => backends.find((one) => one.name === name);

/** The system's keychain of this test process. */
function keychain(options = {}) {
  const made = createKeychain(options);
  onTestFinished(() => made.close());
  return made;
}

/** Advances the clock of this process beyond the three seconds for which the state of the keychain is cached. */
function passCache(): void {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 3_100);
  onTestFinished(() => clock.mockRestore());
}

describe.skipIf(!has("gnome-keyring"))("the keychain (needs gnome-keyring and dbus)", () => {
  it("stores secrets by default, returns them, and removes them with their connection", async () => {
    await openKeyring();
    const { connect, post, reveal, place, storage } = await openGateway();
    const connection = await connect();
    expect(connection).toMatchObject({
      backend: "keychain",
      secretRef: expect.stringMatching(/^keychain:postern\/sec_/),
    });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
    const [, account = ""] = connection.secretRef.split("/");
    expect(await keychain().get("postern", account)).toBe(CANARY);

    const rotated = (await post("connections.rotate", { connection: "main", secret: "the new one" })).connection;
    expect(await reveal({ connection: "main" })).toBe("the new one");
    await until(async () => expect(await keychain().get("postern", account)).toBeUndefined());

    await post("connections.remove", { connection: "main", execute: true });
    const [, second = ""] = rotated.secretRef.split("/");
    await until(async () => expect(await keychain().get("postern", second)).toBeUndefined());
    expect(filesIn(place)).toEqual([]);
    for (const text of spellings(CANARY)) expect(await storeText(storage)).not.toContain(text);
  });

  it("stores Unicode and multi-line text, and handles concurrent calls", async () => {
    await openKeyring();
    const { get, set, remove } = keychain();
    const secrets = [
      "пароль 🐦",
      "-----BEGIN-----\nabc\n-----END-----\n",
      " ",
      "x".repeat(20_000),
      '"}\n{"id":1,"value":"forged"}',
    ];
    await Promise.all(secrets.map((secret, at) => set("postern-test", `a${at}`, secret)));
    expect(await Promise.all(secrets.map((_, at) => get("postern-test", `a${at}`)))).toEqual(secrets);
    expect(await Promise.all(secrets.map((_, at) => remove("postern-test", `a${at}`)))).toEqual(
      secrets.map(() => true),
    );
    expect(await remove("postern-test", "a0")).toBe(false);
  });

  it("uses an entry of another program and never removes it", async () => {
    await openKeyring();
    const { set, get } = keychain();
    await set("mail", "ann@example.com", "of another program");
    const { connect, post, reveal, ask } = await openGateway();
    await connect({ secretRef: "keychain:mail/ann@example.com" });
    expect(await reveal({ connection: "main" })).toBe("of another program");
    await post("connections.remove", { connection: "main", execute: true });
    // Secrets are removed in the order in which their connections were.
    const { secretRef } = await connect({ connection: "own" });
    await post("connections.remove", { connection: "own", execute: true });
    await until(async () => expect(await get("postern", secretRef.split("/")[1])).toBeUndefined());
    expect(await get("mail", "ann@example.com")).toBe("of another program");
    const body = { provider: "mail", connection: "bob", secretRef: "keychain:mail/bob@example.com" };
    expect(await ask("connections.create", body)).toMatchObject({
      status: 409,
      body: { code: "credentials.secret_unreadable" },
    });
  });

  it("stores the key of the vault, which cannot be read without it", async () => {
    await openKeyring();
    const { connect, post, reveal, place, secretFiles } = await openGateway();
    await connect({ backend: "vault" });
    expect(secretFiles()).toHaveLength(1);
    expect(filesIn(join(place, "home"))).toEqual([]);
    expect(named((await post("backends")).backends, "vault")).toMatchObject({ works: true, keyIn: "keychain" });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
    expect(await post("vault.rotate", { execute: true })).toEqual({ secrets: 1, unreadable: 0, keyIn: "keychain" });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
    expect(textOf(filesIn(place))).not.toContain(CANARY);
  });

  it("reports that it is locked, with advice; other connections keep working", async () => {
    const { lock } = await openKeyring();
    const { connect, post, ask, reveal, place, secretFiles } = await openGateway();
    await connect();
    await connect({ connection: "key-in-keychain", backend: "vault" });
    vi.stubEnv("OUTSIDE_TOKEN", "outside");
    await connect({ connection: "outside", secretRef: "env:OUTSIDE_TOKEN" });
    lock();
    passCache();
    for (const connection of ["main", "key-in-keychain"])
      await expect(reveal({ connection })).rejects.toMatchObject({
        code: "credentials.backend_unavailable",
        status: 503,
        message: expect.stringMatching(/cannot be used: it is locked\. Unlock it/),
      });
    expect(await reveal({ connection: "outside" })).toBe("outside");
    expect((await post("connections.list")).total).toBe(3);
    const body = { provider: "github", connection: "new", secret: "another", backend: "keychain" };
    expect(await ask("connections.create", body)).toMatchObject({ status: 503, body: { backend: "keychain" } });
    // A key in a locked keychain is not lost.
    expect(await ask("vault.rotate", { execute: true })).toMatchObject({ status: 503, body: { backend: "vault" } });
    expect(named((await post("backends")).backends, "keychain")).toMatchObject({
      works: false,
      reason: "it is locked",
    });
    expect(secretFiles()).toHaveLength(1);
    expect(textOf(filesIn(place))).not.toContain("another");
  });

  it("that stays locked can be replaced by the vault under the same id", async () => {
    const { lock } = await openKeyring();
    const { connect, post, reveal } = await openGateway();
    const { id } = await connect();
    lock();
    const given = { connection: "main", secret: "elsewhere", backend: "vault" };
    expect((await post("connections.rotate", given)).connection).toMatchObject({ id, backend: "vault" });
    expect(await reveal({ connection: "main" })).toBe("elsewhere");
  });

  it("removes a secret after it is unlocked if it was locked at the removal", async () => {
    const { lock } = await openKeyring();
    const { connect, post, storage, place, stop } = await openGateway();
    await connect();
    lock();
    vi.stubEnv("OUTSIDE_TOKEN", "outside");
    await post("connections.rotate", { connection: "main", secretRef: "env:OUTSIDE_TOKEN" });
    await until(async () => expect(await storeText(storage)).toMatch(/"attempts":1/));
    await stop();
    await openKeyring();
    const later = await openGateway({ place, storage, shift: 2 * 60_000 });
    await until(async () => expect(await storeText(storage)).not.toMatch(/"attempts"/));
    expect(named((await later.post("backends")).backends, "keychain")).toMatchObject({ leftovers: 0 });
  });
});

describe("without a keychain", () => {
  it("stores secrets in the vault, as the response and the list of backends show", async () => {
    noSession();
    const { connect, post, keyFiles } = await openGateway();
    expect(await connect()).toMatchObject({ backend: "vault" });
    expect(keyFiles()).toHaveLength(1);
    const { backends } = await post("backends");
    expect(named(backends, "keychain")).toMatchObject({
      works: false,
      isDefault: false,
      reason: "this session has no keychain",
      fix: expect.stringContaining("Use the vault instead"),
    });
    expect(named(backends, "vault")).toMatchObject({ works: true, isDefault: true, keyIn: "file" });
  });

  it("rejects a secret for the keychain and stores nothing", async () => {
    noSession();
    const { ask, place, storage, post } = await openGateway();
    const body = { provider: "github", connection: "main", secret: CANARY, backend: "keychain" };
    const reply = await ask("connections.create", body);
    expect(reply).toMatchObject({
      status: 503,
      body: { code: "credentials.backend_unavailable", backend: "keychain" },
    });
    expect(reply.body.detail).toBe(
      "The keychain cannot be used: this session has no keychain. Use the vault instead, or start a secret service such as gnome-keyring in this session.",
    );
    expect((await post("connections.list")).total).toBe(0);
    expect(filesIn(place)).toEqual([]);
    expect(await storeText(storage)).not.toContain(CANARY);
  });

  it("starts a new helper process after the former one has ended", async () => {
    noSession();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const chain = keychain({ idle: 50 });
    await expect(chain.get("postern", "nobody")).rejects.toThrow("this session has no keychain");
    vi.advanceTimersByTime(50);
    await expect(chain.get("postern", "nobody")).rejects.toThrow("this session has no keychain");
    chain.close();
    await expect(chain.get("postern", "nobody")).rejects.toThrow("this session has no keychain");
  });
});
