import { cpSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { complete } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { sealedSecrets } from "../../../plugins/credentials/src/collections.ts";
import { until } from "../../run/until.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { filesIn, folder, openGateway } from "./gateway.ts";

const worker = new URL("./processes/worker.mjs", import.meta.url).href;

/** Opens a gateway on what the processes have left, with a clock `shift` milliseconds ahead. */
const open = (place: string, shift = 0, vaultPlace: "folder" | "store" = "folder") => {
  const vault = { place: vaultPlace, folder: join(place, "vault"), keys: join(place, "keys") };
  const storage = lmdb({ path: join(place, "store") }) as never;
  return openGateway({ place, storage, config: { vault, backend: "vault" }, shift });
};

const SECRET = /^sec_[0-9a-f]{24}\.[0-9a-f]{32}$/;
const secretsIn = (place: string) =>
  filesIn(join(place, "vault"))
    .map((path) => basename(path))
    .filter((name) => SECRET.test(name));

/** The names of the keys of all secrets in the store. */
async function keysIn(storage: object): Promise<string[]> {
  const store = await complete(storage as never);
  const { head } = sealedSecrets as unknown as { head: string };
  const found = await store.range({ start: `${head}!`, end: `${head}"`, limit: 1_000 });
  return found.map(({ value }) => JSON.parse(value).d.key);
}

/** Expects that each connection has its secret and that there are no other secrets. */
async function expectWhole({ post, reveal }: Awaited<ReturnType<typeof open>>, place: string): Promise<number> {
  const { connections } = await post("connections.list", { limit: "500" });
  for (const { id, connection } of connections)
    expect(await reveal({ connection: id })).toBe(`secret of ${connection}`);
  await until(() => expect(secretsIn(place)).toHaveLength(connections.length));
  return connections.length;
}

describe("several processes with one vault", () => {
  it("write, read and rotate its key concurrently without losing a secret", async () => {
    const place = folder();
    const all = ["create", "create", "rotate"].map((work) => start(worker, work, place, work === "rotate" ? 6 : 25));
    expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    const fixture = await open(place);
    expect(await expectWhole(fixture, place)).toBe(50);
    await fixture.post("vault.rotate", { execute: true });
    expect(readdirSync(join(place, "keys"))).toHaveLength(1);
    expect(await expectWhole(fixture, place)).toBe(50);
  });
});

describe("a process that is killed at every step", () => {
  it("of a rotation of the vault's key loses no secret, and the next start resumes it", async () => {
    const place = folder();
    expect(await start(worker, "create", place, 3).ended).toBe(0);
    let step = 1;
    for (let done = false; !done; step++) {
      done = (await start(worker, "rotate", place, 1, step).ended) === 0;
      const fixture = await open(place);
      expect(await expectWhole(fixture, place), `step ${step}`).toBe(3);
      await until(() => expect(new Set(secretsIn(place).map((name) => name.split(".")[1])).size).toBe(1));
      await fixture.stop();
    }
    expect(step).toBeGreaterThan(12);
    const fixture = await open(place);
    await fixture.post("vault.rotate", { execute: true });
    expect(await expectWhole(fixture, place)).toBe(3);
  });

  it("of creating connections leaves each complete or absent, and no unused secret", async () => {
    let step = 1;
    for (let done = false; !done; step++) {
      const place = folder();
      done = (await start(worker, "create", place, 2, step).ended) === 0;
      const fixture = await open(place, 11 * 60_000);
      await until(async () => {
        const { backends } = await fixture.post("backends");
        expect(backends.find(({ name }: { name: string }) => name === "vault").leftovers).toBe(0);
      });
      const made = await expectWhole(fixture, place);
      expect(made).toBeLessThanOrEqual(2);
      if (done) expect(made).toBe(2);
      await fixture.stop();
    }
    expect(step).toBeGreaterThan(12);
  });

  it("of rotating a connection leaves it with one of its secrets", async () => {
    const connected = folder();
    const before = await open(connected);
    await before.connect({ secret: "secret 0" });
    await before.stop();
    let step = 1;
    for (let done = false; !done; step++) {
      const place = folder();
      cpSync(connected, place, { recursive: true });
      done = (await start(worker, "renew", place, 1, step).ended) === 0;
      const fixture = await open(place, 11 * 60_000);
      const secret = await fixture.reveal({ connection: "main" });
      expect(["secret 0", "secret 1"], `step ${step}`).toContain(secret);
      if (done) expect(secret).toBe("secret 1");
      await until(() => expect(secretsIn(place)).toHaveLength(1));
      await fixture.stop();
    }
    expect(step).toBeGreaterThan(12);
  });
});

describe("a process with its vault in the store that is killed at every step", () => {
  const inStore = (place: string) => open(place, 0, "store");
  /** Expects that each connection has its secret, that no other secret is stored and none is in a file. */
  async function expectStored({ post, reveal, storage }: Awaited<ReturnType<typeof open>>, place: string) {
    const { connections } = await post("connections.list", { limit: "500" });
    for (const { id, connection } of connections)
      expect(await reveal({ connection: id })).toBe(`secret of ${connection}`);
    expect(await keysIn(storage)).toHaveLength(connections.length);
    expect(secretsIn(place)).toEqual([]);
    return connections.length;
  }

  it("of creating connections leaves each complete or absent, and no unused secret", async () => {
    let step = 1;
    for (let done = false; !done; step++) {
      const place = folder();
      done = (await start(worker, "create@store", place, 2, step).ended) === 0;
      const fixture = await inStore(place);
      const made = await expectStored(fixture, place);
      if (done) expect(made).toBe(2);
      await fixture.stop();
    }
    expect(step).toBeGreaterThan(6);
  });

  it("of a rotation of the key loses no secret, and the next start resumes it", async () => {
    const place = folder();
    expect(await start(worker, "create@store", place, 3).ended).toBe(0);
    let step = 1;
    for (let done = false; !done; step++) {
      done = (await start(worker, "rotate@store", place, 1, step).ended) === 0;
      const fixture = await inStore(place);
      expect(await expectStored(fixture, place), `step ${step}`).toBe(3);
      await until(async () => expect(new Set(await keysIn(fixture.storage)).size).toBe(1));
      await fixture.stop();
    }
    expect(step).toBeGreaterThan(12);
    const fixture = await inStore(place);
    expect(await fixture.post("vault.rotate", {})).toEqual({ secrets: 3, unreadable: 0, keyIn: "file" });
    expect(await expectStored(fixture, place)).toBe(3);
  });

  it("of a move to the store or to a folder loses no secret, and the next move completes it", async () => {
    const killed = async (to: "folder" | "store") => {
      const before = folder();
      expect(await start(worker, `create@${to === "store" ? "folder" : "store"}`, before, 1).ended).toBe(0);
      let step = 1;
      for (let done = false; !done; step++) {
        const place = folder();
        cpSync(before, place, { recursive: true });
        done = (await start(worker, `move@${to}`, place, 1, step).ended) === 0;
        // With a later clock, a file whose move was interrupted is removed first.
        const fixture = await open(place, step % 2 === 0 ? 11 * 60_000 : 0, to);
        const [{ connection }] = (await fixture.post("connections.list")).connections;
        const expectSecret = async () =>
          expect(await fixture.reveal({ connection }), `${to} ${step}`).toBe(`secret of ${connection}`);
        await expectSecret();
        // A removal that was interrupted is tried again after a minute.
        await fixture.advance(61_000);
        await until(async () => {
          const { left } = await fixture.post("vault.move", { to, execute: true });
          const counts = [secretsIn(place).length, (await keysIn(fixture.storage)).length];
          const isLeft = to === "folder" && step % 2 === 0 && left === 1;
          expect(counts, `${to} ${step}`).toEqual(to === "store" || isLeft ? [0, 1] : [1, 0]);
        });
        await expectSecret();
        await fixture.stop();
      }
      return step;
    };
    for (const steps of await Promise.all([killed("store"), killed("folder")])) expect(steps).toBeGreaterThan(8);
  });
});
