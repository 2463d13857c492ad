import { testGateway } from "@postern/core/testing";
import projects, { projectArchived, projectCreated, projectUnarchived, projectUpdated } from "@postern/projects";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { titled } from "../../run/titled.ts";

const start = () => testGateway({ plugins: [projects()] });
let fixture: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  fixture = await start();
});
afterAll(() => fixture.stop());

const post = (id: string, body?: unknown) => fixture.admin.post(`projects.${id}`, body);
const make = async (body: object) => (await post("create", body)).body.project;
const missing = "proj_0123456789abcdef01234567";

describe("a project", () => {
  it("is created with the given fields only", async () => {
    const { status, body } = await post("create", { name: "Web site", description: "The relaunch" });
    expect(status).toBe(200);
    const { id, createdAt, ...rest } = body.project;
    expect(id).toMatch(/^proj_[0-9a-f]{24}$/);
    expect(rest).toEqual({ slug: "web-site", name: "Web site", description: "The relaunch", updatedAt: createdAt });
    expect(await make({ name: "Bare", description: "" })).not.toHaveProperty("description");
  });

  it("is shown by id and by slug", async () => {
    const project = await make({ name: "Shown" });
    expect((await post("show", { id: project.id })).body).toEqual({ project });
    expect((await post("show", { id: "shown" })).body).toEqual({ project });
  });

  it("can be updated, and an empty description removes it", async () => {
    const { id } = await make({ name: "Before", description: "Old" });
    expect((await post("update", { id: "before", name: "After" })).body.project).toMatchObject({
      id,
      slug: "before",
      name: "After",
      description: "Old",
    });
    expect((await post("update", { id, description: "" })).body.project).not.toHaveProperty("description");
    expect((await post("update", { id: "before", slug: "after" })).body.project).toMatchObject({ id, slug: "after" });
    expect((await post("show", { id: "before" })).status).toBe(404);
  });

  it("stays unchanged without an event if an update changes nothing", async () => {
    const project = await make({ name: "Still", description: "x" });
    const received: unknown[] = [];
    onTestFinished(fixture.gateway.on(projectUpdated, (event) => received.push(event)));
    for (const change of [{}, { name: "Still" }, { slug: "still" }, { description: "x" }])
      expect((await post("update", { id: "still", ...change })).body).toEqual({ project });
    expect(received).toEqual([]);
  });

  it("is archived and restored only once", async () => {
    await make({ name: "Done" });
    const archived = (await post("archive", { id: "done" })).body.project;
    expect(archived.archivedAt).toEqual(expect.any(Number));
    expect((await post("archive", { id: "done" })).body.project).toEqual(archived);
    const open = (await post("unarchive", { id: "done" })).body.project;
    expect(open).not.toHaveProperty("archivedAt");
    expect((await post("unarchive", { id: "done" })).body.project).toEqual(open);
  });

  it("emits one event per change", async () => {
    const here = await start();
    onTestFinished(() => here.stop());
    const received: unknown[] = [];
    for (const event of [projectCreated, projectUpdated, projectArchived, projectUnarchived])
      here.gateway.on(event, ({ type, subject, data }) => received.push([type, subject, data.project.slug, data]));
    const call = (id: string, body: object) => here.admin.post(`projects.${id}`, body);
    const { id } = (await call("create", { name: "One" })).body.project;
    await call("update", { id, slug: "two" });
    for (const name of ["archive", "archive", "unarchive", "unarchive"]) await call(name, { id });
    expect(received).toMatchObject([
      ["projects.project.created", id, "one", {}],
      ["projects.project.updated", id, "two", { formerSlug: "one" }],
      ["projects.project.archived", id, "two", {}],
      ["projects.project.unarchived", id, "two", {}],
    ]);
  });

  it("is 404 if it does not exist, with a command that lists projects", async () => {
    for (const name of ["show", "update", "archive", "unarchive"]) {
      for (const id of [missing, "nowhere", "org", "constructor", "tostring"]) {
        const { status, body } = await post(name, { id });
        expect({ name, status, code: body.code, fix: body.fix }).toEqual({
          name,
          status: 404,
          code: "projects.project_not_found",
          fix: "postern projects list",
        });
      }
    }
  });

  it.each([
    "",
    " web",
    "web ",
    "../web",
    "Web",
    "web\n",
    "wéb",
    "w%00",
    "proj_0123",
    "-web",
    "a".repeat(64),
    "a\u0000",
  ])("rejects the reference %j", async (id) => {
    for (const name of ["show", "update", "archive", "unarchive"])
      expect((await post(name, { id })).body).toMatchObject({ status: 400, issues: [{ path: "/id" }] });
  });

  it("is not accessible to a key narrowed to another project", async () => {
    const [mine, other] = [await make({ name: "Mine" }), await make({ name: "Other" })];
    const narrow = await fixture.client([`projects:write@${mine.id}`]);
    expect((await narrow.post("projects.show", { id: mine.id })).status).toBe(200);
    expect((await narrow.post("projects.show", { id: other.id })).status).toBe(403);
    const { projects, total } = (await narrow.post("projects.list")).body;
    expect({ ids: projects.map(({ id }: { id: string }) => id), total }).toEqual({ ids: [mine.id], total: 1 });
    expect((await narrow.post("projects.known")).status).toBe(403);
  });

  it("is not accessible by slug to a narrowed key", async () => {
    const { id } = await make({ name: "Narrow" });
    for (const grant of [`projects:write@${id}`, "projects:write@narrow"]) {
      const key = await fixture.client([grant]);
      expect((await key.post("projects.show", { id: "narrow" })).status).toBe(403);
    }
  });
});

