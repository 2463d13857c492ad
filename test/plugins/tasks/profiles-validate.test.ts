import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeholdersOf } from "../../../plugins/tasks/src/profiles/placeholders.ts";
import { readTemplate, render } from "../../../plugins/tasks/src/profiles/template.ts";
import { openHouse, sound } from "./profiles-house.ts";

const lines = (...text: string[]) => text.join("\n");

describe("a manifest", () => {
  it.each([
    ["no JSON", "{\n  nothing", "not_json profile.json:2:3"],
    ["nothing", "", "not_json profile.json:1:1"],
    ["a comment", '{ // why\n "version": 1 }', "not_json profile.json:1:3"],
    ["a comma too many", '{ "version": 1,\n}', "not_json profile.json:2:1"],
    ["something after it", "{} {}", "not_json profile.json:1:4"],
    ["a list", "[]", "invalid_value profile.json:1:1"],
    ["a text", '"x"', "invalid_value profile.json:1:1"],
    ["null", "null", "invalid_value profile.json:1:1"],
    ["sixteen levels and one", `${'{"a":'.repeat(17)}1${"}".repeat(17)}`, "too_deep profile.json:1:81"],
    ["sixty thousand levels", "[".repeat(60_000), "too_deep profile.json:1:17"],
    ["an open text", `{"a": "${"x".repeat(60_000)}`, "not_json profile.json:1:7"],
  ])("that is %s is told at its place", async (_what, text, told) => {
    const house = await openHouse();
    house.write("workspace", "mine/profile.json", text);
    expect((await house.told("mine"))[0]).toBe(told);
    expect((await house.refusal("profiles.show", { profileId: "mine" })).code).toBe("tasks.profile_broken");
  });

  it("tells each fault at its place, and what would be right", async () => {
    const house = await openHouse();
    house.write(
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
    const { valid, diagnostics } = await house.post("profiles.validate", { profileId: "mine" });
    expect(valid).toBe(false);
    const told = diagnostics.map(
      ({ line, column, message }: { line: number; column: number; message: string }) => `${line}:${column} ${message}`,
    );
    expect(told).toEqual([
      "1:1 description is missing",
      "2:14 version must be 1",
      "4:11 name must be text of 1 to 200 characters",
      '5:3 There is no member "desciption" here; did you mean description?',
      "6:26 access must be one of read, write",
      "6:52 timeoutMinutes must be a whole number from 1 to 10080",
      '6:55 There is no member "shell" here; there are agent, model, cwd, timeoutMinutes, attempts, access',
      '7:27 brief must be the name of a Markdown file beside the manifest, in lower case, like brief.md; "../brief.md" is not',
      '7:42 "Rules" is no name here; names match ^[a-z][a-z0-9-]{0,31}$',
      "8:23 description is missing",
      "8:36 choices must be a list without doubles",
      "9:49 checks[1] must be an object",
    ]);
  });

  it.each([
    ["another id than its folder", { id: "other" }, "id_mismatch profile.json:3:9"],
    ["no brief", { templates: { rules: "brief.md" } }, "brief_missing profile.json:6:16"],
    ["no templates", { templates: {} }, "invalid_value profile.json:6:16"],
    ["a folder elsewhere", { runtime: { cwd: "../../etc" } }, "cwd_outside profile.json:10:12"],
    ["an absolute folder", { runtime: { cwd: "/etc" } }, "cwd_outside profile.json:10:12"],
    ["a folder of another drive", { runtime: { cwd: "C:x" } }, "cwd_outside profile.json:10:12"],
    [
      "a default that is never used",
      { inputs: { a: { description: "x", required: true, default: "y" } } },
      "default_never_used profile.json:13:18",
    ],
    [
      "a default that is no choice",
      { inputs: { a: { description: "x", default: "y", choices: ["z"] } } },
      "default_no_choice profile.json:12:18",
    ],
    [
      "two checks of one id",
      {
        checks: [
          { id: "a", description: "x" },
          { id: "a", description: "y" },
        ],
      },
      "doubled_check profile.json:15:13",
    ],
  ])("with %s is told at its place", async (_what, more, told) => {
    const house = await openHouse();
    house.profile("workspace", "mine", more);
    expect(await house.told("mine")).toEqual([told]);
  });

  it("with a member twice is not guessed at", async () => {
    const house = await openHouse();
    house.write("workspace", "mine/profile.json", '{"id": "mine",\n "runtime": {"cwd": "a", "cwd": "b"}, "id": "x"}');
    expect(await house.told("mine")).toEqual(["doubled_member profile.json:2:26", "doubled_member profile.json:2:39"]);
  });

  it("may have members of names that JavaScript knows, and they are refused like any other", async () => {
    const house = await openHouse();
    const text = JSON.stringify(sound("mine")).replace("{", '{"__proto__": {"x": 1}, "constructor": 1, ');
    house.write("workspace", "mine/profile.json", text);
    expect(await house.told("mine")).toEqual(["unknown_member profile.json:1:2", "unknown_member profile.json:1:25"]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("may begin with a byte order mark and end its lines as it likes", async () => {
    const house = await openHouse();
    const text = JSON.stringify({ ...sound("mine"), extra: 1 }, undefined, 2).replaceAll("\n", "\r\n");
    house.write("workspace", "mine/profile.json", `\ufeff${text}`);
    house.write("workspace", "mine/brief.md", "x");
    expect(await house.told("mine")).toEqual(["unknown_member profile.json:9:3"]);
    house.write("workspace", "mine/profile.json", `\ufeff${JSON.stringify(sound("mine"))}`);
    expect(await house.told("mine")).toEqual([]);
  });
});

describe("a template", () => {
  it.each([
    ["{{task.titel}}", "unknown_placeholder", "There is no placeholder task.titel; did you mean task.title?"],
    ["{{titel}}", "unknown_placeholder", "There is no placeholder titel; there are task.id"],
    ["{{input.tone}}", "unknown_placeholder", "declare it under inputs in profile.json"],
    ["{{input.audiance}}", "unknown_placeholder", "did you mean input.audience?"],
    ["{{constructor}}", "unknown_placeholder", "There is no placeholder constructor"],
    ["{{__proto__}}", "unknown_placeholder", "There is no placeholder __proto__"],
    ["{{}}", "unknown_placeholder", "There is no placeholder "],
    ["{{task.title", "unclosed_placeholder", "two braces are written {{{{"],
    ["{{task.\ntitle}}", "unclosed_placeholder", "{{ without }} on its line"],
    ["{{{task.title}}}", "unclosed_placeholder", "{{ without }} on its line"],
    ["{{#task.title}}", "section_not_closed", "{{#task.title}} has no {{/task.title}}"],
    ["{{/task.title}}", "section_not_open", "{{/task.title}} ends a section that no {{#task.title}} begins"],
  ])("with %j is told at its place, and what would be right", async (mark, code, message) => {
    const house = await openHouse();
    const more = { inputs: { audience: { description: "Who reads it" } } };
    house.profile("workspace", "mine", more, `one\n\ntwo ${mark} three {{input.audience}}\n`);
    const { diagnostics } = await house.post("profiles.validate", { profileId: "mine" });
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

  it("tells of all that is wrong, in order, up to fifty a file", async () => {
    const house = await openHouse();
    house.profile("workspace", "mine", {}, "{{a}} {{#task.title}}{{#task.id}}{{/task.title}}{{/task.id}}\n{{b}}\n");
    expect(await house.told("mine")).toEqual([
      "unknown_placeholder brief.md:1:1",
      "section_crossed brief.md:1:34",
      "section_crossed brief.md:1:49",
      "unknown_placeholder brief.md:2:1",
    ]);
    house.profile("workspace", "mine", {}, "{{x}}\n".repeat(1_000));
    const told = await house.told("mine");
    expect(told).toHaveLength(50);
    expect(told.at(-1)).toBe("unknown_placeholder brief.md:50:1");
  });

  it("is read in time that grows with its length alone", async () => {
    const house = await openHouse();
    const texts = ["{{", "{{#", "{{a", "{{#task.title}}", "{{task.title}}", "{", "}}", "{{{{", "{{ ", "{{#a}} "];
    for (const [n, text] of texts.entries()) {
      house.profile("workspace", `p${n}`, {}, text.repeat(Math.floor((256 * 1024) / text.length)));
    }
    const began = process.cpuUsage();
    await house.post("profiles.validate", { source: "workspace" });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e3).toBeLessThan(5_000);
  });

  it("is any text: read without fail, and without marks rendered as it is", () => {
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
        // Whatever is escaped comes out as it was.
        const escaped = readTemplate(text.replaceAll("{{", "{{{{"), known);
        if (!/\{\{\{/.test(text)) expect(escaped.faults).toEqual([]);
        if (!/\{\{\{/.test(text)) expect(render(escaped.template, values, 1_000_000)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is missed where it is not there", async () => {
    const house = await openHouse();
    house.write("workspace", "mine/profile.json", sound("mine"));
    expect(await house.told("mine")).toEqual(["file_missing brief.md"]);
  });
});

describe("what is there for nothing", () => {
  it("is a warning, and the profile works", async () => {
    const house = await openHouse();
    house.profile("workspace", "mine", { inputs: { tone: { description: "x" } } });
    house.write("workspace", "mine/old.md", "{{wrong}}");
    house.write("workspace", "mine/notes.txt", "not ours");
    const { valid, success, diagnostics } = await house.post("profiles.validate", { profileId: "mine" });
    expect({ valid, success }).toEqual({ valid: true, success: true });
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: "warning", code: "unused_file", file: "old.md" }),
      expect.objectContaining({ severity: "warning", code: "unused_input", file: "profile.json" }),
    ]);
  });
});

describe("a check of all", () => {
  it("finds what is wrong at every level, what is hidden too", async () => {
    const house = await openHouse();
    house.profile("workspace", "mine");
    house.profile("user", "mine", {}, "{{wrong}}");
    house.write("user", "other/profile.json", "{");
    const all = await house.post("profiles.validate");
    expect(all).toMatchObject({ valid: false, success: false, checked: 7 });
    expect(all.diagnostics).toMatchObject([
      { source: "user", profileId: "mine", file: "brief.md" },
      { source: "user", profileId: "other", file: "profile.json" },
    ]);
    expect(await house.post("profiles.validate", { source: "workspace" })).toMatchObject({ valid: true, checked: 1 });
    expect(await house.post("profiles.validate", { profileId: "mine" })).toMatchObject({ valid: false, checked: 2 });
    const one = await house.post("profiles.validate", { profileId: "mine", source: "workspace" });
    expect(one).toMatchObject({ valid: true, checked: 1 });
    expect((await house.refusal("profiles.validate", { profileId: "nothing" })).status).toBe(404);
  });

  it("ends with a thousand diagnostics, and says so", async () => {
    const house = await openHouse();
    for (let n = 0; n < 30; n++) house.profile("workspace", `p${n}`, {}, "{{x}}\n".repeat(50));
    const { diagnostics, truncated } = await house.post("profiles.validate", { source: "workspace" });
    expect(diagnostics).toHaveLength(1_000);
    expect(truncated).toBe(true);
  });
});

describe("a list", () => {
  it("shows each id once, as it counts, and what it hides", async () => {
    const house = await openHouse();
    house.profile("workspace", "doc-first", { name: "Ours" });
    house.profile("user", "doc-first", { name: "Mine" });
    house.profile("user", "letters", { name: "Letters" });
    const { profiles, total } = await house.post("profiles.list", { fields: "id,name,source,shadows" });
    expect(total).toBe(5);
    expect(profiles).toEqual([
      { id: "brainstorm", name: "Brainstorm", source: "system", shadows: [] },
      { id: "content", name: "Content", source: "system", shadows: [] },
      { id: "doc-first", name: "Ours", source: "workspace", shadows: ["user", "system"] },
      { id: "letters", name: "Letters", source: "user", shadows: [] },
      { id: "runtime-only", name: "Runtime only", source: "system", shadows: [] },
    ]);
    const hidden = await house.post("profiles.list", { source: "user" });
    expect(
      hidden.profiles.map(({ name, shadows }: { name: string; shadows: string[] }) => ({ name, shadows })),
    ).toEqual([
      { name: "Mine", shadows: ["system"] },
      { name: "Letters", shadows: [] },
    ]);
    expect((await house.post("profiles.show", { profileId: "doc-first", source: "user" })).profile.name).toBe("Mine");
    expect((await house.post("profiles.show", { profileId: "doc-first", source: "system" })).profile.shadows).toEqual(
      [],
    );
    const page = await house.post("profiles.list", { limit: "2", offset: "3", fields: "id" });
    expect(page).toMatchObject({ profiles: [{ id: "letters" }, { id: "runtime-only" }], total: 5, offset: 3 });
  });

  it("shows the others where one is broken, which hides those below it all the same", async () => {
    const house = await openHouse();
    house.write("workspace", "doc-first/profile.json", "{");
    house.profile("workspace", "mine");
    const { profiles, diagnostics } = await house.post("profiles.list");
    expect(profiles.map(({ id }: { id: string }) => id)).toEqual(["brainstorm", "content", "mine", "runtime-only"]);
    expect(diagnostics).toEqual([
      {
        severity: "error",
        code: "not_json",
        message: "This is no JSON: close brace expected, and the text ends",
        source: "workspace",
        profileId: "doc-first",
        file: "profile.json",
        line: 1,
        column: 2,
      },
    ]);
    expect(await house.refusal("profiles.show", { profileId: "doc-first" })).toMatchObject({
      status: 409,
      code: "tasks.profile_broken",
      fix: "postern tasks profiles validate --profileId doc-first --source workspace",
    });
    expect((await house.post("profiles.show", { profileId: "doc-first", source: "system" })).profile.id).toBe(
      "doc-first",
    );
    await house.post("profiles.remove", { profileId: "doc-first", execute: true });
    expect((await house.post("profiles.list")).total).toBe(5);
  });
});
