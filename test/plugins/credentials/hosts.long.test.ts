import { rmSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import type { Provider } from "@postern/credentials/services";
import service from "@postern/service";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { type Cluster, startCluster } from "../../storage-drivers/postgres/cluster.ts";
import { CANARY, filesIn, spellings, textOf } from "./gateway.ts";
import { copyKeys, keyNames, openHosts } from "./hosts.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const main = { connection: "main" };

describe.skipIf(!has("postgresql"))("two hosts with the vault in the store", () => {
  it("use, rotate and remove each other's secrets", async () => {
    const { alpha, beta, stored } = await openHosts(cluster);
    const created = await alpha.connect();
    expect(created).not.toHaveProperty("host");
    copyKeys(alpha, beta);
    expect([await alpha.reveal(main), await beta.reveal(main)]).toEqual([CANARY, CANARY]);
    await beta.post("connections.rotate", { ...main, secret: "second" });
    expect([await alpha.reveal(main), await beta.reveal(main)]).toEqual(["second", "second"]);
    expect(stored().match(/nonce/g)).toHaveLength(1);
    await alpha.post("connections.remove", { ...main, execute: true });
    await expect(beta.reveal(main)).rejects.toMatchObject({ code: "credentials.connection_not_found" });
    expect(stored()).not.toContain("nonce");
    for (const host of [alpha, beta]) expect(filesIn(join(host.place, "data"))).toEqual([]);
  });

  it("name the file and the host of a missing key, and change nothing without it", async () => {
    const asked: string[] = [];
    const check: Provider["check"] = (secret) => ({ ok: asked.push(secret.reveal()) > 0 }) as never;
    const providers = [{ id: "github", label: "GitHub", check }];
    const { alpha, beta } = await openHosts(cluster, { providers, plugins: () => [service()] });
    await alpha.connect();
    const [file = ""] = keyNames(alpha);
    const missing = {
      code: "credentials.vault_key_missing",
      status: 503,
      message: expect.stringMatching(new RegExp(`"beta".*${file}.*"alpha"`)),
    };
    await expect(beta.reveal(main)).rejects.toMatchObject(missing);
    expect(await beta.shop.secrets().isHere(main)).toBe(false);
    for (const [id, body] of [
      ["connections.check", { ...main, execute: true }],
      ["connections.create", { provider: "github", connection: "other", secret: "x" }],
      ["connections.rotate", { ...main, secret: "x" }],
      ["vault.rotate", {}],
    ] as const)
      expect((await beta.ask(id, body)).body, id).toMatchObject({ code: missing.code, hosts: ["alpha"], file });
    const { backends } = await beta.post("backends");
    expect(backends[1]).toMatchObject({
      name: "vault",
      works: false,
      place: "store",
      fix: expect.stringContaining(file),
    });
    const found = async (host: typeof alpha) =>
      (await host.call("service.doctor")).findings.map(({ id }: { id: string }) => id);
    expect(await found(beta)).toContain("credentials.vault_key_missing");
    expect(await found(alpha)).not.toContain("credentials.vault_key_missing");
    expect((await alpha.post("connections.show", main)).connection).not.toHaveProperty("statusReason");
    expect(await alpha.reveal(main)).toBe(CANARY);
    expect(alpha.types().filter((type) => type === "connection.updated")).toEqual([]);
    copyKeys(alpha, beta);
    expect(await beta.shop.secrets().isHere(main)).toBe(true);
    expect(await beta.post("connections.check", { ...main, execute: true })).toEqual({ ok: true });
    expect(asked).toEqual([CANARY]);
  });

  it("use a new key once both have it, and remove the former one", async () => {
    const { alpha, beta, stored } = await openHosts(cluster, { plugins: () => [service()] });
    await alpha.connect();
    copyKeys(alpha, beta);
    const former = keyNames(alpha);
    // Alpha learns that beta has the key.
    await until(() => expect(stored().match(/"host":"beta","keys":\["[0-9a-f]{32}"\]/)).not.toBeNull());
    const { keyFile, ...rotated } = await alpha.post("vault.rotate", {});
    expect(rotated).toEqual({ secrets: 0, unreadable: 0, keyIn: "file", waitingFor: ["beta"] });
    expect(keyNames(alpha)).toEqual([...former, keyFile].sort());
    expect(await beta.post("vault.rotate", {})).toEqual({ ...rotated, keyFile });
    const { findings } = await beta.call("service.doctor");
    expect(findings.find(({ id }: { id: string }) => id === "credentials.vault_rotation_waits")).toMatchObject({
      evidence: expect.stringMatching(new RegExp(`beta.*${keyFile}.*alpha`)),
    });
    await beta.connect({ connection: "meanwhile" });
    for (const host of [alpha, beta])
      expect([await host.reveal(main), await host.reveal({ connection: "meanwhile" })]).toEqual([CANARY, CANARY]);
    copyKeys(alpha, beta);
    await until(() => {
      for (const host of [alpha, beta]) expect(keyNames(host)).toEqual([keyFile]);
    });
    await until(() => expect(alpha.types()).toContain("vault.rotated"));
    for (const host of [alpha, beta]) {
      expect([await host.reveal(main), await host.reveal({ connection: "meanwhile" })]).toEqual([CANARY, CANARY]);
      expect(host.types().filter((type) => type === "vault.rotated")).toHaveLength(1);
      expect(host.types()).not.toContain("connection.updated");
    }
    const { data } = beta.events.find(({ type }) => type === "credentials.vault.rotated") ?? {};
    expect(data).toEqual({ secrets: 2, unreadable: 0, keyIn: "file" });
  });

  it("replace a leaked key at once, and the other host reads again when it has the new one", async () => {
    const { alpha, beta } = await openHosts(cluster);
    await alpha.connect();
    copyKeys(alpha, beta);
    expect(await beta.reveal(main)).toBe(CANARY);
    expect(await alpha.post("vault.rotate", { now: true })).toEqual({ secrets: 1, unreadable: 0, keyIn: "file" });
    const [file = ""] = keyNames(alpha);
    await expect(beta.reveal(main)).rejects.toMatchObject({ code: "credentials.vault_key_missing", data: { file } });
    copyKeys(alpha, beta);
    expect(await beta.reveal(main)).toBe(CANARY);
    await until(() => expect(keyNames(beta)).toEqual([file]));
  });

  it("leave secrets unreadable whose key all have lost, and store new ones after a rotation", async () => {
    const { alpha, beta } = await openHosts(cluster);
    await alpha.connect();
    rmSync(join(alpha.place, "home"), { recursive: true });
    await expect(alpha.reveal(main)).rejects.toMatchObject({ code: "credentials.backend_unavailable" });
    expect(await alpha.post("vault.rotate", {})).toEqual({ secrets: 0, unreadable: 1, keyIn: "file" });
    await alpha.post("connections.rotate", { ...main, secret: "again" });
    copyKeys(alpha, beta);
    expect([await alpha.reveal(main), await beta.reveal(main)]).toEqual(["again", "again"]);
  });

  it("never write a secret to the store, an event, an error, the log or a file", async () => {
    const { alpha, beta, stored } = await openHosts(cluster);
    await alpha.connect();
    const errors = [await beta.reveal(main).catch((error: unknown) => inspect(error, { depth: 9, showHidden: true }))];
    copyKeys(alpha, beta);
    await beta.post("connections.rotate", { ...main, secret: CANARY });
    await alpha.post("vault.rotate", { now: true });
    errors.push(await beta.reveal(main).catch((error: unknown) => inspect(error, { depth: 9, showHidden: true })));
    copyKeys(alpha, beta);
    const whileInStore = stored();
    expect(whileInStore).toContain("nonce");
    await beta.post("vault.move", { to: "folder", execute: true });
    errors.push(await alpha.reveal(main).catch((error: unknown) => inspect(error, { depth: 9, showHidden: true })));
    expect(await beta.reveal(main)).toBe(CANARY);
    const everything = {
      store: whileInStore + stored(),
      errors: errors.join(),
      events: JSON.stringify([...alpha.events, ...beta.events]),
      logged: inspect([alpha.logged, beta.logged], { depth: 20, maxStringLength: null }),
      files: textOf([...filesIn(alpha.place), ...filesIn(beta.place)]),
    };
    expect(everything.errors).toContain("credentials.secret_elsewhere");
    for (const [where, text] of Object.entries(everything))
      for (const spelled of spellings(CANARY))
        expect(text.includes(spelled), `${where} contains ${spelled}`).toBe(false);
  });
});

describe.skipIf(!has("postgresql"))("a vault that is moved", () => {
  it("from a folder to the store can be used by the other host", async () => {
    const { alpha, beta } = await openHosts(cluster, { vault: { place: "folder" } });
    for (let n = 0; n < 3; n++) await alpha.connect({ connection: `c${n}`, secret: `secret ${n}` });
    await beta.connect({ connection: "of-beta" });
    const planned = await alpha.post("vault.move", { to: "store" });
    expect(planned.plan).toMatchObject({ secrets: 3, host: "alpha" });
    expect(await alpha.post("vault.move", { to: "store", execute: true })).toEqual({ moved: 3, left: 0 });
    expect([alpha.secretFiles(), beta.secretFiles().length]).toEqual([[], 1]);
    copyKeys(alpha, beta);
    for (let n = 0; n < 3; n++)
      for (const host of [alpha, beta]) {
        expect(await host.reveal({ connection: `c${n}` })).toBe(`secret ${n}`);
        expect((await host.post("connections.show", { connection: `c${n}` })).connection).not.toHaveProperty("host");
      }
    expect(await alpha.post("vault.move", { to: "store", execute: true })).toEqual({ moved: 0, left: 0 });
    expect(await beta.post("vault.move", { to: "store", execute: true })).toEqual({ moved: 1, left: 0 });
    expect(await alpha.reveal({ connection: "of-beta" })).toBe(CANARY);
  });

  it("from the store to a folder can be used by its host only", async () => {
    const { alpha, beta, stored } = await openHosts(cluster);
    await alpha.connect();
    copyKeys(alpha, beta);
    expect(await beta.post("vault.move", { to: "folder", execute: true })).toEqual({ moved: 1, left: 0 });
    expect(stored()).not.toContain("nonce");
    expect((await alpha.post("connections.show", main)).connection.host).toBe("beta");
    expect(await beta.reveal(main)).toBe(CANARY);
    await expect(alpha.reveal(main)).rejects.toMatchObject({ code: "credentials.secret_elsewhere" });
    expect(await beta.post("vault.move", { to: "store", execute: true })).toEqual({ moved: 1, left: 0 });
    expect(await alpha.reveal(main)).toBe(CANARY);
    // An older rotation could remove the file again.
    expect(await beta.post("vault.move", { to: "folder", execute: true })).toEqual({ moved: 0, left: 1 });
    expect(await alpha.reveal(main)).toBe(CANARY);
  });
});

describe.skipIf(!has("postgresql"))("two hosts with a vault in a folder each", () => {
  const vault = { place: "folder" };

  it("report whose secret it is, and never change the status of the connection", async () => {
    const check: Provider["check"] = async () => ({ ok: true });
    const { alpha, beta } = await openHosts(cluster, { vault, providers: [{ id: "github", label: "GitHub", check }] });
    expect(await alpha.connect()).toMatchObject({ host: "alpha" });
    const elsewhere = { code: "credentials.secret_elsewhere", status: 503 };
    for (let n = 0; n < 3; n++) {
      await expect(beta.reveal(main)).rejects.toMatchObject({ ...elsewhere, data: { host: "alpha", here: "beta" } });
      expect(await alpha.reveal(main)).toBe(CANARY);
    }
    const { status, body } = await beta.ask("connections.check", { ...main, execute: true });
    expect({ status, code: body.code }).toEqual({ code: elsewhere.code, status: 503 });
    expect(await alpha.post("connections.check", { ...main, execute: true })).toEqual({ ok: true });
    expect([await alpha.shop.secrets().isHere(main), await beta.shop.secrets().isHere(main)]).toEqual([true, false]);
    expect((await beta.post("connections.list")).connections).toMatchObject([{ host: "alpha", status: "active" }]);
    expect(new Set(alpha.types())).toEqual(new Set(["connection.created", "connection.used", "connection.checked"]));
  });

  it("have the secret where it was rotated, and remove only their own", async () => {
    const { alpha, beta } = await openHosts(cluster, { vault });
    await alpha.connect();
    const rotated = await beta.post("connections.rotate", { ...main, secret: "second" });
    expect(rotated.connection).toMatchObject({ host: "beta" });
    expect(await beta.reveal(main)).toBe("second");
    await expect(alpha.reveal(main)).rejects.toMatchObject({ code: "credentials.secret_elsewhere" });
    await until(() => expect(alpha.secretFiles()).toEqual([]));
    await until(async () => expect((await beta.post("backends")).backends[1].leftovers).toBe(0));
    expect(beta.secretFiles()).toHaveLength(1);
  });

  it("keep a secret to be removed until its host removes it", async () => {
    const { alpha, beta, reopen } = await openHosts(cluster, { vault });
    await alpha.connect();
    await alpha.stop();
    await beta.post("connections.remove", { ...main, execute: true });
    await beta.stop();
    expect(alpha.secretFiles()).toHaveLength(1);
    expect(beta.logged.filter(({ level }) => level === "warn")).toEqual([]);
    const again = await reopen("alpha", alpha.place);
    await until(() => expect(again.secretFiles()).toEqual([]));
    await until(async () => expect((await again.post("backends")).backends[1].leftovers).toBe(0));
  });

  it("read and remove each other's secrets if it is the same folder", async () => {
    const { alpha, beta } = await openHosts(cluster, { vault, isSharedFolder: true });
    expect(await alpha.connect()).toMatchObject({ host: "alpha" });
    expect(await beta.reveal(main)).toBe(CANARY);
    await alpha.stop();
    await beta.post("connections.remove", { ...main, execute: true });
    await until(() => expect(beta.secretFiles()).toEqual([]));
  });

  it("find a variable wherever it is set", async () => {
    const { alpha, beta } = await openHosts(cluster);
    vi.stubEnv("HOSTS_TEST_TOKEN", "of the environment");
    expect(await alpha.connect({ secretRef: "env:HOSTS_TEST_TOKEN" })).toMatchObject({ host: "alpha" });
    expect(await beta.reveal(main)).toBe("of the environment");
    vi.stubEnv("HOSTS_TEST_TOKEN", undefined);
    await expect(beta.reveal(main)).rejects.toMatchObject({ code: "credentials.secret_elsewhere" });
    await expect(alpha.reveal(main)).rejects.toMatchObject({ code: "credentials.secret_unreadable" });
    vi.stubEnv("HOSTS_TEST_TOKEN", "again");
    expect(await beta.reveal(main)).toBe("again");
    const { connection } = await alpha.post("connections.show", main);
    expect(connection).toMatchObject({ host: "beta" });
    expect(connection).not.toHaveProperty("statusReason");
    vi.stubEnv("HOSTS_TEST_TOKEN", undefined);
  });
});
