import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBlobFiles } from "../../../plugins/cli/src/blob-files.ts";
import { openDevFolder } from "../../../plugins/cli/src/dev/dev-folder.ts";
import type { Settings } from "../../../plugins/cli/src/settings.ts";
import { openBlobs as openPostgres } from "../../../storage-drivers/postgres/src/blobs/index.ts";
import { openBlobs as openS3 } from "../../../storage-drivers/s3/src/index.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { newUser } from "../../surfaces/postern.ts";
import { type Cluster, startCluster } from "../postgres/cluster.ts";
import { s3Key, s3Variables } from "./s3-keys.ts";
import { type S3Server, startS3Server } from "./s3-server.ts";
import { isComplete } from "./values.ts";

type User = ReturnType<typeof newUser>;

/** Runs a command with these variables, which must succeed, and returns its JSON. */
async function succeeded(user: User, env: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await user.runWith(env, "", ...args, "--json");
  expect([code, err]).toEqual([0, expect.any(String)]);
  return JSON.parse(out);
}

/** Publishes a widget, whose files are large values. */
function publish(user: User, env: Record<string, string>, files = 2) {
  const folder = join(user.home, "clock");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "widget.html"),
    "<!doctype html><html><head><title>Clock</title></head><body>12:00</body></html>",
  );
  for (let n = 1; n < files; n++) writeFileSync(join(folder, `${n}.txt`), `${n} `.repeat(100_000));
  return succeeded(user, env, "widgets", "publish", "--dir", "clock", "--execute");
}

describe("the setting of large values", () => {
  it("is refused with an access key in its URL, wherever it is set, which is not repeated", async () => {
    const user = newUser();
    const blobs = "s3:https://somebody:hidden@s3.example/bucket";
    const byFlag = await user.run("init", "--blobs", blobs);
    const byVariable = await user.runWith({ POSTERN_BLOBS: blobs }, "", "init");
    user.configure({ blobs });
    const byFile = await user.run("init");
    for (const { code, out, err } of [byFlag, byVariable, byFile]) {
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain("access key");
      expect(err).not.toContain("hidden");
    }
  });

  it("is the database of the store by default, and shown without a password", async () => {
    const user = newUser();
    const store = "postgres://somebody:hidden@db.example/store";
    const shown = async (...args: string[]) => {
      const { out } = await user.run("config", "show", "--json", ...args);
      expect(out).not.toContain("hidden");
      return JSON.parse(out).settings.find(({ name }: { name: string }) => name === "blobs");
    };
    expect(await shown()).toEqual({ name: "blobs", value: "files", source: "default" });
    expect(await shown("--store", store)).toMatchObject({ value: "postgres://db.example/store", source: "default" });
    expect(await shown("--store", store, "--blobs", "files")).toMatchObject({ value: "files", source: "--blobs" });
    const other = "postgres://you:hidden@other.example/values";
    expect(await shown("--blobs", other)).toMatchObject({ value: "postgres://other.example/values" });
    expect(await user.run("init", "--blobs", "postgres:")).toMatchObject({ code: 2 });
  });
});

