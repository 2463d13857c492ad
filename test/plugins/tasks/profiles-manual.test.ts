import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PLACEHOLDERS } from "../../../plugins/tasks/src/profiles/placeholders.ts";
import { presets } from "../../../plugins/tasks/src/profiles/presets/index.ts";
import { openFixture } from "./profiles-fixture.ts";

const manual = readFileSync(new URL("../../../plugins/tasks/README.md", import.meta.url), "utf8");

describe("the README", () => {
  it("lists every placeholder", () => {
    const named = [...manual.matchAll(/`\{\{([a-zA-Z.]+)\}\}`/g)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(Object.keys(PLACEHOLDERS)));
  });

  it("lists every preset with its inputs", () => {
    for (const { id, manifest } of presets) {
      const [row = ""] = manual.match(new RegExp(`^\\| \`${id}\`.*$`, "m")) ?? [];
      for (const input of Object.keys(manifest.inputs ?? {})) expect(row).toContain(`\`${input}\``);
    }
  });

  it("contains a valid example manifest", async () => {
    const [, manifest = ""] = manual.match(/```json\n(\{\n {2}"\$schema"[\s\S]*?)```/) ?? [];
    const fixture = await openFixture();
    fixture.write("workspace", "feature/profile.json", manifest);
    for (const file of ["rules", "done", "summary"]) fixture.write("workspace", `feature/${file}.md`, "x");
    fixture.write("workspace", "feature/brief.md", "{{task.title}} {{input.audience}} {{input.tone}}");
    expect(await fixture.faults("feature")).toEqual([]);
  });
});
