import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { BlobStorage } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { newWorkspace, openGateway, page, write } from "./gateway.ts";

const hello = { "widget.html": page() };

describe("a publish", () => {
  it("shows its plan and changes nothing without execute", async () => {
    const { workspace, post } = await openGateway();
    write(join(workspace, "hello"), { ...hello, "widget.json": '{"name":"Hello!","kind":"clock"}' });
    const { dryRun, plan, digest } = await post("publish", { dir: "hello", note: "First" });
    expect(dryRun).toBe(true);
    expect(plan).toMatchObject({
      summary: "Publish hello as version 1 of org/hello",
      ref: "org/hello",
      version: 1,
      unchanged: false,
      name: "Hello!",
      kind: "clock",
      externalAllowed: false,
      files: 2,
    });
    expect(plan).not.toHaveProperty("diagnostics");
    expect((await post("list", {})).items).toEqual([]);
    expect(JSON.stringify(plan)).not.toContain(workspace);
    expect(digest).toMatch(/^[\w-]{43}$/);
  });

  it("returns the widget, which can be read immediately by its ref", async () => {
    const { publish, post } = await openGateway();
    const answer = await publish("hello", hello, { note: "First" });
    expect(answer).toEqual({
      success: true,
      ref: "org/hello",
      version: 1,
      unchanged: false,
      contentHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      diagnostics: [],
      item: {
        ref: "org/hello",
        scope: "org",
        slug: "hello",
        name: "hello",
        description: "",
        project: { id: "", slug: "", name: "" },
        kind: "widget",
        externalAllowed: false,
        version: 1,
        contentHash: answer.contentHash,
        archived: false,
        publishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        publishedBy: { name: "test" },
        updatedAt: answer.item.publishedAt,
      },
    });
    const shown = await post("show", { ref: answer.ref });
    expect(shown.item).toEqual(answer.item);
    expect(shown.version).toMatchObject({ version: 1, note: "First", files: 1 });
    expect(shown.files).toEqual([{ path: "widget.html", bytes: page().length, sha256: expect.any(String) }]);
  });

  it("creates a version for new content only", async () => {
    const { publish, post } = await openGateway();
    const first = await publish("hello", hello);
    expect(await publish("hello", hello, { note: "again" })).toMatchObject({ unchanged: true, version: 1 });
    const second = await publish("hello", { "widget.html": page("<p>Other</p>") });
    expect(second).toMatchObject({ unchanged: false, version: 2 });
    expect(second.contentHash).not.toBe(first.contentHash);
    // The content hash does not depend on the path of the folder or the times of its files.
    expect((await publish("elsewhere/hello", hello)).contentHash).toBe(first.contentHash);
    expect((await post("versions", { ref: "org/hello" })).versions).toMatchObject([
      { version: 3, contentHash: first.contentHash },
      { version: 2 },
      { version: 1 },
    ]);
  });

  it("with another name renames the widget without a new version", async () => {
    const { publish } = await openGateway();
    await publish("hello", hello);
    const renamed = await publish("hello", hello, { name: "Good day" });
    expect(renamed).toMatchObject({ unchanged: true, version: 1, item: { name: "Good day" } });
  });

  it("numbers the versions of concurrent publishes without gaps", async () => {
    const { workspace, post } = await openGateway({ storage: lmdb({ path: join(newWorkspace(), "store") }) });
    const calls = Array.from({ length: 20 }, (_, n) => {
      write(join(workspace, `w${n}`), { "widget.html": page(`<p>${n}</p>`) });
      return post("publish", { dir: `w${n}`, slug: "busy", execute: true });
    });
    const answers = await Promise.all(calls);
    expect(answers.map(({ version }) => version).sort((a, b) => a - b)).toEqual(answers.map((_, n) => n + 1));
    expect((await post("versions", { ref: "org/busy" })).total).toBe(20);
    expect((await post("show", { ref: "org/busy" })).item.version).toBe(20);
  });

  it("reads each file at most four times for concurrent publishes of a folder", async () => {
    let looks = 0;
    const kept = createStorage();
    const blobs: BlobStorage = {
      getItemRaw: (key) => {
        looks++;
        return kept.getItemRaw(key);
      },
      setItemRaw: (key, value) => kept.setItemRaw(key, value),
      getMeta: (key) => kept.getMeta(key),
      getKeys: (base) => kept.getKeys(base),
      removeItem: (key) => kept.removeItem(key),
    };
    const { workspace, post } = await openGateway({ blobs });
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.txt`, `${n}`]));
    write(join(workspace, "hello"), { ...hello, ...files });
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => post("publish", { dir: "hello", execute: true })),
    );
    expect(answers.map(({ success, version }) => [success, version])).toEqual(Array(16).fill([true, 1]));
    expect(answers.filter(({ unchanged }) => !unchanged)).toHaveLength(1);
    expect(looks).toBeLessThanOrEqual(4 * 21);
  });

  it("executes only the plan that was shown", async () => {
    const { workspace, admin, post } = await openGateway();
    write(join(workspace, "hello"), hello);
    const { digest } = await post("publish", { dir: "hello" });
    write(join(workspace, "hello"), { "widget.html": page("<p>Changed</p>") });
    const body = { dir: "hello", execute: true };
    expect((await admin.post("widgets.publish", body, { "if-match": `"${digest}"` })).status).toBe(412);
    expect((await post("list", {})).total).toBe(0);
  });

  it("with errors publishes nothing and does not use up the idempotency key", async () => {
    const { workspace, admin, post } = await openGateway();
    write(join(workspace, "hello"), { "widget.html": "<!doctype html><title>x</title><script>let a = ;</script>" });
    for (const body of [{ dir: "hello" }, { dir: "hello", execute: true }]) {
      const { status, body: answer } = await admin.post("widgets.publish", body, { "idempotency-key": "one" });
      expect(status).toBe(200);
      expect(answer).toEqual({
        success: false,
        ref: "org/hello",
        version: 0,
        unchanged: true,
        contentHash: expect.any(String),
        item: expect.objectContaining({ ref: "org/hello", name: "hello", version: 0, publishedAt: "" }),
        diagnostics: [expect.objectContaining({ code: "script_syntax", severity: "error", line: 1 })],
      });
      expect(answer.item.contentHash).toBe(answer.contentHash);
    }
    expect((await post("list", {})).total).toBe(0);
    write(join(workspace, "hello"), hello);
    const reply = await admin.post("widgets.publish", { dir: "hello", execute: true }, { "idempotency-key": "one" });
    expect(reply.body).toMatchObject({ success: true, version: 1 });
    write(join(workspace, "hello"), { "widget.html": "" });
    const broken = await post("publish", { dir: "hello", execute: true });
    expect(broken).toMatchObject({ success: false, version: 1, unchanged: true, item: reply.body.item });
  });

  it("uses the folder's name as the slug, and requires a slug if that is not possible", async () => {
    const { publish, ask, workspace } = await openGateway();
    expect((await publish("My Own_Widget", hello)).ref).toBe("org/my-own-widget");
    expect((await publish("other", hello, { slug: "chosen" })).ref).toBe("org/chosen");
    write(join(workspace, "日本"), hello);
    const { status, body } = await ask("publish", { dir: "日本" });
    expect([status, body.issues[0].path]).toEqual([400, "/slug"]);
    for (const slug of ["Big", "-x", "a/b", "a b", "", "x".repeat(64), "../x"])
      expect((await ask("publish", { dir: "other", slug })).status).toBe(400);
  });

  it.each([["x".repeat(501)], [5], [null]])("rejects the note %.20j", async (note) => {
    const { ask } = await openGateway();
    const { status, body } = await ask("publish", { dir: "x", note });
    expect([status, body.issues[0].path]).toEqual([400, "/note"]);
  });
});

describe("a scope", () => {
  it("can be a project, and survives a change of the project's slug", async () => {
    const { admin, publish, post } = await openGateway({ project: "site" });
    const { project } = (await admin.post("projects.create", { name: "Site", slug: "site" })).body;
    await admin.post("projects.create", { name: "Shop", slug: "shop" });
    const { item } = await publish("hello", hello);
    expect(item).toMatchObject({
      ref: "site/hello",
      scope: "project",
      project: { id: project.id, slug: "site", name: "Site" },
    });
    expect((await publish("hello", hello, { scope: "shop" })).ref).toBe("shop/hello");
    expect((await publish("hello", hello, { scope: "org" })).ref).toBe("org/hello");
    await admin.post("projects.update", { id: project.id, slug: "web" });
    expect((await post("show", { ref: "web/hello" })).item.ref).toBe("web/hello");
    expect((await post("list", { scope: "web", fields: "ref" })).items).toEqual([{ ref: "web/hello" }]);
    expect((await post("list", { fields: "ref" })).total).toBe(3);
  });

  it("is rejected with 404 if it is unknown, and no project can be named org", async () => {
    const { admin, ask, workspace } = await openGateway();
    write(join(workspace, "hello"), hello);
    expect((await ask("publish", { dir: "hello", scope: "nowhere" })).body).toMatchObject({
      status: 404,
      code: "widgets.project_not_found",
      project: "nowhere",
    });
    expect((await admin.post("projects.create", { name: "Org", slug: "org" })).status).toBe(400);
    for (const verb of ["show", "versions", "archive", "link"])
      expect((await ask(verb, { ref: "nowhere/x" })).body.code).toBe("widgets.project_not_found");
  });

  it("accepts no widgets if it is an archived project", async () => {
    const { admin, ask, workspace } = await openGateway();
    write(join(workspace, "hello"), hello);
    const { project } = (await admin.post("projects.create", { name: "Old", slug: "old" })).body;
    await admin.post("projects.archive", { id: project.id });
    expect((await ask("publish", { dir: "hello", scope: "old" })).body.code).toBe("widgets.project_archived");
  });

  it("can limit the grants of a key", async () => {
    const { client, ask, post, publish, workspace } = await openGateway();
    await publish("hello", hello);
    const narrow = await client(["widgets:write@org"]);
    write(join(workspace, "hello"), { "widget.html": page("<p>By another</p>") });
    expect((await post("publish", { dir: "hello", scope: "org", execute: true }, narrow)).version).toBe(2);
    expect((await post("show", { ref: "org/hello" }, narrow)).item.version).toBe(2);
    expect((await ask("publish", { dir: "hello", scope: "shop" }, narrow)).status).toBe(403);
    expect((await ask("show", { ref: "shop/hello" }, narrow)).status).toBe(403);
    expect((await ask("list", {}, narrow)).body.total).toBe(1);
    expect((await ask("list", { scope: "org" }, narrow)).body.total).toBe(1);
  });
});

describe("a published widget", () => {
  it("can be rolled back, and the rollback too", async () => {
    const { publish, post, ask } = await openGateway();
    const one = await publish("hello", { ...hello, "widget.json": '{"name":"One"}' });
    await publish("hello", { "widget.html": page("<p>Two</p>"), "widget.json": '{"name":"Two"}' });
    const { plan } = await post("rollback", { ref: "org/hello", toVersion: 1 });
    expect(plan.summary).toBe("Restore version 1 of org/hello as version 3");
    const back = await post("rollback", { ref: "org/hello", toVersion: 1, note: "Slow", execute: true });
    expect(back).toMatchObject({ version: 3, unchanged: false, contentHash: one.contentHash, item: { name: "One" } });
    expect(await post("rollback", { ref: "org/hello", toVersion: 1, execute: true })).toMatchObject({
      version: 3,
      unchanged: true,
    });
    const { versions } = await post("versions", { ref: "org/hello", fields: "version,note,restores,name" });
    expect(versions).toEqual([
      { version: 3, name: "One", note: "Slow", restores: 1 },
      { version: 2, name: "Two" },
      { version: 1, name: "One" },
    ]);
    await post("rollback", { ref: "org/hello", toVersion: 2, execute: true });
    expect((await post("show", { ref: "org/hello" })).item).toMatchObject({ version: 4, name: "Two" });
    expect((await ask("rollback", { ref: "org/hello", toVersion: 9 })).body).toMatchObject({
      status: 404,
      code: "widgets.version_not_found",
      version: 9,
      newest: 4,
    });
  });

  it("can be archived and unarchived, and is not served while it is archived", async () => {
    const { publish, post, ask, workspace, admin } = await openGateway();
    await publish("hello", hello);
    expect((await post("archive", { ref: "org/hello" })).item).toMatchObject({ archived: true });
    expect((await post("archive", { ref: "org/hello" })).item).toMatchObject({ archived: true });
    expect((await post("list", {})).total).toBe(0);
    expect((await post("list", { archived: true, fields: "ref" })).items).toEqual([{ ref: "org/hello" }]);
    write(join(workspace, "hello"), { "widget.html": page("<p>Late</p>") });
    for (const [verb, more] of [
      ["publish", { dir: "hello" }],
      ["rollback", { ref: "org/hello", toVersion: 1 }],
      ["link", { ref: "org/hello" }],
    ] as const)
      expect((await ask(verb, more)).body).toMatchObject({
        status: 409,
        code: "widgets.widget_archived",
        fix: "postern widgets unarchive --ref org/hello",
      });
    expect((await admin.send("/widgets/org/hello/")).status).toBe(409);
    expect((await post("show", { ref: "org/hello@1" })).version.version).toBe(1);
    expect((await post("unarchive", { ref: "org/hello" })).item).toMatchObject({ archived: false, version: 1 });
    expect((await admin.send("/widgets/org/hello/")).status).toBe(200);
  });

  it("can be shown by version, in the ref or as a field", async () => {
    const { publish, post, ask } = await openGateway();
    await publish("hello", hello);
    await publish("hello", { "widget.html": page("<p>Two</p>"), "more.css": "p { color: red }" });
    expect((await post("show", { ref: "org/hello" })).files).toHaveLength(2);
    expect((await post("show", { ref: "org/hello@1" })).files).toHaveLength(1);
    expect((await post("show", { ref: "org/hello", version: 1 })).version.version).toBe(1);
    expect((await ask("show", { ref: "org/hello@1", version: 2 })).body.issues[0].path).toBe("/version");
    expect((await ask("show", { ref: "org/nothing" })).body.code).toBe("widgets.widget_not_found");
    expect((await ask("show", { ref: "org/hello@7" })).body.code).toBe("widgets.version_not_found");
    for (const ref of ["hello", "org/hello/x", "org/hello@", "org/hello@0", "org/../x", "ORG/hello"])
      expect((await ask("show", { ref })).status).toBe(400);
  });

  it("emits an event for each change", async () => {
    const { gateway, publish, post } = await openGateway();
    const events: unknown[] = [];
    for (const type of [
      "version.published",
      "widget.renamed",
      "widget.archived",
      "widget.unarchived",
      "folder.created",
    ])
      gateway.on({ type: `widgets.${type}` } as never, ({ type, subject }: { type: string; subject?: string }) =>
        events.push(`${type} ${subject}`),
      );
    await post("init", { dir: "new/clock", name: "Clock" });
    await publish("hello", hello);
    await publish("hello", hello);
    await publish("hello", hello, { name: "Other" });
    await post("archive", { ref: "org/hello" });
    await post("unarchive", { ref: "org/hello" });
    await post("unarchive", { ref: "org/hello" });
    await expect
      .poll(() => events)
      .toEqual([
        "widgets.folder.created new/clock",
        "widgets.version.published org/hello",
        "widgets.widget.renamed org/hello",
        "widgets.widget.archived org/hello",
        "widgets.widget.unarchived org/hello",
      ]);
  });
});

describe("a new widget", () => {
  it("can be published as it was created, without diagnostics", async () => {
    const { post } = await openGateway();
    const made = await post("init", { dir: "widgets/my-clock", name: 'Clock <"&>' });
    expect(made).toEqual({
      dir: "widgets/my-clock",
      slug: "my-clock",
      name: 'Clock <"&>',
      files: ["widget.html", "widget.json"],
    });
    expect(await post("check", { dir: made.dir })).toMatchObject({ success: true, files: 2, diagnostics: [] });
    expect((await post("publish", { dir: made.dir, execute: true })).item).toMatchObject({
      ref: "org/my-clock",
      name: 'Clock <"&>',
    });
  });

  it("overwrites nothing and stays in the workspace", async () => {
    const { workspace, ask } = await openGateway();
    write(join(workspace, "taken"), { "widget.json": "{}" });
    expect((await ask("init", { dir: "taken" })).body).toMatchObject({
      status: 409,
      code: "widgets.folder_taken",
      path: "taken/widget.json",
    });
    symlinkSync("/", join(workspace, "out"));
    for (const dir of ["../x", "/etc", "out/x"]) {
      const { status, body } = await ask("init", { dir, slug: "x" });
      expect([dir, status, body.code]).toEqual([dir, 400, "widgets.folder_refused"]);
    }
    expect((await ask("init", { dir: "taken/widget.json/x" })).status).toBe(400);
  });
});

it("works without projects: all widgets belong to the organization", async () => {
  const { publish, ask, post } = await openGateway({ alone: true });
  expect((await publish("hello", hello)).ref).toBe("org/hello");
  expect((await ask("publish", { dir: "hello", scope: "site" })).status).toBe(404);
  expect((await post("list", {})).items).toHaveLength(1);
});

it("reports the file that it has no permission to read", async () => {
  const { workspace, ask } = await openGateway();
  write(join(workspace, "hello"), { ...hello, "closed.txt": "x" });
  chmodSync(workspace, 0o755);
  chmodSync(join(workspace, "hello/closed.txt"), 0);
  const reply = await asNobody(() => ask("check", { dir: "hello" }));
  expect(reply.body).toMatchObject({ status: 400, code: "widgets.folder_refused", path: "hello/closed.txt" });
});

/** Runs as another user: root can read all files. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
