import { describe, expect, it } from "vitest";
import { archiveOf, cell, open, workbook, xmlOf } from "./transfer-xlsx.ts";
import { bombs } from "./transfer-xlsx-bombs.ts";

describe("an invalid or oversized XLSX file", () => {
  const crowd = archiveOf(
    workbook(
      xmlOf(""),
      Array.from({ length: 2_001 }, (_, n) => ({ name: `n${n}`, data: Buffer.alloc(0) })),
    ),
  );
  const whole = archiveOf(workbook(xmlOf(`<row r="1">${cell("A1", "title")}</row>`)));

  it.each([
    ["is empty", "", "is empty"],
    ["is not base64", "no base64!", "must be an XLSX file in base64"],
    ["is truncated base64", `${whole.toString("base64").slice(0, 41)}`, "must be an XLSX file in base64"],
    ["is CSV", Buffer.from("title\nx\n").toString("base64"), "is not an XLSX file"],
    ["is an XLS file", Buffer.from("d0cf11e0a1b11ae10000", "hex").toString("base64"), "save it as XLSX"],
    ["is truncated", whole.subarray(0, whole.length - 30).toString("base64"), "is not an XLSX file"],
    [
      "is another kind of archive",
      archiveOf([{ name: "a.txt", data: Buffer.from("a") }]).toString("base64"),
      "is not a readable XLSX file",
    ],
    ["contains invalid XML", archiveOf(workbook("not <<< xml")).toString("base64"), "is not a readable XLSX file"],
    ["has thousands of files", crowd.toString("base64"), "more than 2000 files"],
    ...bombs,
  ])("is rejected without harm if it %s", async (_name, content, message) => {
    const setup = await open();
    const problem = await setup.refuse(content);
    expect(problem).toMatchObject({ status: 400, code: "gateway.invalid_input" });
    expect(problem.issues[0]).toMatchObject({ path: "/content", message: expect.stringContaining(message) });
    expect((await setup.admin.post("bases.show", { base: "things" })).status).toBe(200);
    expect(await setup.count()).toBe(0);
  });
});
