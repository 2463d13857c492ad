import { defineGroup, definePlugin, optional } from "@postern/core";
import { type Manifest, type TaskProfile, taskProfiles } from "@postern/tasks/services";
import { describe, expect, it } from "vitest";
import { openHouse } from "./profiles-house.ts";

const manifest: Manifest = {
  version: 1,
  id: "triage",
  name: "Triage",
  description: "Sorts what comes in",
  templates: { brief: "brief.md" },
};
const triage: TaskProfile = { plugin: "desk", manifest, templates: { "brief.md": "Sort {{task.title}}\n" } };

/** A plugin that brings these profiles along, and what takes them off again. */
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

/** Why a plugin that brings this profile along is set aside. */
async function reasonAgainst(profile: TaskProfile): Promise<string> {
  const house = await openHouse({ plugins: [bringing("desk", [profile]).plugin] });
  const told = house.logged.find(({ fields }) => fields.plugin === "desk");
  expect((await house.post("profiles.list", { source: "plugin" })).total).toBe(0);
  return JSON.stringify(told?.fields);
}

describe("a plugin's profile", () => {
  it("counts above Postern's own and below the user's", async () => {
    const ours = { ...triage, manifest: { ...manifest, id: "doc-first" } };
    const house = await openHouse({ plugins: [bringing("desk", [triage, ours]).plugin] });
    const show = async (profileId: string) => (await house.post("profiles.show", { profileId })).profile;
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
    house.profile("user", "doc-first");
    expect(await show("doc-first")).toMatchObject({ source: "user", shadows: ["plugin", "system"] });
    expect((await house.post("profiles.list", { source: "plugin" })).total).toBe(2);
    expect(await house.post("profiles.validate", { source: "plugin" })).toMatchObject({ valid: true, checked: 2 });
    expect(await house.refusal("profiles.remove", { profileId: "triage" })).toMatchObject({
      code: "tasks.profile_shipped",
      detail: expect.stringContaining("comes with a plugin"),
    });
  });

  it("is filled in for a task like any other", async () => {
    const house = await openHouse({ plugins: [bringing("desk", [triage]).plugin] });
    const { task } = await house.post("create", { title: "the post", profile: "triage" });
    const { templates } = await house.post("profiles.render", { taskId: task.id });
    expect(templates.brief.text).toBe("Sort the post\n");
  });

  it("goes when its plugin takes it off, and another may bring one of its id", async () => {
    const { plugin, undo } = bringing("desk", [triage]);
    const house = await openHouse({ plugins: [plugin] });
    undo[0]?.();
    undo[0]?.();
    expect((await house.refusal("profiles.show", { profileId: "triage" })).status).toBe(404);
  });

  it("belongs to one gateway, and not to others in the process", async () => {
    await openHouse({ plugins: [bringing("desk", [triage]).plugin] });
    const other = await openHouse();
    expect((await other.refusal("profiles.show", { profileId: "triage" })).status).toBe(404);
  });

  it.each([
    ["whose manifest is wrong", { ...triage, manifest: { ...manifest, name: "" } }, "profile.json:4:11 name must be"],
    ["whose template is wrong", { ...triage, templates: { "brief.md": "\n{{x}}" } }, "brief.md:2:1 There is no"],
    ["without the text of a template", { ...triage, templates: {} }, "there is no text for brief.md"],
    [
      "with an id that leads elsewhere",
      { ...triage, manifest: { ...manifest, id: "../x" } },
      "profile.json:3:9 id must",
    ],
  ])("%s stops its plugin with the reason", async (_what, profile, reason) => {
    expect(await reasonAgainst(profile)).toContain(reason);
  });

  it("is refused where another plugin has brought one of its id", async () => {
    const house = await openHouse({ plugins: [bringing("desk", [triage]).plugin, bringing("mail", [triage]).plugin] });
    const told = house.logged.find(({ fields }) => fields.plugin === "mail");
    expect(JSON.stringify(told?.fields)).toContain("both register the profile triage");
  });
});
