import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { openapiOf } from "@postern/openapi";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { documentOf, faultsIn, folder, manifest } from "./openapi.ts";

afterAll(() => rmSync(folder, { recursive: true, force: true }));

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

describe("the OpenAPI document", () => {
  it.skipIf(!has("spectral"))("passes the recommended rules of spectral (needs spectral)", async () => {
    const file = join(folder, "spectral.json");
    const ruleset = join(folder, "ruleset.json");
    writeFileSync(file, JSON.stringify(openapiOf(manifest)));
    writeFileSync(ruleset, JSON.stringify({ extends: [["spectral:oas", "recommended"]] }));
    const args = ["lint", file, "--ruleset", ruleset, "--format", "json", "--quiet", "--fail-severity", "hint"];
    const { stdout } = await promisify(execFile)("spectral", args, { maxBuffer: 2 ** 26 }).catch(
      (failed: { stdout: string }) => failed,
    );
    const found = JSON.parse(stdout) as { code: string; path: string[]; message: string }[];
    expect(found.map(({ code, path, message }) => `${code} ${path.join(".")}: ${message}`)).toEqual([]);
  });

  it("is checked by rules that find faults", async () => {
    const broken = documentOf(manifest);
    broken.components.schemas.ContextWhoamiInput.type = "nope";
    expect((await faultsIn(broken, "broken")).length).toBeGreaterThan(0);
  });
});
