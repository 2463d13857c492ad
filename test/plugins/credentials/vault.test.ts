import fs, {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createKeychain } from "../../../plugins/credentials/src/keychain/keychain.ts";
import { openVault } from "../../../plugins/credentials/src/vault/vault.ts";
import { createGate } from "../../run/gate.ts";
import { CANARY, filesIn, folder, openGateway, spellings, textOf } from "./gateway.ts";

const idOf = (n: number) => `sec_${n.toString(16).padStart(24, "0")}`;

/** A vault with its keys in files; `reopen` opens it like another process. */
function vaultIn(place = folder()) {
  const [inside, keys] = [join(place, "vault"), join(place, "keys")];
  const open = () => openVault({ folder: inside, keys, keychain: false }, createKeychain());
  return {
    place,
    inside,
    keys,
    open,
    vault: open(),
    secretFile: (id: string) => join(inside, readdirSync(inside).find((name) => name.startsWith(`${id}.`)) as string),
  };
}

/**
 * Runs `work` once, before or after the next call of this function of node:fs/promises with a path that contains
 * `part`. Calls may be prepared for several paths.
 */
function meanwhile(
  name: "readFile" | "stat" | "rename",
  when: "before" | "after",
  part: string,
  work: () => Promise<unknown>,
) {
  const done = fs.promises[name] as (...args: unknown[]) => Promise<unknown>;
  let isLeft = true;
  const put = (other: typeof done) => {
    Object.assign(fs.promises, { [name]: other });
    syncBuiltinESMExports();
  };
  put(async (...args) => {
    if (!isLeft || !args.some((path) => String(path).includes(part))) return done(...args);
    isLeft = false;
    if (when === "before") await work();
    const answer = done(...args);
    await answer.catch(() => {});
    if (when === "after") await work();
    return answer;
  });
}

describe("a vault", () => {
  it("returns stored secrets, also to another process", async () => {
    const { vault, open } = vaultIn();
    await vault.write(idOf(1), CANARY);
    await vault.write(idOf(2), "x".repeat(65_536));
    expect([await vault.read(idOf(1)), await open().read(idOf(1))]).toEqual([CANARY, CANARY]);
    expect(await open().read(idOf(2))).toHaveLength(65_536);
    expect(await vault.read(idOf(3))).toBeUndefined();
    await open().remove(idOf(1));
    await vault.remove(idOf(1));
    expect(await vault.read(idOf(1))).toBeUndefined();
  });

  it("is readable by its owner only and contains no plain text", async () => {
    const { vault, place, inside, keys } = vaultIn();
    await vault.write(idOf(1), CANARY);
    for (const path of filesIn(place)) expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const path of [inside, keys]) expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const text of spellings(CANARY)) expect(textOf(filesIn(place))).not.toContain(text);
  });

  it("that another process creates between two reads is not reported as damaged", async () => {
    for (const work of ["trouble", "write", "rotate"] as const) {
      const { open, vault } = vaultIn();
      meanwhile("readFile", "after", "vault.json", () => open().write(idOf(1), CANARY));
      if (work === "trouble") expect(await vault.trouble()).toBeUndefined();
      else await (work === "write" ? vault.write(idOf(2), "another") : vault.rotate());
      expect([await vault.read(idOf(1)), await vault.trouble()]).toEqual([CANARY, undefined]);
    }
  });

  it("can be used while another process removes the key that was just read", async () => {
    for (const work of ["trouble", "write", "read"] as const) {
      const { open, vault } = vaultIn();
      await vault.write(idOf(1), CANARY);
      meanwhile("stat", "before", ".key", () => open().rotate());
      if (work === "write") await vault.write(idOf(2), "another");
      else expect(await vault[work](idOf(1))).toBe(work === "read" ? CANARY : undefined);
      expect([await vault.read(idOf(1)), await vault.trouble()]).toEqual([CANARY, undefined]);
    }
  });

  it("seals the same secret differently each time", async () => {
    const { vault, secretFile } = vaultIn();
    await vault.write(idOf(1), CANARY);
    await vault.write(idOf(2), CANARY);
    const [one, two] = [1, 2].map((n) => JSON.parse(readFileSync(secretFile(idOf(n)), "utf8")));
    expect(one.nonce).not.toBe(two.nonce);
    expect(one.text).not.toBe(two.text);
  });

  it("detects a replaced file", async () => {
    const { vault, secretFile } = vaultIn();
    await vault.write(idOf(1), "of the bank");
    await vault.write(idOf(2), "of the forum");
    copyFileSync(secretFile(idOf(1)), secretFile(idOf(2)));
    await expect(vault.read(idOf(2))).rejects.toThrow("its file in the vault is damaged");
    expect(await vault.read(idOf(1))).toBe("of the bank");
  });

  it("detects every changed byte and every truncation", async () => {
    const { vault, secretFile } = vaultIn();
    await vault.write(idOf(1), "short");
    const path = secretFile(idOf(1));
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length - 1; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ 1;
      writeFileSync(path, changed);
      const read = await vault.read(idOf(1)).catch(() => "found out");
      expect(["found out", "short"]).toContain(read);
      writeFileSync(path, whole.subarray(0, at));
      await expect(vault.read(idOf(1))).rejects.toThrow("damaged");
    }
  });

  it("allows concurrent writes from the start", async () => {
    const { open, keys } = vaultIn();
    const vaults = Array.from({ length: 6 }, open);
    await Promise.all(
      vaults.flatMap((vault, at) => Array.from({ length: 5 }, (_, n) => vault.write(idOf(at * 5 + n), `${at} ${n}`))),
    );
    const read = await Promise.all(Array.from({ length: 30 }, (_, n) => open().read(idOf(n))));
    expect(read).toEqual(Array.from({ length: 30 }, (_, n) => `${Math.floor(n / 5)} ${n % 5}`));
    expect(readdirSync(keys)).toHaveLength(1);
  });

  it("reports errors without the path of its folder", async () => {
    const { vault, inside, place } = vaultIn();
    writeFileSync(inside, "a file in its place");
    const reason = await vault.write(idOf(1), CANARY).catch((error: Error) => error.message);
    expect(reason).toMatch(/its files cannot be read or written \(E[A-Z]+\)/);
    expect(reason).not.toContain(place);
  });
});

