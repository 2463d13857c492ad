import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Client, testGateway } from "@postern/core/testing";
import widgets from "@postern/widgets";
import { createStorage } from "unstorage";
import { describe, expect, it, onTestFinished } from "vitest";
import { openGateway, page, write } from "./gateway.ts";

type Setup = Awaited<ReturnType<typeof openGateway>>;
type Files = Readonly<Record<string, string | Uint8Array>>;
const MEBIBYTE = 2 ** 20;
const hello = { "widget.html": page(), "js/a.js": "let a;", "empty.txt": "" };
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");

/** Uploads files in parts of 1 MiB and returns them as a publish accepts them. */
async function upload({ post, admin }: Setup, files: Files, client: Client = admin) {
  const cut = (content: Buffer) =>
    Array.from({ length: Math.ceil(content.length / MEBIBYTE) }, (_, at) =>
      base64(content.subarray(at * MEBIBYTE, (at + 1) * MEBIBYTE)),
    );
  return Promise.all(
    Object.entries(files).map(async ([path, content]) => {
      const parts = cut(Buffer.from(content));
      return { path, parts: parts.length === 0 ? [] : (await post("upload", { parts }, client)).parts };
    }),
  );
}

describe("an uploaded folder", () => {
  it("is planned, checked and published like the same folder in the workspace", async () => {
    const setup = await openGateway();
    write(join(setup.workspace, "hello"), hello);
    const files = await upload(setup, hello);
    const [here, sent] = [
      await setup.post("publish", { dir: "hello" }),
      await setup.post("publish", { dir: "hello", files }),
    ];
    expect(sent.plan).toEqual(here.plan);
    expect(await setup.post("check", { dir: "hello", files })).toEqual(await setup.post("check", { dir: "hello" }));
    expect((await setup.post("list", {})).items).toEqual([]);
    const reply = await setup.admin.post(
      "widgets.publish",
      { dir: "hello", files, execute: true },
      { "if-match": `"${sent.digest}"` },
    );
    expect(reply.body).toMatchObject({ success: true, ref: "org/hello", version: 1 });
    for (const [path, text] of Object.entries(hello))
      expect((await setup.admin.send(`/widgets/org/hello/${path}`)).body).toBe(text);
    expect(await setup.post("publish", { dir: "hello", execute: true })).toMatchObject({ unchanged: true, version: 1 });
  });

  it("needs no workspace, and is named by the last part of its path", async () => {
    const plugins = [widgets()];
    const { admin, stop } = await testGateway({ plugins });
    onTestFinished(stop);
    const { parts } = (await admin.post("widgets.upload", { parts: [base64(page())] })).body;
    const files = [{ path: "widget.html", parts }];
    const { body } = await admin.post("widgets.publish", { dir: "../over/there", files });
    expect(body.plan.summary).toBe("Publish there as version 1 of org/there");
    expect((await admin.post("widgets.publish", { dir: "..", files })).body.issues[0].path).toBe("/slug");
    expect((await admin.post("widgets.publish", { dir: "there" })).body.code).toBe("widgets.no_workspace");
  });

  it("can have files of many parts, and uploading a part again is idempotent", async () => {
    const setup = await openGateway();
    const large = Buffer.alloc(2.5 * MEBIBYTE, "abc");
    const files = await upload(setup, { ...hello, "large.bin": large });
    expect(await upload(setup, { ...hello, "large.bin": large })).toEqual(files);
    const { ref } = await setup.post("publish", { dir: "w", files, execute: true });
    const shown = await setup.post("show", { ref });
    const sha256 = createHash("sha256").update(large).digest("hex");
    expect(shown.files).toContainEqual(expect.objectContaining({ path: "large.bin", bytes: large.length, sha256 }));
  });

  it("with errors is not published", async () => {
    const setup = await openGateway();
    const files = await upload(setup, { "index.html": page() });
    const answer = await setup.post("publish", { dir: "w", files, execute: true });
    expect([answer.success, answer.diagnostics[0].code]).toEqual([false, "page_missing"]);
  });
});