describe("a slug", () => {
  it.each(
    titled([
      ["Web site", "web-site"],
      ["  Crème brûlée & Straße  ", "creme-brulee-strasse"],
      ["Łódź, Ærø, þing", "lodz-aero-thing"],
      ["İstanbul ılık", "istanbul-ilik"],
      ["Ｆｕｌｌ ｗｉｄｔｈ ①", "full-width-1"],
      ["It's 2027!", "its-2027"],
      ["-- a -- b --", "a-b"],
      ["日本語", "project"],
      ["🚀", "project"],
      ["x".repeat(200), "x".repeat(63)],
      [`${"x".repeat(62)} y`, "x".repeat(62)],
    ]),
  )("is generated from %s", async (_title, name, slug) => {
    const here = await start();
    onTestFinished(() => here.stop());
    expect((await here.admin.post("projects.create", { name })).body.project).toMatchObject({ name, slug });
  });

  it("gets a number if it is already used, even by an archived project", async () => {
    const made = [];
    for (let n = 0; n < 4; n++) made.push((await make({ name: "Same" })).slug);
    expect(made).toEqual(["same", "same-2", "same-3", "same-4"]);
    await post("archive", { id: "same-4" });
    expect((await make({ name: "Same" })).slug).toBe("same-5");
    const long = "y".repeat(63);
    expect([(await make({ name: long })).slug, (await make({ name: long })).slug]).toEqual([
      long,
      `${"y".repeat(61)}-2`,
    ]);
  });

  it("is never generated as a reserved word", async () => {
    expect((await make({ name: "Org" })).slug).toBe("org-2");
    expect((await make({ name: "Local" })).slug).toBe("local-2");
  });

  it.each(["org", "local"])("is rejected if it is the reserved word %s", async (slug) => {
    await make({ name: `Not ${slug}`, slug: `not-${slug}` });
    for (const [name, body] of [
      ["create", { name: "x", slug }],
      ["update", { id: `not-${slug}`, slug }],
    ] as const) {
      const reply = await post(name, body);
      expect(reply.body).toMatchObject({
        status: 400,
        code: "gateway.invalid_input",
        issues: [{ path: "/slug", code: "not", message: expect.stringContaining("not org or local") }],
      });
    }
  });

  it("of another project is rejected with its id and whether it is archived", async () => {
    const { id } = await make({ name: "Holder", slug: "held" });
    await make({ name: "Wants", slug: "wants" });
    const refused = { status: 409, code: "projects.slug_taken", slug: "held", projectId: id };
    expect((await post("create", { name: "x", slug: "held" })).body).toMatchObject({ ...refused, archived: false });
    await post("archive", { id });
    expect((await post("update", { id: "wants", slug: "held" })).body).toMatchObject({ ...refused, archived: true });
    expect((await post("show", { id: "wants" })).body.project.slug).toBe("wants");
  });

  it("is available immediately after it was changed", async () => {
    const { id } = await make({ name: "Moving", slug: "home" });
    await post("update", { id, slug: "away" });
    const next = await make({ name: "Next", slug: "home" });
    expect((await post("update", { id, slug: "home" })).body).toMatchObject({ status: 409, projectId: next.id });
    await post("update", { id: next.id, slug: "elsewhere" });
    expect((await post("update", { id, slug: "home" })).body.project.slug).toBe("home");
  });

  it.each(["", "Web", "web site", "-web", "web_site", "wéb", "a/b", "a".repeat(64), "proj_0123456789abcdef01234567"])(
    "is rejected if it is %j",
    async (slug) => {
      expect((await post("create", { name: "x", slug })).body).toMatchObject({
        status: 400,
        issues: expect.arrayContaining([expect.objectContaining({ path: "/slug" })]),
      });
    },
  );

  it("is shown in the plan", async () => {
    const dry = await fixture.admin.post("projects.create", { name: "Planned" }, { "x-dry-run": "true" });
    expect(dry.body).toMatchObject({ dryRun: true, plan: { summary: "Create the project planned", slug: "planned" } });
    expect((await post("show", { id: "planned" })).status).toBe(404);
    await make({ name: "Planned" });
    const move = await fixture.admin.post("projects.update", { id: "planned", slug: "b" }, { "x-dry-run": "true" });
    expect(move.body.plan).toMatchObject({
      summary: "Update the project planned and change its slug to b",
      formerSlug: "planned",
    });
  });
});

