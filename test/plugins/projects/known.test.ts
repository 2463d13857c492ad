import { defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import { projectDirectory } from "@postern/projects/services";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";

const Ref = T.Object({ id: T.String(), slug: T.String(), name: T.String(), archivedAt: T.Optional(T.Number()) });
const group = defineGroup("shelf", { title: "Shelf", needs: { projects: projectDirectory } });
const find = defineQuery(group, {
  id: "shelf.find",
  summary: "Find a project",
  input: T.Object({ ref: T.Optional(T.String()) }),
  output: T.Object({ found: T.Optional(Ref) }),
  async run({ services }, { ref }) {
    const found = await (ref === undefined ? services.projects.known() : services.projects.find(ref));
    return { ...(found && { found }) };
  },
});
const shelf = definePlugin(group, { version: "1.0.0", operations: [find] });

async function open(project?: string, storage = memory()) {
  const fixture = await testGateway({
    plugins: [projects(project === undefined ? {} : { project }), shelf()],
    storage,
  });
  onTestFinished(() => fixture.stop());
  const post = async (id: string, body?: object) => (await fixture.admin.post(id, body)).body;
  return { ...fixture, post, warned: fixture.logged.filter(({ level }) => level === "warn") };
}

it("the default project is configured by slug or id", async () => {
  const storage = memory();
  const bySlug = await open("web", storage);
  expect(await bySlug.post("projects.known")).toEqual({ found: false, configured: "web" });
  const { project } = await bySlug.post("projects.create", { name: "Web" });
  expect(await bySlug.post("projects.known")).toEqual({ found: true, configured: "web", project });
  await bySlug.stop();
  const byId = await open(project.id, storage);
  expect(await byId.post("projects.known")).toEqual({ found: true, configured: project.id, project });
  expect(byId.warned).toEqual([]);
});

it("without configuration there is no default project and no warning", async () => {
  const { post, warned } = await open();
  expect(await post("projects.known")).toEqual({ found: false });
  expect(await post("shelf.find")).toEqual({});
  expect(warned).toEqual([]);
});

it.each(["nowhere", "", " ", "No Such Project", "../web", "org", "proj_0123456789abcdef01234567", "x".repeat(10_000)])(
  "an unknown default project like %.40j is logged and does not prevent startup",
  async (name) => {
    const { post, warned } = await open(name);
    expect(warned).toMatchObject([{ message: expect.stringContaining("does not exist"), fields: { project: name } }]);
    expect(await post("projects.known")).toEqual({ found: false, configured: name });
    expect(await post("shelf.find")).toEqual({});
    expect((await post("projects.create", { name: "Works" })).project.slug).toBe("works");
  },
);

it("an archived default project is logged and still used", async () => {
  const storage = memory();
  const before = await open("web", storage);
  await before.post("projects.create", { name: "Web" });
  const { project } = await before.post("projects.archive", { id: "web" });
  await before.stop();
  const { post, warned } = await open("web", storage);
  expect(warned).toMatchObject([{ message: expect.stringContaining("is archived") }]);
  expect(await post("projects.known")).toEqual({ found: true, configured: "web", project });
});

it("other plugins find projects by id and slug, including archived ones", async () => {
  const { post } = await open("web");
  const { project } = await post("projects.create", { name: "Web", description: "Not theirs to see" });
  const found = { id: project.id, slug: "web", name: "Web" };
  for (const ref of ["web", project.id, undefined])
    expect(await post("shelf.find", ref === undefined ? {} : { ref })).toEqual({ found });
  for (const ref of ["", "Web", "proj_", "../web", "no", "w\u0000", "x".repeat(5_000)])
    expect(await post("shelf.find", { ref })).toEqual({});
  await post("projects.archive", { id: "web" });
  expect(await post("shelf.find", { ref: "web" })).toEqual({ found: { ...found, archivedAt: expect.any(Number) } });
});
