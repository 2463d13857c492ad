import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, linkSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newWorkspace, openGateway, page, write } from "./gateway.ts";

const hello = { "widget.html": page() };

/** Checks a folder `w` that `make` has changed, and returns the error. */
async function refusal(make: (folder: string) => unknown) {
  const { workspace, ask } = await openGateway();
  write(join(workspace, "w"), hello);
  await make(join(workspace, "w"));
  const errors = [];
  for (const [verb, more] of [
    ["check", {}],
    ["publish", {}],
    ["publish", { execute: true }],
  ] as const) {
    const { status, body } = await ask(verb, { dir: "w", ...more });
    expect(JSON.stringify(body)).not.toContain(workspace);
    errors.push({ status, code: body.code, path: body.path, detail: body.detail, limit: body.limit });
  }
  expect(errors[1]).toEqual(errors[0]);
  expect(errors[2]).toEqual(errors[0]);
  expect(errors[0]).toMatchObject({ status: 400, code: "widgets.folder_refused" });
  return errors[0];
}

describe("a folder", () => {
  it.each([
    ["missing", '"missing" does not exist.'],
    ["file.txt", '"file.txt" is not a folder.'],
    ["file.txt/deeper", '"file.txt/deeper" is not a folder.'],
    ["..", '".." is outside the workspace.'],
    ["../other", '"../other" is outside the workspace.'],
    ["a/../../other", '"a/../../other" is outside the workspace.'],
    ["/etc", '"/" is outside the workspace.'],
    ["out", '"out" leads outside the workspace through a link.'],
    ["out/etc", '"out/etc" leads outside the workspace through a link.'],
  ])("is rejected if it is %j", async (dir, detail) => {
    const { workspace, ask } = await openGateway();
    write(workspace, { "file.txt": "x", a: undefined });
    symlinkSync("/", join(workspace, "out"));
    for (const verb of ["check", "publish"]) {
      const { status, body } = await ask(verb, { dir });
      expect([status, body.code, body.detail]).toEqual([400, "widgets.folder_refused", detail]);
    }
  });

  it.each([
    [".config/postern/vault-keys", "is never published, because of the name .config in its path"],
    ["w/.git", "is never published, because of the name .git in its path"],
    ["data", "holds the data of a gateway"],
    ["data/store", "holds the data of a gateway"],
    ["project", "holds the data of a gateway"],
  ])("is neither published nor written to if it is %j", async (dir, reason) => {
    const { workspace, ask } = await openGateway();
    write(workspace, { ".config/postern/vault-keys/widget.html": page(), "w/.git/widget.html": page() });
    for (const data of ["data", "project/data"])
      write(workspace, {
        [`${data}/postern.json`]: "{}",
        [`${data}/store/data.mdb`]: "x",
        [`${data}/store/widget.html`]: page(),
      });
    write(workspace, { "project/widget.html": page() });
    const verbs = dir === "project" ? ["check", "publish"] : ["check", "publish", "init"];
    for (const verb of verbs) {
      const { status, body } = await ask(verb, { dir, ...(verb === "init" && { slug: "w" }) });
      expect([verb, status, body.code, body.detail]).toEqual([
        verb,
        400,
        "widgets.folder_refused",
        expect.stringContaining(reason),
      ]);
    }
  });

  it.each([["x\0y"], ["x\ny"], [""], ["x".repeat(1025)], [7]])("is rejected with the name %.20j", async (dir) => {
    const { ask } = await openGateway();
    const { status, body } = await ask("check", { dir });
    expect([status, body.issues?.[0].path]).toEqual([400, "/dir"]);
  });

  it("can be named by links and by an absolute path within the workspace", async () => {
    const { workspace, post } = await openGateway();
    write(join(workspace, "real/w"), hello);
    symlinkSync("real", join(workspace, "link"));
    expect(await post("check", { dir: "link/w" })).toMatchObject({ dir: "real/w", success: true });
    expect(await post("check", { dir: join(workspace, "real/w") })).toMatchObject({ dir: "real/w" });
    expect(await post("check", { dir: "./real//w/" })).toMatchObject({ dir: "real/w" });
  });

  it("can be the workspace itself", async () => {
    const { workspace, post } = await openGateway();
    write(workspace, hello);
    expect(await post("publish", { dir: ".", slug: "all", execute: true })).toMatchObject({
      ref: "org/all",
      version: 1,
    });
  });
});

/** Only root can create a device. */
const device: [string, (folder: string) => unknown, string, string][] =
  process.getuid?.() === 0
    ? [
        [
          "a device",
          (folder) => spawnSync("mknod", [join(folder, "null"), "c", "1", "3"]),
          "w/null",
          "is neither a file nor a folder",
        ],
      ]
    : [];

