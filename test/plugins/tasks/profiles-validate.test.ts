import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeholdersOf } from "../../../plugins/tasks/src/profiles/placeholders.ts";
import { readTemplate, render } from "../../../plugins/tasks/src/profiles/template.ts";
import { openFixture, sound } from "./profiles-fixture.ts";

const lines = (...text: string[]) => text.join("\n");

describe("a manifest", () => {
  it.each([
    ["invalid JSON", "{\n  nothing", "not_json profile.json:2:3"],
    ["empty", "", "not_json profile.json:1:1"],
    ["a comment", '{ // why\n "version": 1 }', "not_json profile.json:1:3"],
    ["a trailing comma", '{ "version": 1,\n}', "not_json profile.json:2:1"],
    ["trailing text", "{} {}", "not_json profile.json:1:4"],
    ["a list", "[]", "invalid_value profile.json:1:1"],
    ["a string", '"x"', "invalid_value profile.json:1:1"],
    ["null", "null", "invalid_value profile.json:1:1"],
    ["nested in 17 levels", `${'{"a":'.repeat(17)}1${"}".repeat(17)}`, "too_deep profile.json:1:81"],
    ["nested in 60,000 levels", "[".repeat(60_000), "too_deep profile.json:1:17"],
    ["an unclosed string", `{"a": "${"x".repeat(60_000)}`, "not_json profile.json:1:7"],
  ])("with %s is reported with its position", async (_what, text, faults) => {
    const fixture = await openFixture();
    fixture.write("workspace", "mine/profile.json", text);
    expect((await fixture.faults("mine"))[0]).toBe(faults);
    expect((await fixture.refusal("profiles.show", { profileId: "mine" })).code).toBe("tasks.profile_broken");
  });

  it("reports every problem with its position and the expected value", async () => {
    const fixture = await openFixture();
    fixture.write(
      "workspace",
      "mine/profile.json",
      lines(
        "{",
        '  "version": 2,',
        '  "id": "mine",',
        '  "name": "",',
        '  "desciption": "x",',
        '  "runtime": { "access": "none", "timeoutMinutes": 0, "shell": true },',
        '  "templates": { "brief": "../brief.md", "Rules": "rules.md" },',
        '  "inputs": { "tone": { "choices": ["a", "a"] } },',
        '  "checks": [{ "id": "a", "description": "x" }, 1]',
        "}",
      ),
    );
    const { valid, diagnostics } = await fixture.post("profiles.validate", { profileId: "mine" });
    expect(valid).toBe(false);
    const faults = diagnostics.map(
      ({ line, column, message }: { line: number; column: number; message: string }) => `${line}:${column} ${message}`,
    );
    expect(faults).toEqual([
      "1:1 description is missing",
      "2:14 version must be 1",
      "4:11 name must be text of 1 to 200 characters",
      '5:3 Unknown field "desciption"; did you mean description?',
      "6:26 access must be one of read, write",
      "6:52 timeoutMinutes must be a whole number from 1 to 10080",
      '6:55 Unknown field "shell"; allowed fields: agent, model, cwd, timeoutMinutes, attempts, access',
      '7:27 brief must be the lowercase name of a Markdown file next to the manifest, for example brief.md, not "../brief.md"',
      '7:42 "Rules" is not a valid name; names must match ^[a-z][a-z0-9-]{0,31}$',
      "8:23 description is missing",
      "8:36 choices must be a list without duplicates",
      "9:49 checks[1] must be an object",
    ]);
  });

  it.each([
    ["an id that differs from its folder", { id: "other" }, "id_mismatch profile.json:3:9"],
    ["no brief", { templates: { rules: "brief.md" } }, "brief_missing profile.json:6:16"],
    ["no templates", { templates: {} }, "invalid_value profile.json:6:16"],
    ["a folder outside the workspace", { runtime: { cwd: "../../etc" } }, "cwd_outside profile.json:10:12"],
    ["an absolute folder", { runtime: { cwd: "/etc" } }, "cwd_outside profile.json:10:12"],
    ["a folder on another drive", { runtime: { cwd: "C:x" } }, "cwd_outside profile.json:10:12"],
    [
      "a default that is never used",
      { inputs: { a: { description: "x", required: true, default: "y" } } },
      "default_never_used profile.json:13:18",
    ],
    [
      "a default that is not a choice",
      { inputs: { a: { description: "x", default: "y", choices: ["z"] } } },
      "default_no_choice profile.json:12:18",
    ],
    [
      "two checks with the same id",
      {
        checks: [
          { id: "a", description: "x" },
          { id: "a", description: "y" },
        ],
      },
      "doubled_check profile.json:15:13",
    ],
  ])("with %s is rejected at its position", async (_what, more, faults) => {
    const fixture = await openFixture();
    fixture.profile("workspace", "mine", more);
    expect(await fixture.faults("mine")).toEqual([faults]);
  });

  it("with a duplicate field is rejected", async () => {
    const fixture = await openFixture();
    fixture.write("workspace", "mine/profile.json", '{"id": "mine",\n "runtime": {"cwd": "a", "cwd": "b"}, "id": "x"}');
    expect(await fixture.faults("mine")).toEqual([
      "doubled_member profile.json:2:26",
      "doubled_member profile.json:2:39",
    ]);
  });

  it("with fields named like JavaScript built-ins is rejected", async () => {
    const fixture = await openFixture();
    const text = JSON.stringify(sound("mine")).replace("{", '{"__proto__": {"x": 1}, "constructor": 1, ');
    fixture.write("workspace", "mine/profile.json", text);
    expect(await fixture.faults("mine")).toEqual([
      "unknown_member profile.json:1:2",
      "unknown_member profile.json:1:25",
    ]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("can start with a byte order mark and use any line endings", async () => {
    const fixture = await openFixture();
    const text = JSON.stringify({ ...sound("mine"), extra: 1 }, undefined, 2).replaceAll("\n", "\r\n");
    fixture.write("workspace", "mine/profile.json", `\ufeff${text}`);
    fixture.write("workspace", "mine/brief.md", "x");
    expect(await fixture.faults("mine")).toEqual(["unknown_member profile.json:9:3"]);
    fixture.write("workspace", "mine/profile.json", `\ufeff${JSON.stringify(sound("mine"))}`);
    expect(await fixture.faults("mine")).toEqual([]);
  });
});

describe("a template", () => {
  it.each([
    ["{{task.titel}}", "unknown_placeholder", "Unknown placeholder task.titel; did you mean task.title?"],
    ["{{titel}}", "unknown_placeholder", "Unknown placeholder titel; available: task.id"],
    ["{{input.tone}}", "unknown_placeholder", "declare it in inputs of profile.json"],
    ["{{input.audiance}}", "unknown_placeholder", "did you mean input.audience?"],
    ["{{constructor}}", "unknown_placeholder", "Unknown placeholder constructor"],
    ["{{__proto__}}", "unknown_placeholder", "Unknown placeholder __proto__"],
    ["{{}}", "unknown_placeholder", "Unknown placeholder "],
    ["{{task.title", "unclosed_placeholder", "write {{{{ for two literal braces"],
    ["{{task.\ntitle}}", "unclosed_placeholder", "{{ has no matching }} on the same line"],
    ["{{{task.title}}}", "unclosed_placeholder", "{{ has no matching }} on the same line"],
    ["{{#task.title}}", "section_not_closed", "{{#task.title}} has no matching {{/task.title}}"],
    ["{{/task.title}}", "section_not_open", "{{/task.title}} has no matching {{#task.title}}"],
  ])("with %j is reported with its position and a suggestion", async (mark, code, message) => {
    const fixture = await openFixture();
    const more = { inputs: { audience: { description: "Who reads it" } } };
    fixture.profile("workspace", "mine", more, `one\n\ntwo ${mark} three {{input.audience}}\n`);
    const { diagnostics } = await fixture.post("profiles.validate", { profileId: "mine" });
    expect(diagnostics).toEqual([
      {
        severity: "error",
        code,
        message: expect.stringContaining(message),
        source: "workspace",
        profileId: "mine",
        file: "brief.md",
        line: 3,
        column: 5,
      },
    ]);
  });

  it("reports up to 50 problems per file, in order", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "mine", {}, "{{a}} {{#task.title}}{{#task.id}}{{/task.title}}{{/task.id}}\n{{b}}\n");
    expect(await fixture.faults("mine")).toEqual([
      "unknown_placeholder brief.md:1:1",
      "section_crossed brief.md:1:34",
      "section_crossed brief.md:1:49",
      "unknown_placeholder brief.md:2:1",
    ]);
    fixture.profile("workspace", "mine", {}, "{{x}}\n".repeat(1_000));
    const faults = await fixture.faults("mine");
    expect(faults).toHaveLength(50);
    expect(faults.at(-1)).toBe("unknown_placeholder brief.md:50:1");
  });

  it("is parsed in linear time", async () => {
    const fixture = await openFixture();
    const texts = ["{{", "{{#", "{{a", "{{#task.title}}", "{{task.title}}", "{", "}}", "{{{{", "{{ ", "{{#a}} "];
    for (const [n, text] of texts.entries()) {
      fixture.profile("workspace", `p${n}`, {}, text.repeat(Math.floor((256 * 1024) / text.length)));
    }
    const began = process.cpuUsage();
    await fixture.post("profiles.validate", { source: "workspace" });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e3).toBeLessThan(5_000);
  });

  it("can be any text, and text without placeholders is rendered unchanged", () => {
    const known = placeholdersOf({});
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("{{", "}}", "{{{{", "{{#", "{{/", "task.title", "date", "\n", "\r\n", " ", "{", "}", "x"),
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (text) => {
        const { template, faults } = readTemplate(text, known);
        for (const { at } of faults) expect(at).toBeLessThan(text.length);
        const values = new Map(known.map((name) => [name, "{{task.title}}"]));
        const rendered = render(template, values, 1_000_000);
        expect(typeof rendered).toBe("string");
        if (!text.includes("{{")) expect(rendered).toBe(text);
        // Escaped text is rendered unchanged.
        const escaped = readTemplate(text.replaceAll("{{", "{{{{"), known);
        if (!/\{\{\{/.test(text)) expect(escaped.faults).toEqual([]);
        if (!/\{\{\{/.test(text)) expect(render(escaped.template, values, 1_000_000)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is reported if the file is missing", async () => {
    const fixture = await openFixture();
    fixture.write("workspace", "mine/profile.json", sound("mine"));
    expect(await fixture.faults("mine")).toEqual(["file_missing brief.md"]);
  });
});

describe("an unused file or input", () => {
  it("is reported as a warning, and the profile stays valid", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "mine", { inputs: { tone: { description: "x" } } });
    fixture.write("workspace", "mine/old.md", "{{wrong}}");
    fixture.write("workspace", "mine/notes.txt", "not ours");
    const { valid, success, diagnostics } = await fixture.post("profiles.validate", { profileId: "mine" });
    expect({ valid, success }).toEqual({ valid: true, success: true });
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: "warning", code: "unused_file", file: "old.md" }),
      expect.objectContaining({ severity: "warning", code: "unused_input", file: "profile.json" }),
    ]);
  });
});

describe("validation of all profiles", () => {
  it("reports problems at every level, including overridden profiles", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "mine");
    fixture.profile("user", "mine", {}, "{{wrong}}");
    fixture.write("user", "other/profile.json", "{");
    const all = await fixture.post("profiles.validate");
    expect(all).toMatchObject({ valid: false, success: false, checked: 7 });
    expect(all.diagnostics).toMatchObject([
      { source: "user", profileId: "mine", file: "brief.md" },
      { source: "user", profileId: "other", file: "profile.json" },
    ]);
    expect(await fixture.post("profiles.validate", { source: "workspace" })).toMatchObject({ valid: true, checked: 1 });
    expect(await fixture.post("profiles.validate", { profileId: "mine" })).toMatchObject({ valid: false, checked: 2 });
    const one = await fixture.post("profiles.validate", { profileId: "mine", source: "workspace" });
    expect(one).toMatchObject({ valid: true, checked: 1 });
    expect((await fixture.refusal("profiles.validate", { profileId: "nothing" })).status).toBe(404);
  });

  it("stops after 1,000 diagnostics and reports it", async () => {
    const fixture = await openFixture();
    for (let n = 0; n < 30; n++) fixture.profile("workspace", `p${n}`, {}, "{{x}}\n".repeat(50));
    const { diagnostics, truncated } = await fixture.post("profiles.validate", { source: "workspace" });
    expect(diagnostics).toHaveLength(1_000);
    expect(truncated).toBe(true);
  });
});

