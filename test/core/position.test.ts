import { createGateway } from "@postern/core";
import { beginEpoch } from "@postern/core/drivers";
import { complete } from "@postern/core/storage";
import projects from "@postern/projects";
import lmdb from "@postern/storage-lmdb";
import { afterEach, describe, expect, it } from "vitest";
import { folder } from "../storage-drivers/folder.ts";

const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const gateway of opened.splice(0)) await gateway.stop();
});

function open(path: string) {
  const gateway = createGateway({ plugins: [projects()], blobs: "memory", storage: lmdb({ path }) });
  opened.push(gateway);
  return gateway;
}

async function keyed(path: string) {
  const gateway = open(path);
  const { key } = await gateway.keys.issue({ label: "test", scopes: ["*"] });
  const postTo =
    (other: typeof gateway) =>
    async (operation: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
      other.fetch(
        new Request(`http://localhost/api/v1/${operation}`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        }),
      );
  return { gateway, post: postTo(gateway), postTo };
}

describe("the position of an answer", () => {
  it("is the last commit, and a request with it sees that commit at another gateway", async () => {
    const path = folder();
    const { post, postTo } = await keyed(path);
    const first = Number((await post("projects/create", { name: "Tea" })).headers.get("postern-position"));
    const second = (await post("projects/create", { name: "Milk" })).headers.get("postern-position") ?? "";
    expect(Number(second)).toBeGreaterThan(first);
    const listed = await postTo(open(path))("projects/list", {}, { "postern-position": second });
    expect(await listed.json()).toMatchObject({ projects: [{ name: "Milk" }, { name: "Tea" }] });
  });

  it("makes a request wait, and refuses it with 503 if the store does not reach it", async () => {
    const { post } = await keyed(folder());
    const refused = await post("projects/list", {}, { "postern-position": "999999999" });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(((await refused.json()) as { detail: string }).detail).toMatch(/at position \d+, not yet at 999999999/);

    const { headers } = await post("projects/create", { name: "Tea" });
    const next = String(Number(headers.get("postern-position")) + 1);
    const waiting = post("projects/list", {}, { "postern-position": next });
    await post("projects/create", { name: "Milk" });
    expect(await (await waiting).json()).toMatchObject({ total: 2 });
  });

  it("is refused if its commit was lost before the store was restored", async () => {
    const path = folder();
    const { gateway, post, postTo } = await keyed(path);
    const { headers } = await post("projects/create", { name: "Tea" });
    const kept = Number(headers.get("postern-position"));
    await gateway.stop();
    const driver = await complete(lmdb({ path, create: true }));
    await beginEpoch(driver, Date.now());
    await driver.dispose?.();
    const restored = postTo(open(path));
    const statusAt = async (number: number) =>
      (await restored("projects/list", {}, { "postern-position": String(number) })).status;
    // The gateway may have written after its last answer.
    expect(await statusAt(kept)).toBe(200);
    expect(await statusAt(kept + 1_000)).toBe(400);
    const later = (await restored("projects/create", { name: "Milk" })).headers.get("postern-position");
    expect(await statusAt(Number(later))).toBe(200);
  });

  it("is refused if it is not a number", async () => {
    const { post } = await keyed(folder());
    for (const wrong of ["-1", "1.5", "last", "1".repeat(16)]) {
      const refused = await post("projects/list", {}, { "postern-position": wrong });
      expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
        400,
        expect.stringContaining("Postern-Position"),
      ]);
    }
  });
});
