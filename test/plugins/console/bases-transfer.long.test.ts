import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { fileOf, sheetOf } from "../bases/transfer-gateway.ts";
import { HOSTILE, startBases } from "./bases.ts";
import { launch, picture } from "./browser.ts";

/** The longest part that is uploaded, in bytes. */
const PART_BYTES = 4 * 2 ** 20;

describe.skipIf(!has("chromium"))("files of bases in the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const start = (options?: BrowserContextOptions) => startBases(browser, options);

  /** A drop as the browser reports it. */
  const drop = (page: Page, name: string, content: Buffer) =>
    page.evaluate(`{
      const bytes = Uint8Array.from(atob("${content.toString("base64")}"), (one) => one.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], "${name}"));
      for (const type of ["dragover", "drop"])
        document.querySelector(".bases-drop").dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    }`);

  async function download(page: Page, format: string) {
    await page.getByRole("button", { name: "Import / export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: `Export as ${format}` }).click(),
    ]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  }

  it("makes a base of a file that is dropped on the list", async () => {
    const { open, gateway, complaints } = await start();
    const page = await open("bases");
    await page.getByText("Leads", { exact: true }).waitFor();
    await drop(page, "Customers 2026.csv", Buffer.from("Company,Since\nGlobex,2024-05-01\nUmbrella,2025-01-31\n"));
    const dialog = page.getByRole("dialog", { name: "Import rows" });
    await dialog.getByText("New: Since (Date)").waitFor();
    await dialog.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByRole("heading", { name: "Customers 2026" }).waitFor();
    await page.getByRole("grid").getByText("Umbrella").waitFor();
    const { rows } = await gateway.call("bases.rows.list", { base: "customers-2026" });
    expect(rows.map(({ values }: { values: object }) => values)).toEqual([
      { company: "Globex", since: "2024-05-01" },
      { company: "Umbrella", since: "2025-01-31" },
    ]);
    expect(complaints).toEqual([]);
  });

  it("imports a dropped file after showing its plan, undoes it, and exports rows", async () => {
    const { open, path, gateway, base, complaints } = await start();
    const page = await open(path);
    await page.getByText("Initech").waitFor();
    const totalOf = async () => (await gateway.call("bases.rows.list", { base: base.id })).total;
    const csv = `Company;Worth;Region\nGlobex;3;"a;b"\n"${HOSTILE.replaceAll('"', '""')}";x;c\n`;
    await drop(page, "rows.csv", Buffer.from(csv));
    const dialog = page.getByRole("dialog", { name: "Import rows" });
    await dialog.getByText("only 1 of 2 lines are valid").waitFor();
    await dialog.getByLabel("Create missing properties").uncheck();
    await dialog.getByText("that is not a property of this base").waitFor();
    await dialog.getByLabel("Create missing properties").check();
    await dialog.getByText("only 1 of 2 lines are valid").waitFor();
    await dialog.getByRole("region", { name: "Errors" }).getByText("Worth").waitFor();
    await dialog.getByLabel("Skip invalid lines").check();
    await dialog.getByText("New: Region (Text)").waitFor();
    await dialog.getByRole("region", { name: "First lines" }).getByText(HOSTILE).waitFor();
    expect(await totalOf()).toBe(3);
    await dialog.getByRole("button", { name: "Import 1 row", exact: true }).click();
    await page.getByRole("grid").getByText("Globex").waitFor();
    expect(await totalOf()).toBe(4);

    const { name, content } = await download(page, "CSV");
    expect(name).toBe("leads.csv");
    expect(content.toString()).toContain("Globex,3");

    await page.getByRole("button", { name: "Import / export" }).click();
    await page.getByRole("menuitem", { name: "Show imports" }).click();
    await page.getByText("1 of 1 rows").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("undone").waitFor();
    expect(await totalOf()).toBe(3);
    // The gateway refuses the first plan, which browsers report.
    expect(complaints.filter((line) => !line.includes("400"))).toEqual([]);
  });

  it("imports a dropped XLSX file", async () => {
    const { open, path, gateway, base, complaints } = await start();
    const page = await open(path);
    await page.getByText("Initech").waitFor();
    const file = await fileOf([
      ["Company", "Worth", "Paid", "Due", "Region"],
      ["Globex", 12.5, true, new Date("2027-03-09T00:00:00Z"), HOSTILE],
      ["Umbrella", 99, false, null, "south"],
    ]);
    await drop(page, "leads.XLSX", Buffer.from(file, "base64"));
    const dialog = page.getByRole("dialog", { name: "Import rows" });
    await dialog.getByText("leads.XLSX").waitFor();
    await dialog.getByText("New: Region (Text)").waitFor();
    await picture(page, "bases-import-xlsx-1440-light");
    await dialog.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByRole("grid").getByText("Umbrella").waitFor();
    await page.getByRole("grid").getByText(HOSTILE).first().waitFor();
    const { rows } = await gateway.call("bases.rows.list", { base: base.id });
    expect(rows.slice(-2).map(({ values }: { values: object }) => values)).toEqual([
      { company: "Globex", worth: 12.5, paid: true, due: "2027-03-09", region: HOSTILE },
      { company: "Umbrella", worth: 99, paid: false, region: "south" },
    ]);
    // The gateway refuses the first plan, which browsers report.
    expect(complaints.filter((line) => !line.includes("400"))).toEqual([]);
  });

  it("exports the rows that are shown as an XLSX file", async () => {
    const { open, path, complaints } = await start();
    const filter = JSON.stringify({ match: "all", where: [{ field: "worth", op: "lt", value: 1000 }] });
    const page = await open(`${path}?sort=worth:desc&filter=${encodeURIComponent(filter)}`);
    await page.getByText("2 rows").waitFor();
    const { name, content } = await download(page, "XLSX");
    expect(name).toBe("leads.xlsx");
    const [header, ...rows] = await sheetOf(content.toString("base64"));
    expect(header?.slice(0, 4)).toEqual(["company", "worth", "stage", "paid"]);
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ["Hooli", 90.5, "Won", true],
      [HOSTILE, 7, null, null],
    ]);
    expect(complaints).toEqual([]);
  });

  it("uploads a long file in parts, and characters between two parts are whole", async () => {
    const { open, path, gateway, base, complaints } = await start();
    const page = await open(path);
    await page.getByText("Initech").waitFor();
    // Each letter has two bytes, so that parts end within some of them.
    const company = "ä".repeat(1_999);
    const count = 2_200;
    const content = Buffer.from(
      `Company,Worth\n${Array.from({ length: count }, (_, at) => `${company},${at}\n`).join("")}`,
    );
    let uploads = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/bases/imports/upload")) uploads += 1;
    });
    await page.getByLabel("File to import").setInputFiles({ name: "long.csv", mimeType: "text/csv", buffer: content });
    const dialog = page.getByRole("dialog", { name: "Import rows" });
    await dialog.getByRole("button", { name: "Import 2,200 rows" }).click();
    await page.getByText("The import runs in the background").waitFor();
    await page.getByText(`${(count + 3).toLocaleString()} rows`).waitFor();
    await page.getByRole("button", { name: "Import / export" }).click();
    await page.getByRole("menuitem", { name: "Show imports" }).click();
    await page.getByText("2,200 of 2,200 rows, CSV").waitFor();
    expect(uploads).toBe(Math.ceil(content.length / PART_BYTES));
    const { content: json } = await gateway.call("bases.rows.export", { base: base.id, format: "json" });
    const imported = (JSON.parse(json) as { values: { company: string; worth: number } }[]).slice(3);
    expect(imported.filter(({ values }, at) => values.company !== company || values.worth !== at)).toEqual([]);
    expect(imported).toHaveLength(count);
    expect(complaints).toEqual([]);
  });
});