describe("the list of profiles", () => {
  it("shows only the effective profile for each id, and what it overrides", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "doc-first", { name: "Ours" });
    fixture.profile("user", "doc-first", { name: "Mine" });
    fixture.profile("user", "letters", { name: "Letters" });
    const { profiles, total } = await fixture.post("profiles.list", { fields: "id,name,source,shadows" });
    expect(total).toBe(5);
    expect(profiles).toEqual([
      { id: "brainstorm", name: "Brainstorm", source: "system", shadows: [] },
      { id: "content", name: "Content", source: "system", shadows: [] },
      { id: "doc-first", name: "Ours", source: "workspace", shadows: ["user", "system"] },
      { id: "letters", name: "Letters", source: "user", shadows: [] },
      { id: "runtime-only", name: "Runtime only", source: "system", shadows: [] },
    ]);
    const hidden = await fixture.post("profiles.list", { source: "user" });
    expect(
      hidden.profiles.map(({ name, shadows }: { name: string; shadows: string[] }) => ({ name, shadows })),
    ).toEqual([
      { name: "Mine", shadows: ["system"] },
      { name: "Letters", shadows: [] },
    ]);
    expect((await fixture.post("profiles.show", { profileId: "doc-first", source: "user" })).profile.name).toBe("Mine");
    expect((await fixture.post("profiles.show", { profileId: "doc-first", source: "system" })).profile.shadows).toEqual(
      [],
    );
    const page = await fixture.post("profiles.list", { limit: "2", offset: "3", fields: "id" });
    expect(page).toMatchObject({ profiles: [{ id: "letters" }, { id: "runtime-only" }], total: 5, offset: 3 });
  });

  it("shows the valid profiles if one is invalid, which still overrides lower levels", async () => {
    const fixture = await openFixture();
    fixture.write("workspace", "doc-first/profile.json", "{");
    fixture.profile("workspace", "mine");
    const { profiles, diagnostics } = await fixture.post("profiles.list");
    expect(profiles.map(({ id }: { id: string }) => id)).toEqual(["brainstorm", "content", "mine", "runtime-only"]);
    expect(diagnostics).toEqual([
      {
        severity: "error",
        code: "not_json",
        message: "Invalid JSON: close brace expected at the end of the file",
        source: "workspace",
        profileId: "doc-first",
        file: "profile.json",
        line: 1,
        column: 2,
      },
    ]);
    expect(await fixture.refusal("profiles.show", { profileId: "doc-first" })).toMatchObject({
      status: 409,
      code: "tasks.profile_broken",
      fix: "postern tasks profiles validate --profileId doc-first --source workspace",
    });
    expect((await fixture.post("profiles.show", { profileId: "doc-first", source: "system" })).profile.id).toBe(
      "doc-first",
    );
    await fixture.post("profiles.remove", { profileId: "doc-first", execute: true });
    expect((await fixture.post("profiles.list")).total).toBe(5);
  });
});