describe.skipIf(!has("swift"))("a gateway with large values in S3 (needs python3-swift)", () => {
  let server: S3Server;
  let bucket: string;
  let count = 0;
  beforeAll(async () => {
    server = await startS3Server();
    bucket = await server.createBucket("values");
  });
  afterAll(() => server.stop());

  /** A prefix of its own. */
  function place() {
    const url = `${bucket}/store-${++count}`;
    return { blobs: openS3({ url, ...s3Key }), env: { POSTERN_BLOBS: `s3:${url}`, ...s3Variables } };
  }

  it("writes them there and into backups, and restores them into any other place", async () => {
    const { blobs, env } = place();
    const user = newUser();
    await user.runWith(env, "", "init");
    await publish(user, env);
    expect(existsSync(join(user.data, "blobs"))).toBe(false);
    const keys = await blobs.getKeys("widgets");
    expect(keys.length).toBeGreaterThanOrEqual(2);
    const { path, blobs: saved } = await succeeded(user, env, "service", "backup");
    expect(saved).toBe(keys.length);

    const other = newUser();
    const restore = ["restore", join(user.data, path), "--accept-signer"];
    const { err } = await other.run(...restore, "unknown");
    const signer = /SHA256:[\w+/-]+/.exec(err)?.[0] as string;
    expect(await succeeded(other, {}, ...restore, signer)).toMatchObject({ blobs: keys.length });
    const restored = openBlobFiles({ data: other.data });
    expect((await restored.getKeys()).sort()).toEqual([...keys].sort());
    for (const key of keys) expect(isComplete(key, await restored.getItemRaw(key))).toBe(true);

    const third = place();
    const last = newUser();
    expect(await succeeded(last, third.env, ...restore, signer)).toMatchObject({ blobs: keys.length });
    expect((await third.blobs.getKeys()).sort()).toEqual([...keys].sort());
  });

  it("restores nothing if they cannot be reached", async () => {
    const { env } = place();
    const user = newUser();
    await user.runWith(env, "", "init");
    await publish(user, env);
    const { path } = await succeeded(user, env, "service", "backup");
    const nowhere = { ...s3Variables, POSTERN_BLOBS: `s3:http://127.0.0.1:${server.port}/nothing` };
    const { code, err } = await user.runWith(nowhere, "", "restore", path, "--force");
    expect([code, err]).toEqual([1, expect.stringContaining('The bucket "nothing" does not exist')]);
    expect(readdirSync(user.data).filter((name) => name.startsWith("store"))).toEqual(["store"]);
  });

  it("does not start on values of another store, with a wrong key or without a bucket", async () => {
    const { env } = place();
    const [user, other] = [newUser(), newUser()];
    for (const one of [user, other]) await one.runWith(env, "", "init");
    const served = await user.serve("serve", [], env);
    served.child.kill("SIGTERM");
    await served.ended;
    const serve = async (one: User, changed: Record<string, string>) => {
      const { code, err } = await one.runWith({ ...env, ...changed }, "", "serve", "--port", "0");
      expect(err).not.toMatch(/hidden|testing/);
      return [code, err];
    };
    expect(await serve(other, {})).toEqual([5, expect.stringContaining("belong to another store")]);
    const wrong = { POSTERN_S3_SECRET_ACCESS_KEY: "hidden" };
    expect(await serve(user, wrong)).toEqual([1, expect.stringContaining("SignatureDoesNotMatch")]);
    const half = { POSTERN_S3_SECRET_ACCESS_KEY: "" };
    expect(await serve(user, half)).toEqual([2, expect.stringContaining("must both be set")]);
    const none = { POSTERN_S3_ACCESS_KEY_ID: "", POSTERN_S3_SECRET_ACCESS_KEY: "" };
    expect(await serve(user, none)).toEqual([1, expect.stringContaining("require an access key")]);
    const missing = { POSTERN_BLOBS: `s3:http://127.0.0.1:${server.port}/nothing` };
    expect(await serve(user, missing)).toEqual([1, expect.stringContaining('The bucket "nothing" does not exist')]);
    const again = await user.serve("serve", [], env);
    again.child.kill("SIGTERM");
    expect((await again.ended).code).toBe(0);
  });

  it("is not one in development, unless a flag asks for it", async () => {
    const user = newUser();
    user.configure({});
    const env = { ...s3Variables, POSTERN_BLOBS: `s3:http://127.0.0.1:${server.port}/nothing` };
    const { ended, child } = await user.serve("dev", ["--data", join(user.home, "dev")], env);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    const settings = { data: user.data, blobs: env.POSTERN_BLOBS } as Settings;
    const { resolve, remove } = await openDevFolder(settings, {});
    expect(resolve(settings)).toMatchObject({ store: "memory", blobs: "files" });
    remove();
    const named = { data: join(user.home, "dev"), blobs: env.POSTERN_BLOBS };
    expect((await openDevFolder(settings, named)).resolve(settings).blobs).toBe(env.POSTERN_BLOBS);
  });

  it("moves them with migrate, which can be repeated after it was killed", async () => {
    const { blobs, env } = place();
    const user = newUser();
    await user.run("init");
    await publish(user, {}, 30);
    const keys = await openBlobFiles({ data: user.data }).getKeys();
    const args = ["migrate", "--blobs-to", env.POSTERN_BLOBS];
    const { child, ended } = user.launch(args, s3Variables);
    await until(async () => expect((await blobs.getKeys()).length).toBeGreaterThanOrEqual(3));
    child.kill("SIGKILL");
    await ended;
    const before = await blobs.getKeys();
    for (const key of before) expect(isComplete(key, await blobs.getItemRaw(key))).toBe(true);
    expect(before.length).toBeLessThan(keys.length);
    expect(await succeeded(user, s3Variables, ...args)).toEqual({ blobs: keys.length, damagedBlobs: [] });
    expect((await blobs.getKeys()).sort()).toEqual([...keys].sort());
    const { code, err } = await user.runWith(env, "", ...args);
    expect([code, err]).toEqual([2, expect.stringContaining("already at")]);
  });

  it("names values that are damaged, and copies the others", async () => {
    const { blobs, env } = place();
    const user = newUser();
    await user.run("init");
    await publish(user, {}, 3);
    const [first, ...others] = await openBlobFiles({ data: user.data }).getKeys();
    writeFileSync(join(user.data, "blobs", ...(first as string).split(":")), "damaged");
    const { code, out } = await user.runWith(s3Variables, "", "migrate", "--blobs-to", env.POSTERN_BLOBS, "--json");
    expect([code, JSON.parse(out)]).toEqual([1, { blobs: others.length, damagedBlobs: [first] }]);
    expect((await blobs.getKeys()).sort()).toEqual([...others].sort());
  });
});

