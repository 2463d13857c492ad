import { join } from "node:path";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs-lite";
import { expect, it, onTestFinished } from "vitest";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { newWorkspace, openGateway, page, write } from "./gateway.ts";

const publisher = new URL("./processes/publisher.mjs", import.meta.url).href;
const files = { "widget.html": page(), "a.js": "let a;", "b.js": "let b;" };

async function run(path: string, workspace: string, step: number) {
  const child = start(publisher, path, workspace, step);
  onTestFinished(() => child.kill());
  const code = await child.ended;
  return { code, report: child.lines().map((line) => JSON.parse(line) as { steps: number; version: number })[0] };
}

it("a crash at any step leaves a complete widget or none, and the next publish succeeds", async () => {
  const workspace = newWorkspace();
  write(join(workspace, "w"), files);
  const { report } = await run(newWorkspace(), workspace, 0);
  expect(report).toMatchObject({ version: 1 });
  const steps = report?.steps ?? 0;
  // Three files and a commit, each with a step before and after it.
  expect(steps).toBe(8);
  const versions: number[] = [];
  for (let step = 1; step <= steps; step++) {
    const path = newWorkspace();
    expect(await run(path, workspace, step)).toMatchObject({ code: null });
    const blobs = createStorage({ driver: fs({ base: join(path, "blobs") }) });
    const setup = await openGateway({ storage: lmdb({ path: join(path, "store") }), blobs, alone: true });
    const { total } = await setup.post("list", {});
    versions.push(total);
    if (total > 0) await expectWhole(setup);
    const answer = await setup.publish("w", files);
    expect(answer).toMatchObject({ success: true, version: 1, unchanged: total > 0 });
    await expectWhole(setup);
    await setup.stop();
  }
  // Only a crash after the commit leaves a published version.
  expect(versions).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
});

async function expectWhole({ admin }: Awaited<ReturnType<typeof openGateway>>): Promise<void> {
  for (const [path, text] of Object.entries(files))
    expect((await admin.send(`/widgets/org/w/${path}`)).body).toBe(text);
}

it("files that no version uses are removed, and no others", async () => {
  const blobs = createStorage();
  const setup = await openGateway({ blobs });
  await setup.publish("w", files);
  await setup.publish("w", { ...files, "a.js": "let other;" });
  const name = "ab".repeat(32);
  await blobs.setItemRaw(`widgets:ab:${name}`, new Uint8Array([1]));
  await setup.advance(7 * 60 * 60_000);
  expect(await blobs.getKeys("widgets")).toHaveLength(4);
  expect(await blobs.getKeys("widgets")).not.toContain(`widgets:ab:${name}`);
  expect((await setup.admin.send("/widgets/org/w@1/a.js")).body).toBe("let a;");
  expect((await setup.admin.send("/widgets/org/w/a.js")).body).toBe("let other;");
});