describe("a rotation of the key", () => {
  it("encrypts all secrets again and removes the old key", async () => {
    const { vault, open, keys, inside } = vaultIn();
    for (let n = 0; n < 10; n++) await vault.write(idOf(n), `secret ${n}`);
    const [before] = readdirSync(keys);
    expect(await vault.rotate()).toEqual({ secrets: 10, unreadable: 0, keyIn: "file" });
    const after = readdirSync(keys);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual([before]);
    expect(readdirSync(inside).filter((name) => before?.includes(name.split(".")[1] ?? "-"))).toEqual([]);
    for (let n = 0; n < 10; n++) expect(await open().read(idOf(n))).toBe(`secret ${n}`);
  });

  it("removes the old key even if a secret is written with it meanwhile", async () => {
    const { vault, open, keys } = vaultIn();
    await vault.write(idOf(1), CANARY);
    const [writing, moving, written, rotated] = [createGate(), createGate(), createGate(), createGate()];
    // The second secret's file appears after the rotation has read the folder, and stays until the rotation ends.
    meanwhile("rename", "before", idOf(1), () => {
      moving.open();
      return written.opened;
    });
    meanwhile("rename", "before", idOf(2), () => {
      writing.open();
      return moving.opened;
    });
    meanwhile("rename", "after", idOf(2), () => {
      written.open();
      return rotated.opened;
    });
    const writes = open().write(idOf(2), "another");
    await writing.opened;
    await vault.rotate();
    rotated.open();
    await writes;
    expect(readdirSync(keys)).toHaveLength(1);
    expect([await vault.read(idOf(1)), await vault.read(idOf(2))]).toEqual([CANARY, "another"]);
  });

  it("loses and restores nothing while others write, read and remove secrets", async () => {
    const { open, vault, keys } = vaultIn();
    for (let n = 0; n < 40; n++) await vault.write(idOf(n), `secret ${n}`);
    const [a, b, writer, remover] = [open(), open(), open(), open()];
    const rotations = async (one: typeof a) => {
      for (let n = 0; n < 4; n++) await one.rotate();
    };
    await Promise.all([
      rotations(a),
      rotations(b),
      (async () => {
        for (let n = 40; n < 80; n++) await writer.write(idOf(n), `secret ${n}`);
      })(),
      (async () => {
        for (let n = 0; n < 20; n++) await remover.remove(idOf(n));
      })(),
      (async () => {
        for (let n = 20; n < 40; n++) expect(await open().read(idOf(n))).toBe(`secret ${n}`);
      })(),
    ]);
    for (let n = 0; n < 20; n++) expect(await open().read(idOf(n)), `${n} was removed`).toBeUndefined();
    for (let n = 20; n < 80; n++) expect(await open().read(idOf(n)), `${n} is there`).toBe(`secret ${n}`);
    await open().rotate();
    expect(await open().count()).toEqual({ secrets: 60, unreadable: 0 });
    expect(readdirSync(keys)).toHaveLength(1);
  });

  it("does not change unreadable secrets and reports their number", async () => {
    const { vault, secretFile } = vaultIn();
    for (let n = 0; n < 3; n++) await vault.write(idOf(n), `secret ${n}`);
    truncateSync(secretFile(idOf(1)), 40);
    expect(await vault.count()).toEqual({ secrets: 3, unreadable: 1 });
    expect(await vault.rotate()).toMatchObject({ secrets: 2, unreadable: 1 });
    expect(await vault.read(idOf(2))).toBe("secret 2");
    await expect(vault.read(idOf(1))).rejects.toThrow("damaged");
  });

  it("creates a new key if the key is lost, and stores secrets again", async () => {
    const { open, vault, keys } = vaultIn();
    await vault.write(idOf(1), CANARY);
    rmSync(keys, { recursive: true });
    expect((await open().trouble())?.reason).toContain("its key is missing from the configuration folder");
    await expect(open().read(idOf(1))).rejects.toThrow("or is the wrong one");
    await expect(open().write(idOf(2), "x")).rejects.toThrow("or is the wrong one");
    expect(await open().rotate()).toEqual({ secrets: 0, unreadable: 1, keyIn: "file" });
    await open().write(idOf(2), "again");
    expect(await open().read(idOf(2))).toBe("again");
    await expect(open().read(idOf(1))).rejects.toThrow("the key that encrypts it is lost");
  });

  it("repairs a damaged or missing vault.json without losing a secret", async () => {
    const { open, vault, inside } = vaultIn();
    await vault.write(idOf(1), CANARY);
    for (const damage of [
      () => writeFileSync(join(inside, "vault.json"), "{"),
      () => rmSync(join(inside, "vault.json")),
    ]) {
      damage();
      expect((await open().trouble())?.reason).toMatch(/vault.json is (damaged|missing)/);
      expect(await open().read(idOf(1))).toBe(CANARY);
      await expect(open().write(idOf(2), "x")).rejects.toThrow(/vault.json is (damaged|missing)/);
      expect(await open().rotate()).toMatchObject({ secrets: 1, unreadable: 0 });
      expect(await open().trouble()).toBeUndefined();
      expect(await open().read(idOf(1))).toBe(CANARY);
    }
  });

  it("removes the leftovers of other processes after an hour", async () => {
    const { vault, inside } = vaultIn();
    await vault.write(idOf(1), CANARY);
    await vault.write(idOf(2), "x");
    await vault.remove(idOf(2));
    writeFileSync(join(inside, ".0123456789abcdef.new"), "half");
    const left = () => readdirSync(inside).filter((name) => /gone$|new$/.test(name));
    await vault.resume();
    expect(left()).toHaveLength(2);
    for (const name of left()) utimesSync(join(inside, name), 0, 0);
    await vault.resume();
    expect(left()).toEqual([]);
    expect(await vault.read(idOf(1))).toBe(CANARY);
  });
});

