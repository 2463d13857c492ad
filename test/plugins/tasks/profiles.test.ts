import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testGateway } from "@postern/core/testing";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";
import { brief } from "../../run/titled.ts";
import { openFixture } from "./profiles-fixture.ts";

const PRESETS = ["doc-first", "brainstorm", "runtime-only", "content"];

describe("a profile", () => {
  it("is created from a preset, in the workspace by default", async () => {
    const fixture = await openFixture();
    const { profile, preset, files } = await fixture.post("profiles.init", { profileId: "feature" });
    expect(preset).toBe("doc-first");
    expect(profile).toEqual({
      id: "feature",
      name: "Feature",
      description: expect.stringContaining("documentation first"),
      source: "workspace",
      path: ".postern/profiles/feature",
      shadows: [],
      runtime: { timeoutMinutes: 120, attempts: 2, access: "write" },
    });
    expect(readdirSync(join(fixture.catalogs.workspace, "feature")).sort()).toEqual([...files].sort());
    const own = await fixture.post("profiles.init", { profileId: "letters", preset: "content", source: "user" });
    expect(own.profile).toMatchObject({ source: "user", path: "profiles/letters" });
    expect(existsSync(join(fixture.catalogs.user, "letters", "profile.json"))).toBe(true);
    expect(statSync(fixture.home).mode & 0o077).toBe(0);
    const { profiles, total } = await fixture.post("profiles.list", { source: "workspace" });
    expect({ profiles, total }).toEqual({ profiles: [profile], total: 1 });
  });

  it.each(PRESETS)("is valid when created from %s, which is also a profile itself", async (preset) => {
    const fixture = await openFixture();
    await fixture.post("profiles.init", { profileId: "mine", preset });
    expect(await fixture.post("profiles.validate", { profileId: "mine" })).toEqual({
      valid: true,
      success: true,
      checked: 1,
      diagnostics: [],
    });
    const mine = (await fixture.post("profiles.show", { profileId: "mine" })).profile;
    const shipped = (await fixture.post("profiles.show", { profileId: preset })).profile;
    expect(shipped).toMatchObject({ id: preset, source: "system" });
    const of = ({ id: _, name: __, source: ___, path: ____, ...rest }: Record<string, unknown>) => rest;
    expect(of(mine)).toEqual(of(shipped));
    for (const { text } of Object.values(mine.templates as Record<string, { text: string }>)) {
      expect(text.length).toBeGreaterThan(30);
    }
  });

  it("is shown with its manifest and templates", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "small", {
      runtime: { agent: "codex", cwd: "packages/site" },
      inputs: { tone: { description: "How it sounds", default: "plain", choices: ["plain", "warm"] } },
      checks: [{ id: "tests", description: "All tests pass", command: ["npm", "test"] }],
    });
    expect(await fixture.post("profiles.show", { profileId: "small" })).toEqual({
      profile: {
        id: "small",
        name: "Sound",
        description: "Nothing is wrong with it",
        source: "workspace",
        path: ".postern/profiles/small",
        shadows: [],
        version: 1,
        runtime: { agent: "codex", cwd: "packages/site" },
        inputs: {
          tone: { description: "How it sounds", required: false, default: "plain", choices: ["plain", "warm"] },
        },
        checks: [{ id: "tests", description: "All tests pass", command: ["npm", "test"] }],
        templates: { brief: { file: "brief.md", text: "{{task.title}}\n" } },
      },
    });
  });

  it("includes a JSON Schema for editors", async () => {
    const fixture = await openFixture();
    await fixture.post("profiles.init", { profileId: "feature" });
    const read = (name: string) => JSON.parse(readFileSync(join(fixture.catalogs.workspace, "feature", name), "utf8"));
    const manifest = read("profile.json");
    const schema = read(manifest.$schema);
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(manifest)));
    const { Ajv } = await import("ajv");
    expect(new Ajv({ strict: true, allowUnionTypes: true }).validate(schema, manifest)).toBe(true);
  });

  it("is never overwritten, nor is a file with its name", async () => {
    const fixture = await openFixture();
    await fixture.post("profiles.init", { profileId: "feature" });
    const brief = join(fixture.catalogs.workspace, "feature", "brief.md");
    writeFileSync(brief, "my own words");
    for (const preset of PRESETS) {
      expect(await fixture.refusal("profiles.init", { profileId: "feature", preset })).toMatchObject({
        status: 409,
        code: "tasks.profile_exists",
        profileId: "feature",
        source: "workspace",
      });
    }
    expect(readFileSync(brief, "utf8")).toBe("my own words");
    fixture.write("workspace", "note", "a file");
    expect(await fixture.refusal("profiles.init", { profileId: "note" })).toMatchObject({
      code: "tasks.profile_exists",
    });
    expect(readdirSync(fixture.catalogs.workspace).sort()).toEqual(["feature", "note"]);
  });

  it("is created only once by concurrent calls", async () => {
    const fixture = await openFixture();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        fixture.admin.post("tasks.profiles.init", { profileId: "feature", preset: PRESETS[n % 4] }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(readdirSync(fixture.catalogs.workspace)).toEqual(["feature"]);
    expect((await fixture.post("profiles.validate", { profileId: "feature" })).valid).toBe(true);
  });

  it("is created only once for an idempotency key, and the response is replayed", async () => {
    const fixture = await openFixture();
    const ask = () => fixture.admin.post("tasks.profiles.init", { profileId: "feature" }, { "idempotency-key": "k" });
    const first = await ask();
    const again = await ask();
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("is removed with all files, and an overridden profile becomes effective again", async () => {
    const fixture = await openFixture();
    await fixture.post("profiles.init", { profileId: "doc-first" });
    await fixture.post("profiles.init", { profileId: "doc-first", source: "user" });
    fixture.write("workspace", "doc-first/drafts/one.md", "x");
    const shown = await fixture.post("profiles.remove", { profileId: "doc-first" });
    expect(shown).toMatchObject({
      dryRun: true,
      plan: { source: "workspace", path: ".postern/profiles/doc-first", uncovered: "user" },
    });
    expect(shown.plan.files).toEqual(expect.arrayContaining(["brief.md", "drafts/", "profile.json"]));
    expect(existsSync(join(fixture.catalogs.workspace, "doc-first"))).toBe(true);
    expect(await fixture.post("profiles.remove", { profileId: "doc-first", execute: true })).toEqual({
      removed: true,
      profileId: "doc-first",
      source: "workspace",
      uncovered: "user",
    });
    expect(readdirSync(fixture.catalogs.workspace)).toEqual([]);
    expect((await fixture.post("profiles.show", { profileId: "doc-first" })).profile.source).toBe("user");
    const last = await fixture.post("profiles.remove", { profileId: "doc-first", execute: true });
    expect(last).toMatchObject({ source: "user", uncovered: "system" });
    expect(await fixture.refusal("profiles.remove", { profileId: "doc-first" })).toMatchObject({
      status: 409,
      code: "tasks.profile_shipped",
    });
    expect(await fixture.refusal("profiles.remove", { profileId: "nothing" })).toMatchObject({ status: 404 });
  });

  it("is not removed if it changed after the plan", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "mine");
    const { digest } = await fixture.post("profiles.remove", { profileId: "mine" });
    fixture.write("workspace", "mine/kept.md", "still needed");
    const body = { profileId: "mine", execute: true };
    const { status } = await fixture.admin.post("tasks.profiles.remove", body, { "if-match": `"${digest}"` });
    expect(status).toBe(412);
    expect(existsSync(join(fixture.catalogs.workspace, "mine", "kept.md"))).toBe(true);
  });

  it("emits events when it is created and removed", async () => {
    const fixture = await openFixture();
    const received: unknown[] = [];
    const { profileCreated, profileRemoved } = await import("@postern/tasks");
    fixture.gateway.on(profileCreated, ({ type, subject, data }) => received.push({ type, subject, data }));
    fixture.gateway.on(profileRemoved, ({ type, subject, data }) => received.push({ type, subject, data }));
    const { profile } = await fixture.post("profiles.init", { profileId: "feature" });
    await fixture.post("profiles.remove", { profileId: "feature", execute: true });
    await expect
      .poll(() => received)
      .toEqual([
        { type: "tasks.profile.created", subject: "feature", data: { profile } },
        { type: "tasks.profile.removed", subject: "feature", data: { profileId: "feature", source: "workspace" } },
      ]);
  });
});

