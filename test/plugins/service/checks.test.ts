import { defineCollection, defineGroup, definePlugin, optional, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { type CheckResult, checks } from "@postern/kit/checks";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";

const things = defineCollection("shop.thing", { schema: T.Object({ id: T.String() }), key: ({ id }) => [id] });
const group = defineGroup("shop", { title: "Shop", needs: { checks: optional(checks) } });

/** A gateway with a group whose check gives this result. */
async function started(result: () => CheckResult | Promise<CheckResult>, isServed = true) {
  const shop = definePlugin(group, {
    version: "1.0.0",
    operations: [],
    collections: { things },
    setup({ services }) {
      services.checks?.register({
        name: "shop",
        run: async ({ store, now }) => {
          expect([await store.count(things), now > 0]).toEqual([0, true]);
          return result();
        },
      });
    },
  });
  const test = await testGateway({ plugins: isServed ? [service(), shop()] : [shop()] });
  onTestFinished(test.stop);
  return test;
}

const closed = { id: "shop.closed", evidence: "The shop is closed", fix: "postern shop open" };
const problem = { check: "shop.closed", message: closed.evidence, fix: closed.fix };

describe("the check of a group", () => {
  it("appears in the status, in the diagnosis and, without details, in /health", async () => {
    const items = [{ name: "door", value: "closed", detail: "it is night" }];
    const { admin } = await started(() => ({ items, findings: [{ ...closed, severity: "error" }] }));
    const { body } = await admin.post("service.status");
    expect(body).toMatchObject({
      status: "degraded",
      checks: [{ name: "shop", status: "degraded", items }],
      problems: [{ ...problem, severity: "error" }],
    });
    const { findings } = (await admin.post("service.doctor")).body;
    expect(findings).toEqual([{ ...closed, severity: "error" }]);
    expect((await admin.send("/health")).body).toEqual({ status: "degraded" });
  });

  it("reports the last errors of its items, newest first, to admins only", async () => {
    const errors = [1, 3, 2, 6, 5, 4].map((at) => ({
      name: `door ${at}`,
      value: "open",
      lastError: { at, message: "It stuck" },
    }));
    const { admin, client } = await started(() => ({ items: errors }));
    const { checks: shown, lastErrors } = (await admin.post("service.status")).body;
    expect(lastErrors).toEqual([6, 5, 4, 3, 2].map((at) => ({ source: `shop: door ${at}`, at, message: "It stuck" })));
    expect(shown[0].items[0]).toEqual({ name: "door 1", value: "open" });
    const other = await client(["service:read"]);
    expect((await other.post("service.status")).body.lastErrors).toEqual([]);
  });

  it("leaves the gateway healthy if it finds no error", async () => {
    const { admin } = await started(() => ({ findings: [{ ...closed, severity: "warning" }] }));
    expect((await admin.post("service.status")).body).toMatchObject({
      status: "ok",
      checks: [{ name: "shop", status: "ok", items: [] }],
      problems: [{ ...problem, severity: "warning" }],
    });
    expect((await admin.send("/health")).body).toEqual({ status: "ok" });
  });

  it("shows its details only to admins, but its status to all", async () => {
    const items = [{ name: "door", value: "closed" }];
    const { client } = await started(() => ({ items, findings: [{ ...closed, severity: "error" }] }));
    const operator = await client(["service:read", "shop:read"]);
    expect((await operator.post("service.status")).body).toMatchObject({
      status: "degraded",
      checks: [{ name: "shop", status: "degraded", items: [] }],
      problems: [],
    });
    expect((await operator.post("service.doctor")).body).toEqual({ findings: [] });
  });

  it("is itself a problem if it fails, and does not hide the others", async () => {
    const { admin } = await started(() => {
      throw new Error("the till is stuck");
    });
    const message = 'The check "shop" failed: the till is stuck';
    const failed = { check: "check.failed", severity: "error", message, fix: "postern service verify" };
    expect((await admin.post("service.status")).body.problems).toEqual([failed]);
  });

  it("is itself a problem if it takes too long", async () => {
    const { admin } = await started(() => new Promise(() => {}));
    const [first] = (await admin.post("service.status")).body.problems;
    expect(first.message).toBe('The check "shop" failed: it took longer than 5 seconds');
  }, 30_000);

  it("is asked at most every two seconds by /health, which needs no key", async () => {
    let count = 0;
    const { admin } = await started(() => {
      count++;
      return {};
    });
    for (let i = 0; i < 20; i++) expect((await admin.send("/health")).body).toEqual({ status: "ok" });
    expect(count).toBeLessThan(5);
  });

  it("is optional: the group works without the service group", async () => {
    const { admin } = await started(() => ({}), false);
    expect((await admin.send("/health")).body).toEqual({ status: "ok" });
  });
});