describe("a key file", () => {
  it("must not be inside the vault: the group does not start with that configuration", async () => {
    const place = folder();
    const { logged } = await openGateway({ config: { vault: { folder: place, keys: join(place, "keys") } } });
    expect(JSON.stringify(logged)).toContain('\\"vault.keys\\" must not be inside \\"vault.folder\\"');
  });

  it("that other users can read is rejected", async () => {
    const { vault, keys, open } = vaultIn();
    await vault.write(idOf(1), CANARY);
    const path = join(keys, readdirSync(keys)[0] as string);
    chmodSync(path, 0o644);
    await expect(open().read(idOf(1))).rejects.toThrow("the file of its key can be read by other users");
    await expect(open().rotate()).rejects.toThrow("the file of its key can be read by other users");
    chmodSync(path, 0o600);
    expect(await open().read(idOf(1))).toBe(CANARY);
  });

  it("of another vault does not open this vault", async () => {
    const [one, two] = [vaultIn(), vaultIn()];
    await one.vault.write(idOf(1), "one");
    await two.vault.write(idOf(1), "two");
    const [mine, others] = [
      join(one.keys, readdirSync(one.keys)[0] as string),
      join(two.keys, readdirSync(two.keys)[0] as string),
    ];
    copyFileSync(others, mine);
    await expect(one.open().read(idOf(1))).rejects.toThrow("or is the wrong one");
  });
});

