import { join } from "node:path";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import lmdb from "@postern/storage-lmdb";
import { expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "../core/fixtures/notes.ts";
import { openGateway as openVault } from "../plugins/credentials/gateway.ts";
import { newFolder, openFixture as openTasks } from "../plugins/tasks/profiles-fixture.ts";
import { openGateway as openWidgets, page, write } from "../plugins/widgets/gateway.ts";
import { longestPause, processorTime } from "./pause.ts";

const CLIENTS = 16;
/** Milliseconds for which the event loop may be held up. */
const PAUSE = 50;

const atOnce = (call: () => Promise<unknown>) => Promise.all(Array.from({ length: CLIENTS }, call));

it("sixteen verifications of a store hold up nobody", async () => {
  const plugins = [notesPlugin(), service({ verifyEveryMs: 0 })];
  const fixture = await testGateway({ plugins, storage: lmdb({ path: join(newFolder(), "store") }) });
  onTestFinished(fixture.stop);
  for (let portion = 0; portion < 50; portion++)
    await Promise.all(Array.from({ length: 100 }, () => fixture.admin.post("notes.add", { text: "tea" })));
  const pause = await longestPause(PAUSE, () =>
    atOnce(async () => expect((await fixture.admin.post("service.verify")).body.damaged).toBe(0)),
  );
  expect(pause).toBeLessThan(PAUSE);
});

it("sixteen checks of fifty profiles hold up nobody, and cost at most four times as much as one", async () => {
  const fixture = await openTasks();
  for (let n = 0; n < 50; n++)
    fixture.profile("workspace", `p${n}`, {}, "Work on {{task.title}}, step by step.\n".repeat(100));
  const check = async () => expect((await fixture.post("profiles.validate")).valid).toBe(true);
  const one = await processorTime(0, check);
  expect(await longestPause(PAUSE, () => atOnce(check))).toBeLessThan(PAUSE);
  expect(await processorTime(one * 4, () => atOnce(check))).toBeLessThan(one * 4);
});

it("sixteen rotations of a vault of two hundred secrets hold up nobody", async () => {
  const { connect, post } = await openVault();
  for (let n = 0; n < 200; n++) await connect({ connection: `c${n}` });
  const pause = await longestPause(PAUSE, () =>
    atOnce(async () => expect(await post("vault.rotate", { execute: true })).toMatchObject({ secrets: 200 })),
  );
  expect(pause).toBeLessThan(PAUSE);
});

it("sixteen publishes of a folder of five hundred files hold up nobody", async () => {
  const { workspace, post } = await openWidgets();
  const text = (n: number) => `export const value${n} = ${n};\n`.repeat(200);
  const many = Object.fromEntries(Array.from({ length: 498 }, (_, n) => [`f/${n}.js`, text(n)]));
  write(join(workspace, "many"), { "widget.html": page(), ...many });
  let version = 0;
  const pause = await longestPause(PAUSE, async () => {
    write(join(workspace, "many"), { "new.js": `// ${++version}` });
    const answers = await atOnce(() => post("publish", { dir: "many", execute: true }));
    expect(answers).toEqual(Array(CLIENTS).fill(expect.objectContaining({ version, success: true })));
  });
  expect(pause).toBeLessThan(PAUSE);
});
