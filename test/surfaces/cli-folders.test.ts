import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

const page = (text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body><p>${text}</p></body></html>`;

function widgetIn(...path: string[]) {
  const folder = join(...path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "widget.html"), page(folder));
  return folder;
}

describe("a folder that a flag names", () => {
  it("is the caller's, and not the one of that name in the workspace of the gateway", async () => {
    const user = newUser();
    widgetIn(user.home, "hello");
    const inner = widgetIn(user.home, "inner", "hello");
    await user.run("init");
    await user.serve();
    const cwd = join(user.home, "inner");
    const plan = JSON.parse((await user.runIn(cwd, "widgets", "publish", "--dir", "hello", "--json")).out);
    expect(plan.plan.summary).toContain("inner/hello");
    const there = JSON.parse((await user.runIn(cwd, "widgets", "publish", "--dir", inner, "--json")).out);
    expect(there.plan.contentHash).toBe(plan.plan.contentHash);
    const above = JSON.parse((await user.runIn(cwd, "widgets", "check", "--dir", "../hello", "--json")).out);
    expect(above.success).toBe(true);
  });

  it("is refused with both paths where it lies outside the workspace", async () => {
    const user = newUser();
    const folder = widgetIn(user.home, "outside", "hello");
    const work = join(user.home, "work");
    mkdirSync(work);
    await user.run("init");
    await user.serve("serve", [], { POSTERN_WORKSPACE: work });
    const { code, err } = await user.runIn(user.home, "widgets", "publish", "--dir", "outside/hello");
    expect(code).toBe(2);
    expect(err).toContain(folder);
    expect(err).toContain(work);
  });

  it("is refused where the gateway runs on another machine, which has no such folder", async () => {
    const user = newUser();
    widgetIn(user.home, "hello");
    const args = ["--gateway", "http://192.0.2.1:4870", "widgets", "publish", "--dir", "hello"];
    const { code, err } = await user.runWith({ POSTERN_TOKEN: "rctx_x" }, "", ...args);
    expect(code).toBe(2);
    expect(err).toContain("runs on another");
  });
});
