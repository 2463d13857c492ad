import memory from "@postern/storage-memory";
import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { fileOf, openTransferGateway, type TransferGateway } from "./transfer-gateway.ts";

const HOUR = 60 * 60_000;
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");

/** Uploads a file in parts of `size` bytes; returns their names. */
async function upload(
  { post }: Pick<TransferGateway, "post">,
  content: string | Uint8Array,
  size = 1_000,
): Promise<string[]> {
  const bytes = Buffer.from(content);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(base64(bytes.subarray(at, at + size)));
  return (await post("bases.imports.upload", { base: "things", parts })).parts;
}

async function withBase(options = {}) {
  const setup = await openTransferGateway(options);
  await setup.make();
  const importParts = (parts: readonly string[], more = {}) =>
    setup.post("bases.rows.import", { base: "things", format: "csv", parts, ...more });
  const refuse = async (parts: readonly string[], more = {}) =>
    (await setup.admin.post("bases.rows.import", { base: "things", format: "csv", parts, ...more })).body;
  return { ...setup, importParts, refuse };
}

const many = (count: number) =>
  `title,amount\n${Array.from({ length: count }, (_, n) => `"thing 茶 ${n}, a name",${n}`).join("\n")}\n`;

describe("a file in parts", () => {
  it("is imported as the same file in one piece, wherever the parts begin", async () => {
    for (const size of [1, 7, 64, 100_000]) {
      const setup = await withBase();
      const parts = await upload(setup, '\ufefftitle;amount\r\n"é\r\n🍵";1,5\r\n茶;2\r\n'.replace("1,5", "1.5"), size);
      expect(await setup.importParts(parts), `${size}`).toMatchObject({ state: "done", lines: 2, created: 2 });
      expect(await setup.values()).toEqual([
        { title: "é\r\n🍵", amount: 1.5 },
        { title: "茶", amount: 2 },
      ]);
    }
  });

  it("is imported in the background if it is long, and the import survives a new gateway", async () => {
    const shared = { storage: memory(), blobs: createStorage() };
    const still = await withBase({ ...shared, background: false });
    const { import: id, ...answer } = await still.importParts(await upload(still, many(3_000), 50_000));
    expect(answer).toMatchObject({ state: "running", good: 3_000, created: 0 });
    const setup = await openTransferGateway(shared);
    expect(await setup.ended(id)).toMatchObject({ state: "done", rows: 3_000 });
    expect((await setup.values({ limit: "1" }))[0]).toEqual({ title: "thing 茶 0, a name", amount: 0 });
    expect(await setup.count()).toBe(3_000);
  });

  it("may be an XLSX file", async () => {
    const setup = await withBase();
    const book = Buffer.from(await fileOf([["title"], ["from a sheet"]]), "base64");
    const parts = await upload(setup, book);
    expect(parts.length).toBeGreaterThan(1);
    expect(await setup.importParts(parts, { format: "xlsx" })).toMatchObject({ state: "done", created: 1 });
    expect(await setup.refuse(parts)).toMatchObject({ code: "gateway.invalid_input" });
  });

  it.each([
    ["a Latin-1 character", Buffer.from("title\nx\ncaf\u00e9\ny\n", "latin1"), 3],
    ["a Latin-1 character before a line break", Buffer.from("title\r\nx\r\ncaf\u00e9\r\ny\r\n", "latin1"), 3],
    ["a Latin-1 character at the end", Buffer.from("title\nx\ny\ncaf\u00e9", "latin1"), 4],
    ["UTF-16", Buffer.from("\ufefftitle\nx\n", "utf16le"), 1],
    ["half of a surrogate pair", Buffer.from("7469746c650a78eda0bd0a", "hex"), 2],
  ])("must be UTF-8: %s is rejected with its line", async (_name, bytes, line) => {
    for (const size of [1, 2, 5, 1_000]) {
      const setup = await withBase();
      const problem = await setup.refuse(await upload(setup, bytes, size));
      const message = `is not UTF-8 text: line ${line} has an invalid character; save the file as UTF-8`;
      expect(problem.issues, `${size}`).toEqual([{ path: "/content", code: "encoding", message }]);
    }
  });

  it("is given with parts or content, not with both or neither", async () => {
    const setup = await withBase();
    const parts = await upload(setup, "title\nx\n");
    const both = await setup.refuse(parts, { content: "title\nx\n" });
    expect(both.issues[0].message).toBe("requires either content, or parts");
    const { body } = await setup.admin.post("bases.rows.import", { base: "things", format: "csv" });
    expect(body.issues[0].message).toBe("requires either content, or parts");
  });
});

describe("a part", () => {
  it("has one name however often it is uploaded", async () => {
    const setup = await withBase();
    const [first] = await upload(setup, "title\nx\n");
    expect(await upload(setup, "title\nx\n")).toEqual([first]);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
  });

  it("must be base64 without other characters", async () => {
    const setup = await withBase();
    for (const part of ["", "QQ", "QQ==\n", "Q!Q="]) {
      const { body } = await setup.admin.post("bases.imports.upload", { base: "things", parts: [base64("x"), part] });
      expect(body.issues[0], JSON.stringify(part)).toMatchObject({ path: "/parts/1", code: "base64" });
    }
  });

  it("can only be imported into its base", async () => {
    const setup = await withBase();
    await setup.make("others");
    const parts = await upload(setup, "title\nx\n");
    const refused = await setup.refuse(parts, { base: "others" });
    expect(refused.issues).toMatchObject([{ path: "/parts/0", message: expect.stringContaining("was not uploaded") }]);
    expect(await setup.importParts(parts)).toMatchObject({ created: 1 });
  });

  it("is kept for a day, and longer if an import needs it", async () => {
    const shared = { storage: memory(), blobs: createStorage() };
    const still = await withBase({ ...shared, background: false });
    const needed = await upload(still, many(2_000), 10_000);
    const { import: id } = await still.importParts(needed);
    const unused = await upload(still, "title\nx\n");
    const setup = await openTransferGateway({ ...shared, now: () => Date.now() + 23 * HOUR });
    expect(await setup.ended(id)).toMatchObject({ state: "done", rows: 2_000 });
    expect(await setup.take("", { content: undefined, parts: unused })).toMatchObject({ created: 1 });
    await setup.advance(2 * HOUR);
    expect(await shared.blobs.getKeys("bases")).toEqual([]);
    expect((await setup.refuse("", { content: undefined, parts: unused })).issues[0].path).toBe("/parts/0");
  });
});