describe("a dry run", () => {
  it("shows what init would write without writing it", async () => {
    const fixture = await openFixture();
    const { status, body } = await fixture.admin.post(
      "tasks.profiles.init",
      { profileId: "feature", preset: "runtime-only" },
      { "x-dry-run": "true" },
    );
    expect(status).toBe(200);
    expect(body.plan).toEqual({
      summary: "Create the profile feature in the workspace catalog from the preset runtime-only",
      path: ".postern/profiles/feature",
      files: ["profile.json", "profile.schema.json", "brief.md"],
    });
    expect(readdirSync(fixture.workspace)).toEqual([]);
  });

  it("fails if init would fail", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "mine");
    const { status } = await fixture.admin.post("tasks.profiles.init", { profileId: "mine" }, { "x-dry-run": "true" });
    expect(status).toBe(409);
  });
});

describe("invalid input", () => {
  it.each(
    [
      "../x",
      "..",
      ".",
      ".hidden",
      "/etc",
      "a/b",
      "a\\b",
      "%00",
      "a\u0000b",
      "a\r\nb",
      " a",
      "a ",
      "A",
      "ä",
      "аdmin",
      "",
      "-a",
      "_a",
      "a".repeat(64),
      "a".repeat(10_240),
    ].map((value) => [brief(value), value] as const),
  )("rejects the id %s", async (_title, profileId) => {
    const fixture = await openFixture();
    for (const id of ["init", "show", "remove", "validate"]) {
      const problem = await fixture.refusal(`profiles.${id}`, { profileId, ...(id === "remove" && { execute: true }) });
      expect(problem).toMatchObject({ status: 400, code: "gateway.invalid_input" });
    }
    expect(readdirSync(fixture.folder).sort()).toEqual(["workspace"]);
    expect(readdirSync(fixture.workspace)).toEqual([]);
  });

  it("accepts an id of 63 characters", async () => {
    const fixture = await openFixture();
    const profileId = "a".repeat(63);
    await fixture.post("profiles.init", { profileId });
    expect((await fixture.post("profiles.show", { profileId })).profile.id).toBe(profileId);
  });

  it("lists the presets if an unknown one is requested", async () => {
    const fixture = await openFixture();
    const problem = await fixture.refusal("profiles.init", { profileId: "x", preset: "docs-first" });
    expect(problem.status).toBe(400);
    for (const preset of PRESETS) expect(problem.detail).toContain(preset);
    expect(await fixture.refusal("profiles.init", { profileId: "x", source: "system" })).toMatchObject({ status: 400 });
  });

  it("suggests a similar id", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "release-notes");
    expect(await fixture.refusal("profiles.show", { profileId: "relase-notes" })).toMatchObject({
      status: 404,
      code: "tasks.profile_not_found",
      nearest: "release-notes",
    });
  });
});

