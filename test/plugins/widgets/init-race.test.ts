import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newWorkspace, openGateway } from "./gateway.ts";

/**
 * Continuously replaces a folder with a link to a target outside, and restores it. The gateway may create the folder
 * while it is away: then that one is kept, since a rename onto it would fail from then on.
 */
const SWAP = `
const fs = require("node:fs");
const [folder, outside] = process.argv.slice(1);
const away = folder + ".away";
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 2);
const step = (change) => {
  try {
    change();
  } catch {}
};
for (;;) {
  step(() => fs.rmSync(away, { recursive: true, force: true }));
  step(() => fs.renameSync(folder, away));
  step(() => fs.symlinkSync(outside, folder));
  pause();
  step(() => fs.unlinkSync(folder));
  step(() => fs.renameSync(away, folder));
  pause();
}`;

const ROUNDS = 400;

it("widgets.init writes nothing outside the workspace while a link replaces its folder", async () => {
  const { workspace, ask } = await openGateway();
  const outside = newWorkspace();
  mkdirSync(join(outside, "there"));
  mkdirSync(join(workspace, "w"));
  const swapper = spawn(process.execPath, ["-e", SWAP, join(workspace, "w"), outside], { stdio: "ignore" });
  onTestFinished(() => void swapper.kill("SIGKILL"));
  const outcomes = new Map<string, number>();
  const seen = (outcome: string) => outcomes.get(outcome) ?? 0;
  const isEnough = () => seen("created") > 0 && seen("widgets.folder_refused") > 0;
  for (let n = 0; n < ROUNDS || !isEnough(); n++) {
    // A new folder in the replaced one, one that exists outside, and the replaced one itself.
    const dir = [`w/new-${n}`, `w/there`, `w/deep-${n}/er`, "w"][n % 4];
    const { status, body } = await ask("init", { dir, slug: `race-${n}` });
    const outcome = status === 200 ? "created" : body.code;
    expect({ dir, outcome }).toMatchObject({
      outcome: expect.stringMatching(/^(created|widgets\.folder_(refused|taken|changed))$/),
    });
    expect(JSON.stringify(body)).not.toContain(outside);
    outcomes.set(outcome, seen(outcome) + 1);
  }
  expect(readdirSync(outside, { recursive: true })).toEqual(["there"]);
});
