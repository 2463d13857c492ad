import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import context from "@postern/context";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { newUser } from "./postern.ts";

interface Finding {
  id: string;
  severity: string;
  evidence: string;
  fix: string;
}
type User = ReturnType<typeof newUser>;

const findings = async (user: User): Promise<Finding[]> => (await user.json("service", "doctor")).findings;

/** Runs a suggested fix: a command of Postern or of the system. */
async function runFix(user: User, fix: string): Promise<number | null> {
  const [program = "", ...words] = fix.split(" ");
  if (program === "postern") return (await user.run(...words)).code;
  execFileSync("sh", ["-c", fix], { stdio: "pipe" });
  return 0;
}

const jobs = `
import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { defineQueue, nonRetryable } from "@postern/kit/queue";
const group = defineGroup("jobs", { title: "Jobs" });
const work = defineQueue(group, "work", {
  one: "job",
  entry: T.Object({}),
  handle() {
    throw nonRetryable("nobody is there");
  },
});
const ask = defineCommand(group, {
  id: "jobs.ask",
  summary: "Ask",
  input: T.Object({}),
  output: T.Object({ id: T.String() }),
  plan: () => ({ summary: "Ask" }),
  execute: async (ctx) => ({ id: await work.add(ctx, {}) }),
});
const broken = definePlugin(defineGroup("broken", { title: "Broken" }), {
  version: "1.0.0",
  operations: [],
  start() {
    throw new Error("no luck");
  },
});
export default {
  plugins: {
    context: true,
    service: true,
    jobs: definePlugin(group, { version: "1.0.0", operations: [ask], workers: [work] })(),
    broken: broken(),
  },
};
`;

describe("each fix of service.doctor", () => {
  it("fixes the finding: an old backup, a folder readable by other users", async () => {
    const user = newUser();
    await user.run("init");
    chmodSync(user.data, 0o755);
    const found = await findings(user);
    expect(found.map(({ id, severity }) => [id, severity])).toEqual([
      ["folder.open", "error"],
      ["backup.none", "info"],
    ]);
    for (const { fix } of found) expect(await runFix(user, fix)).toBe(0);
    expect(await findings(user)).toEqual([]);
  });

  it("shows details if it cannot fix the finding: a failed plugin, dead queue entries", async () => {
    const user = newUser();
    await user.run("init");
    user.configure(jobs);
    await user.serve();
    const { id } = await user.json("jobs", "ask");
    await expect.poll(async () => (await findings(user)).map(({ id }) => id)).toContain("queue.dead");
    const found = await findings(user);
    const broken = found.find(({ id }) => id === "plugin.failed");
    expect(broken).toMatchObject({ severity: "error", evidence: "broken: no luck" });
    for (const { fix } of found) expect(await runFix(user, fix)).toBe(0);
    await user.run("jobs", "work", "discard", "--id", id);
    expect((await findings(user)).map(({ id }) => id)).not.toContain("queue.dead");
  });

  it("is an existing command: an unused key, a clock set back, a degraded store", async () => {
    let behind = 0;
    const storage = memory();
    const trouble: { reason?: unknown } = {};
    const { gateway, admin, stop, advance } = await testGateway({
      plugins: [context(), service()],
      storage: { ...storage, trouble: () => trouble.reason as never },
      now: () => Date.now() - behind,
    });
    onTestFinished(stop);
    const ids = async () => (await admin.post("service.doctor")).body.findings as Finding[];
    const { context: unused } = await gateway.keys.issue({ label: "spare", scopes: ["*"] });
    expect(await ids()).toEqual([]);

    await advance(100 * 24 * 60 * 60 * 1000);
    await admin.post("context.whoami");
    await expect.poll(async () => (await ids()).map(({ id }) => id)).toEqual(["key.unused"]);
    const [found] = await ids();
    expect(found?.fix).toBe(`postern context revoke --id ${unused.id}`);
    await gateway.call("context.revoke", { id: unused.id }, { execute: true });
    expect(await ids()).toEqual([]);

    behind = 100 * 24 * 60 * 60 * 1000;
    expect(await ids()).toMatchObject([{ id: "clock.back", fix: "date -u" }]);
    execFileSync("sh", ["-c", "date -u"]);
    trouble.reason = Object.assign(new Error("no space left"), { code: "STORE_UNAVAILABLE" });
    expect(await ids()).toMatchObject([
      { id: "store.degraded", evidence: "no space left", fix: "postern service status" },
      {},
    ]);
  });

  it("is absent if there are no problems", async () => {
    const { admin, stop } = await testGateway({ plugins: [service()] });
    onTestFinished(stop);
    expect((await admin.post("service.doctor")).body).toEqual({ findings: [] });
  });
});
