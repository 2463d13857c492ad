import { defineGroup, definePlugin, optional } from "@postern/core";
import { type Manifest, type TaskProfile, taskProfiles } from "@postern/tasks/services";
import { describe, expect, it } from "vitest";
import { openFixture } from "./profiles-fixture.ts";

const manifest: Manifest = {
  version: 1,
  id: "triage",
  name: "Triage",
  description: "Sorts what comes in",
  templates: { brief: "brief.md" },
};
const triage: TaskProfile = { plugin: "desk", manifest, templates: { "brief.md": "Sort {{task.title}}\n" } };

/** A plugin that registers these profiles, and the functions to unregister them. */
function bringing(name: string, profiles: readonly TaskProfile[]) {
  const undo: (() => void)[] = [];
  const group = defineGroup(name, { title: "A plugin", needs: { profiles: optional(taskProfiles) } });
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [],
    setup({ services }) {
      undo.push(...profiles.map((profile) => services.profiles?.register(profile) ?? (() => {})));
    },
  })();
  return { plugin, undo };
}

/** The logged reason why a plugin with this profile is not started. */
async function reasonAgainst(profile: TaskProfile): Promise<string> {
  const fixture = await openFixture({ plugins: [bringing("desk", [profile]).plugin] });
  const entry = fixture.logged.find(({ fields }) => fields.plugin === "desk");
  expect((await fixture.post("profiles.list", { source: "plugin" })).total).toBe(0);
  return JSON.stringify(entry?.fields);
}

describe("a profile of a plugin", () => {
  it("overrides built-in profiles and is overridden by user profiles", async () => {
    const ours = { ...triage, manifest: { ...manifest, id: "doc-first" } };
    const fixture = await openFixture({ plugins: [bringing("desk", [triage, ours]).plugin] });
    const show = async (profileId: string) => (await fixture.post("profiles.show", { profileId })).profile;
    expect(await show("triage")).toEqual({
      id: "triage",
      name: "Triage",
      description: "Sorts what comes in",
      source: "plugin",
      plugin: "desk",
      shadows: [],
      runtime: {},
      version: 1,
      inputs: {},
      checks: [],
      templates: { brief: { file: "brief.md", text: "Sort {{task.title}}\n" } },
    });
    expect(await show("doc-first")).toMatchObject({ source: "plugin", shadows: ["system"] });
    fixture.profile("user", "doc-first");
    expect(await show("doc-first")).toMatchObject({ source: "user", shadows: ["plugin", "system"] });
    expect((await fixture.post("profiles.list", { source: "plugin" })).total).toBe(2);
    expect(await fixture.post("profiles.validate", { source: "plugin" })).toMatchObject({ valid: true, checked: 2 });
    expect(await fixture.refusal("profiles.remove", { profileId: "triage" })).toMatchObject({
      code: "tasks.profile_shipped",
      detail: expect.stringContaining("comes with a plugin"),
    });
  });

  it("is rendered for a task like any other", async () => {
    const fixture = await openFixture({ plugins: [bringing("desk", [triage]).plugin] });
    const { task } = await fixture.post("create", { title: "the post", profile: "triage" });
    const { templates } = await fixture.post("profiles.render", { taskId: task.id });
    expect(templates.brief.text).toBe("Sort the post\n");
  });

  it("disappears when its plugin unregisters it", async () => {
    const { plugin, undo } = bringing("desk", [triage]);
    const fixture = await openFixture({ plugins: [plugin] });
    undo[0]?.();
    undo[0]?.();
    expect((await fixture.refusal("profiles.show", { profileId: "triage" })).status).toBe(404);
  });

  it("is not visible to other gateways in the process", async () => {
    await openFixture({ plugins: [bringing("desk", [triage]).plugin] });
    const other = await openFixture();
    expect((await other.refusal("profiles.show", { profileId: "triage" })).status).toBe(404);
  });

  it.each([
    ["with an invalid manifest", { ...triage, manifest: { ...manifest, name: "" } }, "profile.json:4:11 name must be"],
    [
      "with an invalid template",
      { ...triage, templates: { "brief.md": "\n{{x}}" } },
      "brief.md:2:1 Unknown placeholder",
    ],
    ["without the text of a template", { ...triage, templates: {} }, "templates contains no text for brief.md"],
    [
      "with an id that contains a path",
      { ...triage, manifest: { ...manifest, id: "../x" } },
      "profile.json:3:9 id must",
    ],
  ])("%s stops its plugin with the reason", async (_what, profile, reason) => {
    expect(await reasonAgainst(profile)).toContain(reason);
  });

  it("is rejected if another plugin has registered its id", async () => {
    const fixture = await openFixture({
      plugins: [bringing("desk", [triage]).plugin, bringing("mail", [triage]).plugin],
    });
    const entry = fixture.logged.find(({ fields }) => fields.plugin === "mail");
    expect(JSON.stringify(entry?.fields)).toContain('both register the profile \\"triage\\"');
  });
});