describe("the files of an upload", () => {
  it.each([
    ["../a.js", "is never published: a name in its path"],
    [".env", "is never published: a name in its path"],
    ["node_modules/a.js", "is never published: a name in its path"],
    ["/a.js", "is not a relative path with single slashes"],
    ["a//b.js", "is not a relative path with single slashes"],
    ["a\\b.js", "a character in its name that some systems reject"],
    ["a\nb", "a character in its name that some systems reject"],
    ["con.js", "that is reserved on Windows"],
    ["dir./a.js", "ends with a dot"],
    ["x".repeat(401), "has a path longer than 400 characters"],
    [`${"a/".repeat(17)}a.js`, "is nested more than 16 folders deep"],
    ["WIDGET.html", "is a duplicate, or differs from another name only in case or Unicode form"],
    ["widget.html/a.js", "is a duplicate, or differs from another name only in case or Unicode form"],
    ["JS/b.js", "is a duplicate, or differs from another name only in case or Unicode form"],
  ])("are rejected if one is named %.40j", async (path, reason) => {
    const setup = await openGateway();
    const files = [...(await upload(setup, hello)), { path, parts: [] }];
    for (const [verb, more] of [
      ["check", {}],
      ["publish", {}],
      ["publish", { execute: true }],
    ] as const) {
      const { status, body } = await setup.ask(verb, { dir: "w", files, ...more });
      expect([status, body.code, body.detail]).toEqual([
        400,
        "widgets.folder_refused",
        expect.stringContaining(reason),
      ]);
    }
  });

  it("are limited to 500 files and 25 MiB, counting repeated parts", async () => {
    const setup = await openGateway();
    const [page = { path: "", parts: [] }] = await upload(setup, hello);
    const many = Array.from({ length: 501 }, (_, n) => ({ path: `${n}.txt`, parts: [] }));
    expect((await setup.ask("check", { dir: "w", files: many })).body.issues[0].path).toBe("/files");
    const [part] = await upload(setup, { "a.bin": Buffer.alloc(MEBIBYTE) });
    const copies = Array.from({ length: 26 }, (_, n) => ({ path: `${n}.bin`, parts: part?.parts }));
    const { status, body } = await setup.ask("check", { dir: "w", files: [page, ...copies] });
    expect([status, body.limit]).toEqual([400, 25 * MEBIBYTE]);
    const long = { path: "a.bin", parts: Array.from({ length: 26 }, () => part?.parts[0]) };
    expect((await setup.ask("check", { dir: "w", files: [page, long] })).body.limit).toBe(25 * MEBIBYTE);
  });

  it("can only be used by their uploader", async () => {
    const setup = await openGateway();
    const [mine, other] = [await setup.client(["widgets:*"]), await setup.client(["widgets:*"])];
    const files = await upload(setup, hello, mine);
    expect((await setup.ask("publish", { dir: "w", files }, mine)).status).toBe(200);
    const { status, body } = await setup.ask("publish", { dir: "w", files }, other);
    expect([status, body.code]).toEqual([409, "widgets.part_not_found"]);
    const forged = [{ path: "widget.html", parts: [`${files[0]?.parts[0].slice(0, 65)}${"A".repeat(43)}`] }];
    expect((await setup.ask("publish", { dir: "w", files: forged }, mine)).body.code).toBe("widgets.part_not_found");
  });
});

describe("an upload", () => {
  it.each([
    ["empty", ""],
    ["without padding", "SGVsbG8"],
    ["with a space", "SGVs bG8="],
    ["with extra bits", "SGVsbG9="],
    ["of more than 1 MiB", base64(Buffer.alloc(MEBIBYTE + 1))],
  ])("rejects a part that is %s", async (_, part) => {
    const { ask } = await openGateway();
    const { status, body } = await ask("upload", { parts: ["SGVsbG8=", part] });
    expect([status, body.code, body.index]).toEqual([400, "widgets.part_refused", 1]);
  });

  it("needs write access to the scope of the publish", async () => {
    const setup = await openGateway();
    const parts = ["SGVsbG8="];
    const [reader, narrow] = [await setup.client(["widgets:read"]), await setup.client(["widgets:write@org"])];
    expect((await setup.ask("upload", { parts }, reader)).status).toBe(403);
    expect((await setup.ask("upload", { parts }, narrow)).status).toBe(403);
    expect((await setup.ask("upload", { parts, scope: "org" }, narrow)).status).toBe(200);
  });

  it("is removed after some hours if it is not published, and must then be repeated", async () => {
    const blobs = createStorage();
    const setup = await openGateway({ blobs });
    const files = await upload(setup, hello);
    const kept = await setup.post("publish", { dir: "kept", files, execute: true });
    const left = await upload(setup, { ...hello, "left.txt": "left" });
    expect(await blobs.getKeys("widgets")).toHaveLength(4);
    // Later than the next sweep, which is at most 6.6 hours after the last one.
    await setup.advance(7 * 60 * 60_000);
    expect(await blobs.getKeys("widgets")).toHaveLength(3);
    expect((await setup.admin.send(`/widgets/${kept.ref}/js/a.js`)).body).toBe("let a;");
    const { status, body } = await setup.ask("publish", { dir: "left", files: left, execute: true });
    expect([status, body.code, body.path]).toEqual([409, "widgets.part_not_found", "left.txt"]);
    expect((await setup.post("list", {})).total).toBe(1);
  });
});

it("files in the workspace are not used for an upload", async () => {
  const setup = await openGateway();
  write(join(setup.workspace, "w"), { "widget.html": page("there") });
  const files = await upload(setup, hello);
  await setup.post("publish", { dir: "w", files, execute: true });
  expect((await setup.admin.send("/widgets/org/w/widget.html")).body).toBe(hello["widget.html"]);
});
