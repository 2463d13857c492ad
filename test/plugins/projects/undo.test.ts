import { testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";

async function opened() {
  const { admin, stop } = await testGateway({ plugins: [projects(), service()] });
  onTestFinished(stop);
  const post = async (id: string, input: object = {}) => (await admin.post(id, input)).body;
  const make = async (input: object) => (await post("projects.create", input)).project.id as string;
  return {
    ...{ admin, post, make },
    async look(id: string) {
      const { updatedAt: _, archivedAt, ...project } = (await post("projects.show", { id })).project;
      return { ...project, isArchived: archivedAt !== undefined };
    },
    undoables: async () => (await post("service.undo.list")).total,
  };
}

describe("undoing", () => {
  it.each<[string, object, object]>([
    ["archive", {}, {}],
    ["unarchive", {}, {}],
    ["update", { description: "The relaunch" }, { name: "Web site", slug: "web", description: "The relaunch" }],
    ["update", { description: "" }, { name: "Web site", description: "" }],
    ["update", {}, { name: "Web site", slug: "web", description: "The relaunch" }],
  ])(
    "projects.%s restores the earlier state, and undoing the undo reapplies the change",
    async (verb, more, changes) => {
      const { admin, post, make, look } = await opened();
      const id = await make({ name: "Site", description: "Old", ...more });
      if (verb === "unarchive") await post("projects.archive", { id });
      await expectUndone(admin, `projects.${verb}`, { id: "site", ...changes }, () => look(id));
    },
  );

  it("a description that there was not removes it", async () => {
    const { admin, make, look } = await opened();
    const id = await make({ name: "Site" });
    const { undo } = await undoable(admin, "projects.update", { id, description: "New" });
    expect(await look(id)).toHaveProperty("description", "New");
    await undo();
    expect(await look(id)).not.toHaveProperty("description");
  });

  it("projects.create archives the project, and undoing that restores it", async () => {
    const { admin, look } = await opened();
    const { body, undo } = await undoable(admin, "projects.create", { name: "Site" });
    const { redo } = await undo();
    expect(await look(body.project.id)).toMatchObject({ isArchived: true });
    await redo();
    expect(await look(body.project.id)).toMatchObject({ isArchived: false });
  });

  it("holds for a project whose slug has changed since", async () => {
    const { post, make, look } = await opened();
    const id = await make({ name: "Site" });
    await post("projects.archive", { id: "site" });
    const [{ event }] = (await post("service.undo.list")).commands;
    await post("projects.update", { id, slug: "moved" });
    const other = await make({ name: "Site" });
    await post("projects.archive", { id: other });
    await post("service.undo", { event, execute: true });
    expect(await look(id)).toMatchObject({ slug: "moved", isArchived: false });
    expect(await look("site")).toMatchObject({ id: other, isArchived: true });
  });

  it("is not offered for a command that changed nothing", async () => {
    const { post, make, undoables } = await opened();
    const id = await make({ name: "Site", description: "x" });
    for (const [verb, more] of Object.entries({
      unarchive: {},
      update: { name: "Site", slug: "site", description: "x" },
    }))
      await post(`projects.${verb}`, { id, ...more });
    expect(await undoables()).toBe(1);
  });
});