describe("an entry of a folder", () => {
  const NAMES = 'has a character in its name that some systems reject (a control character or one of \\ < > : " | ? *)';
  it.each<[string, (folder: string) => unknown, string, string, number?]>([
    [
      "a pipe without a writer",
      (folder) => spawnSync("sh", ["-c", "mkfifo pipe"], { cwd: folder }),
      "w/pipe",
      "is neither a file nor a folder",
    ],
    ["a socket", socketIn, "w/socket", "is neither a file nor a folder"],
    ...device,
    [
      "a link to a file outside",
      (folder) => symlinkSync("/etc/hostname", join(folder, "host.txt")),
      "w/host.txt",
      "is a link to a target outside the folder",
    ],
    [
      "a link to a sibling",
      (folder) => {
        write(folder, { "../other/x.txt": "x" });
        symlinkSync("../other/x.txt", join(folder, "x.txt"));
      },
      "w/x.txt",
      "is a link to a target outside the folder",
    ],
    [
      "a link to a folder outside",
      (folder) => symlinkSync("/etc", join(folder, "etc")),
      "w/etc",
      "is a link to a target outside the folder",
    ],
    ["a link to nothing", (folder) => symlinkSync("nothing", join(folder, "a")), "w/a", "does not exist"],
    [
      "a link to itself",
      (folder) => symlinkSync("a", join(folder, "a")),
      "w/a",
      "is a symbolic link, or became one while it was read",
    ],
    [
      "a link to a file that is not published",
      (folder) => {
        write(folder, { ".env": "A=1" });
        symlinkSync(".env", join(folder, "env.txt"));
      },
      "w/env.txt",
      "is a link to a file that is never published",
    ],
    [
      "a link to a folder inside",
      (folder) => {
        write(folder, { "a/x.txt": "x" });
        symlinkSync("a", join(folder, "b"));
      },
      "w/b",
      "is a link to something that is not a file",
    ],
    ["a line break in a name", (folder) => write(folder, { "a\nb.txt": "x" }), "w/a\nb.txt", NAMES],
    ["a backslash in a name", (folder) => write(folder, { "a\\b.txt": "x" }), "w/a\\b.txt", NAMES],
    ["a colon in a name", (folder) => write(folder, { "a:b.txt": "x" }), "w/a:b.txt", NAMES],
    ["a name written from right to left", (folder) => write(folder, { "gnp.\u202ejs": "x" }), "w/gnp.\u202ejs", NAMES],
    [
      "a name that is not UTF-8",
      (folder) => writeFileSync(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff])]), "x"),
      "w/x\ufffd",
      NAMES,
    ],
    [
      "a device name of Windows",
      (folder) => write(folder, { "sub/CON.txt": "x" }),
      "w/sub/CON.txt",
      "has a name that is reserved on Windows",
    ],
    [
      "a dot at the end",
      (folder) => write(folder, { "a.": "x" }),
      "w/a.",
      "ends with a dot or a space, which some systems remove",
    ],
    [
      "two names that differ in case",
      (folder) => write(folder, { "Logo.svg": "x", "logo.svg": "y" }),
      "w/logo.svg",
      "differs from another name only in case or Unicode form",
    ],
    [
      "two Unicode forms of a name",
      (folder) => write(folder, { "\u00e9.txt": "x", "e\u0301.txt": "y" }),
      "w/\u00e9.txt",
      "differs from another name only in case or Unicode form",
    ],
    [
      "501 files",
      (folder) => write(folder, Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f/${n}.txt`, ""]))),
      "w",
      "contains more than 500 files",
      500,
    ],
    [
      "a file of 5 GB",
      (folder) => sparse(join(folder, "big.bin"), 5 * 2 ** 30),
      "w/big.bin",
      "brings the total size above 26214400 bytes (25 MiB)",
      26_214_400,
    ],
    [
      "25 MiB and a byte",
      (folder) => {
        sparse(join(folder, "a.bin"), 25 * 2 ** 20 - 10);
        write(folder, { "b.txt": "x".repeat(11) });
      },
      "w/b.txt",
      "brings the total size above 26214400 bytes (25 MiB)",
      26_214_400,
    ],
    [
      "a thousand levels",
      (folder) => mkdirSync(join(folder, "d/".repeat(1000)), { recursive: true }),
      `w/${"d/".repeat(16)}d`,
      "is nested more than 16 folders deep",
      16,
    ],
    [
      "a path that is too long",
      (folder) => write(folder, { [`${"n".repeat(200)}/${"m".repeat(202)}`]: "x" }),
      `w/${"n".repeat(200)}/${"m".repeat(202)}`,
      "has a path longer than 400 characters",
    ],
  ])("is rejected with its path: %s", async (_, make, path, reason, limit) => {
    expect(await refusal(make)).toMatchObject({
      path,
      detail: `${JSON.stringify(path)} ${reason}.`,
      ...(limit && { limit }),
    });
  });

  it("is not published if its name starts with a dot or is node_modules", async () => {
    const { publish, post } = await openGateway();
    const answer = await publish("w", {
      ...hello,
      ".git/config": "x",
      ".env": "PASSWORD=hunter2hunter2",
      ".DS_Store": "x",
      "node_modules/a/index.js": "x",
      "a/.hidden/b.txt": "x",
      "a/seen.txt": "x",
    });
    expect(answer.diagnostics).toEqual([
      expect.objectContaining({ code: "left_out", severity: "warning", file: ".env" }),
    ]);
    const { files } = await post("show", { ref: answer.ref });
    expect(files.map(({ path }: { path: string }) => path)).toEqual(["a/seen.txt", "widget.html"]);
  });

  it("is rejected if it is a hard link, which may be outside the folder", async () => {
    const errors = await refusal((folder) => {
      write(join(folder, ".."), { "outside.txt": "secret" });
      linkSync(join(folder, "../outside.txt"), join(folder, "inside.txt"));
    });
    expect(errors).toMatchObject({ path: "w/inside.txt", detail: expect.stringContaining("hard link") });
  });

  it("can be a link to another file of the folder", async () => {
    const { workspace, publish, admin } = await openGateway();
    write(join(workspace, "w"), { "a/one.txt": "one" });
    symlinkSync("a/one.txt", join(workspace, "w/two.txt"));
    await publish("w", hello);
    expect((await admin.send("/widgets/org/w/two.txt")).body).toBe("one");
  });

  it("is never a link that replaces it while it is read", async () => {
    const { workspace, ask, post, admin } = await openGateway();
    const outside = newWorkspace();
    write(outside, { "secret/data.txt": "SECRET", "data.txt": "SECRET" });
    write(join(workspace, "w"), { ...hello, "data.txt": "open", "sub/data.txt": "open" });
    // Another process continuously replaces a file and a folder with links to targets outside.
    const { spawn } = await import("node:child_process");
    const swapper = spawn(process.execPath, ["-e", SWAP, join(workspace, "w"), outside], { stdio: "ignore" });
    onTestFinished(() => void swapper.kill("SIGKILL"));
    const outcomes = new Map<string, number>();
    const until = performance.now() + 4_000;
    for (let n = 0; performance.now() < until; n++) {
      const { status, body } = await ask("publish", { dir: "w", slug: `race-${n % 7}`, execute: true });
      const outcome = status === 200 ? "published" : body.code;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    swapper.kill("SIGKILL");
    for (const outcome of outcomes.keys())
      expect(["published", "widgets.folder_refused", "widgets.folder_changed"]).toContain(outcome);
    expect(outcomes.get("widgets.folder_refused")).toBeGreaterThan(0);
    expect(outcomes.get("published")).toBeGreaterThan(0);
    const { items } = await post("list", {});
    for (const { ref } of items) {
      const { versions } = await post("versions", { ref });
      for (const { version } of versions)
        for (const path of ["data.txt", "sub/data.txt"]) {
          const { status, body } = await admin.send(`/widgets/${ref}@${version}/${path}`);
          expect(status === 404 ? "open" : body).toBe("open");
        }
    }
  });
});

const SWAP = `
const fs = require("node:fs");
const [folder, outside] = process.argv.slice(1);
const file = folder + "/data.txt", sub = folder + "/sub", away = folder + "/.away";
for (;;) {
  try {
    fs.symlinkSync(outside + "/data.txt", folder + "/.link");
    fs.renameSync(folder + "/.link", file);
    fs.renameSync(sub, away);
    fs.symlinkSync(outside + "/secret", sub);
    fs.unlinkSync(sub);
    fs.renameSync(away, sub);
    fs.writeFileSync(folder + "/.file", "open");
    fs.renameSync(folder + "/.file", file);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 3);
  } catch {}
}`;

function sparse(path: string, size: number): void {
  const file = openSync(path, "w");
  ftruncateSync(file, size);
  closeSync(file);
}

async function socketIn(folder: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, "socket"), resolve));
  onTestFinished(() => void server.close());
}