describe.skipIf(!has("postgresql"))("gateways on one PostgreSQL (needs postgresql)", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.stop());

  it("share their large values, without a setting", async () => {
    const env = { POSTERN_STORE: cluster.database() };
    const [one, other] = [newUser(), newUser()];
    const key = (await one.runWith(env, "", "init")).out.trim();
    expect((await other.runWith({ ...env, POSTERN_TOKEN: key }, "", "init")).code).toBe(0);
    const gateways = await Promise.all([one, other].map((user) => user.serve("serve", [], env)));
    await publish(one, { ...env, POSTERN_TOKEN: key });
    for (const [at, user] of [one, other].entries()) {
      const token = { ...env, POSTERN_TOKEN: key };
      const { url } = await succeeded(user, token, "widgets", "link", "--ref", "org/clock");
      const read = async (path: string) => (await fetch(new URL(path, gateways[at]?.url))).text();
      const frame = await read(new URL(url).pathname);
      expect(await read(/ src="([^"]+)"/.exec(frame)?.[1] as string)).toContain("12:00");
    }
    expect(existsSync(join(one.data, "blobs"))).toBe(false);
    for (const { child, ended } of gateways) {
      child.kill("SIGTERM");
      expect((await ended).code).toBe(0);
    }
  });

  it("get the large values of a data folder when its store is migrated to it", async () => {
    const url = cluster.database();
    const user = newUser();
    await user.run("init");
    await publish(user, {}, 3);
    const keys = await openBlobFiles({ data: user.data }).getKeys();
    const migrated = await succeeded(user, {}, "migrate", "--from", "lmdb:store", "--to", url);
    expect(migrated).toMatchObject({ damaged: [], blobs: keys.length, damagedBlobs: [] });
    expect((await openPostgres({ url }).getKeys()).sort()).toEqual([...keys].sort());
    await user.run("init", "--store", url);
    expect(await succeeded(user, { POSTERN_STORE: url }, "service", "backup")).toMatchObject({ blobs: keys.length });
  });
});
