import { describe, expect, it } from "vitest";
import { open } from "./transfer-xlsx.ts";
import { farCells } from "./transfer-xlsx-bombs.ts";

describe("an XLSX file whose cells reach too far", () => {
  it.each(farCells)("is refused by name if it has %s, also in a dry run", async (_name, content, message) => {
    const setup = await open();
    const refusal = { status: 400, issues: [{ path: "/content", message: expect.stringContaining(message) }] };
    expect(await setup.refuse(content)).toMatchObject(refusal);
    const input = { base: "things", format: "xlsx", content };
    const shown = await setup.admin.post("bases.rows.import", input, { "x-dry-run": "true" });
    expect(shown.body).toMatchObject(refusal);
    expect(await setup.count()).toBe(0);
  });
});
