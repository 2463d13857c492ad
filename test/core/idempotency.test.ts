import { createGateway, secret, T } from "@postern/core";
import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { storedDigest } from "../../core/src/define/digest.ts";
import { notesPlugin } from "./fixtures/notes.ts";
import { opened } from "./fixtures/opened.ts";

describe("an idempotency key", () => {
  it("returns the first answer again, without a second effect", async () => {
    const { gateway, admin } = await opened();
    const headers = { "idempotency-key": "k-1" };
    const first = await admin.post("notes.add", { text: "tea" }, headers);
    const again = await admin.post("notes.add", { text: "tea" }, headers);
    expect(again.body).toEqual(first.body);
    expect([first.headers.get("idempotent-replayed"), again.headers.get("idempotent-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect((await gateway.call("notes.page", {})).notes.length).toBe(1);
  });

  it("has one effect for many concurrent calls", async () => {
    const { gateway, admin } = await opened();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => admin.post("notes.add", { text: "tea" }, { "idempotency-key": "k" })),
    );
    expect(new Set(answers.map(({ body }) => body.note.id)).size).toBe(1);
    expect((await gateway.call("notes.page", {})).notes.length).toBe(1);
  });

  it("is refused with a different body", async () => {
    const { admin } = await opened();
    await admin.post("notes.add", { text: "tea" }, { "idempotency-key": "k" });
    const other = await admin.post("notes.add", { text: "milk" }, { "idempotency-key": "k" });
    expect([other.status, other.body.code]).toEqual([409, "gateway.idempotency_conflict"]);
  });

  it("stores a declared conflict, even if its cause is gone", async () => {
    const { gateway, admin } = await opened();
    const { note } = await gateway.call("notes.add", { text: "tea" });
    const refused = await admin.post("notes.add", { text: "tea" }, { "idempotency-key": "k" });
    expect(refused.body).toMatchObject({
      code: "notes.text_taken",
      noteId: note.id,
      fix: `postern notes remove --id ${note.id} --execute`,
    });
    await gateway.call("notes.remove", { id: note.id }, { execute: true });
    const again = await admin.post("notes.add", { text: "tea" }, { "idempotency-key": "k" });
    expect([again.status, again.body.code, again.headers.get("idempotent-replayed")]).toEqual([
      409,
      "notes.text_taken",
      "true",
    ]);
  });

  it("is not consumed by a dry run or an invalid body", async () => {
    const { admin } = await opened();
    const headers = { "idempotency-key": "k" };
    expect((await admin.post("notes.add", { text: "" }, headers)).status).toBe(400);
    expect((await admin.post("notes.add", { text: "coffee" }, { ...headers, "x-dry-run": "true" })).status).toBe(200);
    expect((await admin.post("notes.add", { text: "tea" }, headers)).status).toBe(200);
  });

  it("belongs to the caller: another context may use the same key", async () => {
    const { admin, client } = await opened();
    const other = await client(["notes:write"]);
    const headers = { "idempotency-key": "k" };
    await admin.post("notes.add", { text: "tea" }, headers);
    expect((await other.post("notes.add", { text: "milk" }, headers)).status).toBe(200);
  });

  it("never stores a secret that is answered only once", async () => {
    const storage = memory();
    const { admin } = await opened({ storage });
    const first = await admin.post("notes.lock", {}, { "idempotency-key": "k" });
    expect(first.body.word).toMatch(/^canary-/);
    const again = await admin.post("notes.lock", {}, { "idempotency-key": "k" });
    expect(again.body).toEqual({ at: first.body.at });
    const names = await storage.getKeys("", {});
    const kept = await Promise.all(names.map((key) => storage.getItem(key)));
    expect(kept.join()).not.toContain("canary");
  });

  it("has the same digest for a secret as in earlier versions, made while other work continues", async () => {
    const input = T.Object({ text: T.String(), secret: secret(T.String()) });
    const made = storedDigest({ input } as never, { text: "tea", secret: "s3cret" }, "ctx notes.hide k");
    expect(made).toBeInstanceOf(Promise);
    expect(await made).toBe("Wt7GLMnhcxE7KCH1mhW8AbRGmroSBI3xtdANWhUZi-g");
  });

  it("survives restarts for a day", async () => {
    let time = 1_800_000_000_000;
    const storage = memory();
    const open = () => createGateway({ plugins: [notesPlugin()], storage, now: () => time });
    const before = open();
    const { note } = await before.call("notes.add", { text: "tea" }, { idempotencyKey: "k" });
    await before.stop();
    time += 23 * 3_600_000;
    const after = open();
    expect((await after.call("notes.add", { text: "tea" }, { idempotencyKey: "k" })).note).toEqual(note);
    time += 2 * 3_600_000;
    await expect(after.call("notes.add", { text: "tea" }, { idempotencyKey: "k" })).rejects.toMatchObject({
      code: "notes.text_taken",
    });
    await after.stop();
  });

  it("consists of a few plain characters", async () => {
    const { admin } = await opened();
    for (const key of ["", "with space", "ü", "x".repeat(129)]) {
      const reply = await admin.post("notes.add", { text: "tea" }, { "idempotency-key": key }).catch(() => undefined);
      if (reply) expect([key, reply.status]).toEqual([key, 400]);
    }
  });
});