describe("invalid input", () => {
  it.each(
    titled(
      [
        ["create", {}, "/name"],
        ["create", { name: "" }, "/name"],
        ["create", { name: " \t" }, "/name"],
        ["create", { name: 7 }, "/name"],
        ["create", { name: "x".repeat(201) }, "/name"],
        ["create", { name: "x", description: "y".repeat(2001) }, "/description"],
        ["create", { name: "x", archived: true }, "/archived"],
        ["update", { id: "a", name: "" }, "/name"],
        ["list", { archived: "true" }, "/archived"],
        ["list", { query: "" }, "/query"],
        ["list", { limit: "501" }, "/limit"],
        ["list", { limit: "1e3" }, "/limit"],
        ["list", { offset: "-1" }, "/offset"],
        ["list", { limit: 5.5 }, "/limit"],
        ["list", { fields: "id,nothing" }, "/fields"],
        ["known", { id: "a" }, "/id"],
      ],
      1,
    ),
  )("%s is rejected by %s", async (_title, name, body, path) => {
    expect((await post(name, body)).body).toMatchObject({
      status: 400,
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    });
  });
});

describe("the list of projects", () => {
  let here: typeof fixture;
  const slugs = async (filter: object) =>
    (await here.admin.post("projects.list", filter)).body.projects.map(({ slug }: { slug: string }) => slug);
  beforeEach(async () => {
    here = await start();
    for (const name of ["Mobile app", "Web site", "Webhooks", "Archive"])
      await here.admin.post("projects.create", { name });
    await here.admin.post("projects.archive", { id: "archive" });
    return () => here.stop();
  });

  it("is sorted by slug, with archived projects separate", async () => {
    expect(await slugs({})).toEqual(["mobile-app", "web-site", "webhooks"]);
    expect(await slugs({ archived: true })).toEqual(["archive"]);
  });

  it("is searched by name or slug, ignoring case", async () => {
    expect(await slugs({ query: "WEB" })).toEqual(["web-site", "webhooks"]);
    expect(await slugs({ query: "b S" })).toEqual(["web-site"]);
    expect(await slugs({ query: "b-s" })).toEqual(["web-site"]);
    expect(await slugs({ query: "arch" })).toEqual([]);
    expect(await slugs({ query: "arch", archived: true })).toEqual(["archive"]);
  });

  it("is paged", async () => {
    const page = (await here.admin.post("projects.list", { limit: "2", fields: "slug" })).body;
    expect(page).toEqual({
      projects: [{ slug: "mobile-app" }, { slug: "web-site" }],
      total: 3,
      limit: 2,
      offset: 0,
      nextOffset: 2,
    });
    const last = (await here.admin.post("projects.list", { limit: "2", offset: "7" })).body;
    expect(last).toEqual({ projects: [], total: 3, limit: 2, offset: 7 });
  });
});
