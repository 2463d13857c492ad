import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createKeychain } from "../../../plugins/credentials/src/keychain/keychain.ts";
import { until } from "../../run/until.ts";
import { CANARY, filesIn, openHouse, spellings, storeText, textOf } from "./house.ts";
import { hasKeyring, noSession, openKeyring } from "./keyring.ts";

const named = (backends: { name: string }[], name: string) => backends.find((one) => one.name === name);

/** The system's keychain, as this test process sees it. */
function keychain(options = {}) {
  const made = createKeychain(options);
  onTestFinished(() => made.close());
  return made;
}

describe.skipIf(!hasKeyring)("the keychain (needs gnome-keyring and dbus)", () => {
  it("takes secrets when nothing is said, gives them back, and forgets them with their connection", async () => {
    await openKeyring();
    const { connect, post, reveal, place, storage } = await openHouse();
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

  it("takes text of any letters and any lines, and many calls at a time", async () => {
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

  it("uses what another program has put there, and leaves it there", async () => {
    await openKeyring();
    const { set, get } = keychain();
    await set("mail", "ann@example.com", "of another program");
    const { connect, post, reveal, ask } = await openHouse();
    await connect({ secretRef: "keychain:mail/ann@example.com" });
    expect(await reveal({ connection: "main" })).toBe("of another program");
    await post("connections.remove", { connection: "main", execute: true });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await get("mail", "ann@example.com")).toBe("of another program");
    const body = { provider: "mail", connection: "bob", secretRef: "keychain:mail/bob@example.com" };
    expect(await ask("connections.create", body)).toMatchObject({
      status: 409,
      body: { code: "credentials.secret_unreadable" },
    });
  });

  it("holds the key of the vault, which is useless without it", async () => {
    await openKeyring();
    const { connect, post, reveal, place, secretFiles } = await openHouse();
    await connect({ backend: "vault" });
    expect(secretFiles()).toHaveLength(1);
    expect(filesIn(join(place, "home"))).toEqual([]);
    expect(named((await post("backends")).backends, "vault")).toMatchObject({ works: true, keyIn: "keychain" });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
    expect(await post("vault.rotate", { execute: true })).toEqual({ secrets: 1, unreadable: 0, keyIn: "keychain" });
    expect(await reveal({ connection: "main" })).toBe(CANARY);
    expect(textOf(filesIn(place))).not.toContain(CANARY);
  });

  it("that is locked is named, with what helps; other connections go on, and nothing is kept in the clear", async () => {
    const { lock } = await openKeyring();
    const { connect, post, ask, reveal, place, secretFiles } = await openHouse();
    await connect();
    await connect({ connection: "key-in-keychain", backend: "vault" });
    process.env.OUTSIDE_TOKEN = "outside";
    await connect({ connection: "outside", secretRef: "env:OUTSIDE_TOKEN" });
    lock();
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    for (const connection of ["main", "key-in-keychain"])
      await expect(reveal({ connection })).rejects.toMatchObject({
        code: "credentials.backend_unavailable",
        status: 503,
        message: expect.stringMatching(/cannot be used: it is locked; unlock it/),
      });
    expect(await reveal({ connection: "outside" })).toBe("outside");
    expect((await post("connections.list")).total).toBe(3);
    const body = { provider: "github", connection: "new", secret: "another", backend: "keychain" };
    expect(await ask("connections.create", body)).toMatchObject({ status: 503, body: { backend: "keychain" } });
    // A key that cannot be reached is not a key that is lost.
    expect(await ask("vault.rotate", { execute: true })).toMatchObject({ status: 503, body: { backend: "vault" } });
    expect(named((await post("backends")).backends, "keychain")).toMatchObject({
      works: false,
      reason: "it is locked",
    });
    expect(secretFiles()).toHaveLength(1);
    expect(textOf(filesIn(place))).not.toContain("another");
  });

  it("that stays locked is left for the vault, under the same id", async () => {
    const { lock } = await openKeyring();
    const { connect, post, reveal } = await openHouse();
    const { id } = await connect();
    lock();
    const given = { connection: "main", secret: "elsewhere", backend: "vault" };
    expect((await post("connections.rotate", given)).connection).toMatchObject({ id, backend: "vault" });
    expect(await reveal({ connection: "main" })).toBe("elsewhere");
  });

  it("that was locked when a secret was to be removed removes it when it is back", async () => {
    const { lock } = await openKeyring();
    const { connect, post, storage, place, stop } = await openHouse();
    await connect();
    lock();
    process.env.OUTSIDE_TOKEN = "outside";
    await post("connections.rotate", { connection: "main", secretRef: "env:OUTSIDE_TOKEN" });
    await until(async () => expect(await storeText(storage)).toMatch(/"attempts":1/));
    await stop();
    await openKeyring();
    const later = await openHouse({ place, storage, shift: 2 * 60_000 });
    await until(async () => expect(await storeText(storage)).not.toMatch(/"attempts"/));
    expect(named((await later.post("backends")).backends, "keychain")).toMatchObject({ leftovers: 0 });
  });
});

describe("without a keychain", () => {
  it("the vault takes secrets, and the answer and the list of backends say so", async () => {
    noSession();
    const { connect, post, keyFiles } = await openHouse();
    expect(await connect()).toMatchObject({ backend: "vault" });
    expect(keyFiles()).toHaveLength(1);
    const { backends } = await post("backends");
    expect(named(backends, "keychain")).toMatchObject({
      works: false,
      isDefault: false,
      reason: "there is none in this session",
      fix: expect.stringContaining("name the backend vault"),
    });
    expect(named(backends, "vault")).toMatchObject({ works: true, isDefault: true, keyIn: "file" });
  });

  it("whoever insists on one is refused, and nothing is kept", async () => {
    noSession();
    const { ask, place, storage, post } = await openHouse();
    const body = { provider: "github", connection: "main", secret: CANARY, backend: "keychain" };
    const reply = await ask("connections.create", body);
    expect(reply).toMatchObject({
      status: 503,
      body: { code: "credentials.backend_unavailable", backend: "keychain" },
    });
    expect(reply.body.detail).toBe(
      "The keychain cannot be used: there is none in this session; name the backend vault, or start a secret service such as gnome-keyring in this session",
    );
    expect((await post("connections.list")).total).toBe(0);
    expect(filesIn(place)).toEqual([]);
    expect(await storeText(storage)).not.toContain(CANARY);
  });

  it("asked again after its process has ended, begins another", async () => {
    noSession();
    const chain = keychain({ idle: 50 });
    await expect(chain.get("postern", "nobody")).rejects.toThrow("there is none in this session");
    await new Promise((resolve) => setTimeout(resolve, 200));
    await expect(chain.get("postern", "nobody")).rejects.toThrow("there is none in this session");
    chain.close();
    await expect(chain.get("postern", "nobody")).rejects.toThrow("there is none in this session");
  });
});