describe("a gateway whose vault has the wrong key", () => {
  it("reports it at the start and in its status, and still lists connections", async () => {
    const first = await openGateway();
    await first.connect();
    vi.stubEnv("OUTSIDE_TOKEN", "outside");
    await first.connect({ connection: "outside", secretRef: "env:OUTSIDE_TOKEN" });
    await first.stop();
    const [key = ""] = first.keyFiles();
    const away = join(first.place, "away");
    renameSync(key, away);
    writeFileSync(key, `${Buffer.alloc(32, 7).toString("base64url")}\n`, { mode: 0o600 });

    const { place, storage } = first;
    const second = await openGateway({ place, storage });
    await expect
      .poll(() => second.logged.some(({ message }) => message.includes("The vault cannot be used")))
      .toBe(true);
    expect((await second.post("connections.list")).total).toBe(2);
    expect(await second.reveal({ connection: "outside" })).toBe("outside");
    await expect(second.reveal({ connection: "main" })).rejects.toMatchObject({
      code: "credentials.backend_unavailable",
      status: 503,
      message: expect.stringContaining("its key is missing from the configuration folder or is the wrong one"),
    });
    const { backends } = await second.post("backends");
    expect(backends[1]).toMatchObject({ name: "vault", works: false, reason: expect.stringContaining("its key") });
    const created = await second.ask("connections.create", {
      provider: "github",
      connection: "new",
      secret: "x",
      backend: "vault",
    });
    expect(created.status).toBe(503);

    rmSync(key);
    renameSync(away, key);
    expect(await second.reveal({ connection: "main" })).toBe(CANARY);
  });

  it("creates a new key on rotation, and a rotated connection works again", async () => {
    const { connect, post, reveal, keyFiles, types } = await openGateway();
    await connect();
    for (const path of keyFiles()) rmSync(path);
    expect((await post("vault.rotate", { execute: false })).plan).toMatchObject({ secrets: 1, unreadable: 1 });
    expect(await post("vault.rotate", { execute: true })).toEqual({ secrets: 0, unreadable: 1, keyIn: "file" });
    await expect(reveal({ connection: "main" })).rejects.toMatchObject({ code: "credentials.secret_unreadable" });
    expect((await post("connections.show", { connection: "main" })).connection.statusReason).toBe("secret_unreadable");
    await post("connections.rotate", { connection: "main", secret: "again" });
    expect(await reveal({ connection: "main" })).toBe("again");
    expect(types()).toContain("vault.rotated");
  });

  it("creates at most two keys for concurrent rotations and emits an event for each", async () => {
    const { connect, post, reveal, keyFiles, types } = await openGateway();
    for (let n = 0; n < 20; n++) await connect({ connection: `c${n}` });
    const rotate = () => post("vault.rotate", { execute: true });
    const answers = await Promise.all(Array.from({ length: 16 }, rotate));
    expect(answers).toEqual(Array(16).fill({ secrets: 20, unreadable: 0, keyIn: "file" }));
    expect(types().filter((type) => type === "vault.rotated").length).toBeLessThanOrEqual(2);
    expect(types()).toContain("vault.rotated");
    expect(keyFiles()).toHaveLength(1);
    for (let n = 0; n < 20; n++) expect(await reveal({ connection: `c${n}` })).toBe(CANARY);
  });

  it("reports a truncated secret, which a rotation of the connection replaces", async () => {
    const { connect, post, reveal, secretFiles } = await openGateway();
    await connect();
    truncateSync(secretFiles()[0] as string, 50);
    await expect(reveal({ connection: "main" })).rejects.toMatchObject({
      code: "credentials.secret_unreadable",
      message: expect.stringContaining("its file in the vault is damaged"),
    });
    await post("connections.rotate", { connection: "main", secret: "again" });
    expect(await reveal({ connection: "main" })).toBe("again");
  });

  it("reports an error of the disk and changes nothing", async () => {
    const { place, ask, post } = await openGateway();
    mkdirSync(join(place, "data"));
    writeFileSync(join(place, "data", "vault"), "a file in its place");
    const reply = await ask("connections.create", { provider: "github", connection: "main", secret: CANARY });
    expect(reply).toMatchObject({ status: 503, body: { code: "credentials.backend_unavailable", backend: "vault" } });
    expect(JSON.stringify(reply.body)).not.toContain(place);
    expect((await post("connections.list")).total).toBe(0);
  });
});