describe("presets", () => {
  it("are four, with doc-first as the default", async () => {
    const fixture = await openFixture();
    const { presets, total } = await fixture.post("profiles.presets");
    expect(presets.map(({ id }: { id: string }) => id)).toEqual(PRESETS);
    expect(total).toBe(4);
    expect(presets.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject([{ id: "doc-first" }]);
    for (const { files } of presets) expect(files).toEqual(expect.arrayContaining(["profile.json", "brief.md"]));
    expect((await fixture.post("profiles.presets", { fields: "id", limit: "1", offset: "1" })).presets).toEqual([
      { id: "brainstorm" },
    ]);
  });

  it("differ in access, inputs and templates", async () => {
    const fixture = await openFixture();
    const show = async (profileId: string) => (await fixture.post("profiles.show", { profileId })).profile;
    expect((await show("brainstorm")).runtime.access).toBe("read");
    expect((await show("content")).inputs.audience.required).toBe(true);
    expect(Object.keys((await show("runtime-only")).templates)).toEqual(["brief"]);
    expect(Object.keys((await show("doc-first")).templates)).toContain("document");
  });
});

describe("a gateway without configured folders", () => {
  it("has the built-in profiles and rejects other catalogs", async () => {
    const fixture = await testGateway({ plugins: [tasks()] });
    onTestFinished(() => fixture.stop());
    const { body } = await fixture.admin.post("tasks.profiles.list", {});
    expect(body.profiles.map(({ id }: { id: string }) => id)).toEqual([...PRESETS].sort());
    expect(body).not.toHaveProperty("diagnostics");
    for (const source of ["workspace", "user"]) {
      const asked = { profileId: "mine", source };
      for (const id of ["init", "show", "validate", "remove"]) {
        const reply = await fixture.admin.post(`tasks.profiles.${id}`, asked);
        expect(reply.body).toMatchObject({ status: 409, code: "tasks.catalog_unknown", source });
      }
    }
  });

  it("does not create a missing workspace", async () => {
    const fixture = await testGateway({ plugins: [tasks({ workspace: "/nowhere/at/all" })] });
    onTestFinished(() => fixture.stop());
    const { body } = await fixture.admin.post("tasks.profiles.init", { profileId: "mine" });
    expect(body).toMatchObject({ status: 409, code: "tasks.catalog_unwritable", source: "workspace" });
    expect(JSON.stringify(body)).not.toContain("nowhere");
    expect((await fixture.admin.post("tasks.profiles.list", {})).body).toMatchObject({ total: 4 });
  });
});
