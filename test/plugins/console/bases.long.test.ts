import type { View } from "@postern/client/api";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { cell, HOSTILE, startBases } from "./bases.ts";
import { faultsIn, LOOKS, launch, picture } from "./browser.ts";

describe.skipIf(!has("chromium"))("the bases of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const start = (options?: BrowserContextOptions) => startBases(browser, options);

  const expectChosen = (page: Page, view: string) =>
    expect.poll(() => page.getByRole("combobox", { name: "View" }).locator("option:checked").textContent()).toBe(view);

  it("creates, renames, archives and restores a base", async () => {
    const { open, gateway, complaints } = await start();
    const page = await open("bases");
    await page.getByRole("link", { name: /Leads/ }).waitFor();
    await page.getByRole("button", { name: "New base" }).click();
    await page.getByLabel("Name").fill(HOSTILE);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: HOSTILE, level: 1 }).waitFor();
    await page.getByRole("grid").waitFor();

    await page.getByRole("link", { name: "All bases" }).click();
    await page.getByRole("button", { name: `Actions for ${HOSTILE}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByLabel("Name").fill("Orders");
    await page.getByText("More settings").click();
    await page.getByLabel("Slug").fill("Not a slug");
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .locator("[aria-invalid=true]")
      .and(page.getByRole("textbox", { name: "Slug" }))
      .waitFor();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.getByLabel("Slug").fill("orders");
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: /Orders/ }).waitFor();
    expect((await gateway.call("bases.show", { base: "orders" })).base).toMatchObject({ timezone: "Europe/Berlin" });
    await page.getByRole("button", { name: "Actions for Orders" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.getByRole("link", { name: /Orders/ }).waitFor({ state: "detached" });
    expect((await gateway.call("bases.list", { status: "archived" })).bases).toMatchObject([{ name: "Orders" }]);
    await page.getByRole("link", { name: "Archived" }).click();
    await page.getByRole("button", { name: "Actions for Orders" }).click();
    await page.getByRole("menuitem", { name: "Restore" }).click();
    await page.getByText("No base is archived.").waitFor();
    expect((await gateway.call("bases.list", {})).bases).toHaveLength(2);
    // The gateway refuses a slug, which browsers report.
    expect(complaints.filter((line) => !line.includes("400"))).toEqual([]);
  });

  it("edits values of all types with the keyboard", async () => {
    const { open, path, rows, valuesOf, complaints } = await start();
    const page = await open(path);
    const grid = page.getByRole("grid", { name: "Rows of Leads" });
    await page.getByText("Initech").waitFor();
    await page.getByText(HOSTILE).waitFor();
    await grid.focus();
    // A letter replaces the value, Tab saves and moves.
    await page.keyboard.type("gc");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("15.25");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Stage" }).selectOption("Won");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await grid.getByLabel("Due", { exact: true }).fill("2027-01-31");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: "south" }).check();
    await page.keyboard.press("Tab");
    await until(async () =>
      expect(await valuesOf(rows[0])).toEqual({
        company: "gc",
        worth: 15.25,
        stage: "Won",
        paid: true,
        due: "2027-01-31",
        tags: ["north", "south"],
      }),
    );
    // Escape discards, and Delete clears.
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("other");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    await until(async () => expect(await valuesOf(rows[0])).not.toHaveProperty("worth"));
    expect(await valuesOf(rows[0])).toMatchObject({ company: "gc" });
    expect(complaints).toEqual([]);
  });

  it("shows why a value is refused, and keeps it", async () => {
    const { open, path, rows, valuesOf } = await start();
    const page = await open(path);
    await page.getByText("Initech").waitFor();
    await cell(page, 0, 1).click();
    await page.keyboard.type("1x");
    await page.keyboard.press("Enter");
    const notice = page.getByRole("alert", { name: "Worth was not saved" });
    await notice.getByText("must be a number").waitFor();
    await notice.getByText("1x").waitFor();
    await notice.getByRole("button", { name: "Discard" }).click();
    await notice.waitFor({ state: "detached" });
    expect(await valuesOf(rows[0])).toMatchObject({ worth: 1200 });
  });

  it("asks which value to keep when two pages change a cell, and merges different cells", async () => {
    const { open, path, rows, valuesOf, complaints } = await start();
    const [ann, bob] = [await open(path), await open(path)];
    for (const page of [ann, bob]) await page.getByText("Initech").waitFor();
    const enter = async (page: Page, column: number, text: string, value: string) => {
      await cell(page, 0, column).dblclick();
      await page.getByRole("textbox", { name: text }).fill(value);
    };
    await enter(ann, 0, "Company", "By Ann");
    await enter(bob, 0, "Company", "By Bob");
    await ann.keyboard.press("Enter");
    await until(async () => expect(await valuesOf(rows[0])).toMatchObject({ company: "By Ann" }));
    await bob.keyboard.press("Enter");
    const notice = bob.getByRole("alert", { name: "Company was not saved" });
    await notice.getByText("By Ann").waitFor();
    await notice.getByText("By Bob").waitFor();
    expect(await valuesOf(rows[0])).toMatchObject({ company: "By Ann" });
    await picture(bob, "bases-conflict-1440-light");
    // The choice waits also on other pages.
    await bob.getByRole("link", { name: "All bases" }).click();
    await bob.getByRole("link", { name: /Leads/ }).click();
    await notice.getByRole("button", { name: "Use mine" }).click();
    await notice.waitFor({ state: "detached" });
    await until(async () => expect(await valuesOf(rows[0])).toMatchObject({ company: "By Bob" }));
    await ann.getByText("By Bob").waitFor();

    await enter(ann, 0, "Company", "Again by Ann");
    await enter(bob, 0, "Company", "Again by Bob");
    await ann.keyboard.press("Enter");
    await until(async () => expect(await valuesOf(rows[0])).toMatchObject({ company: "Again by Ann" }));
    await bob.keyboard.press("Enter");
    await notice.getByRole("button", { name: "Keep theirs" }).click();
    await bob.getByText("Again by Ann").waitFor();

    await enter(ann, 0, "Company", "Merged");
    await enter(bob, 1, "Worth", "5");
    await ann.keyboard.press("Enter");
    await until(async () => expect(await valuesOf(rows[0])).toMatchObject({ company: "Merged" }));
    await bob.keyboard.press("Enter");
    await until(async () => expect(await valuesOf(rows[0])).toMatchObject({ company: "Merged", worth: 5 }));
    // A conflict is an answer with the status 409, which browsers report.
    expect(complaints.filter((line) => !line.includes("409"))).toEqual([]);
  });

  it("opens, creates, archives and restores rows, and shows rows of other clients", async () => {
    const { open, path, gateway, base, add, rows, valuesOf, complaints } = await start();
    const page = await open(path);
    await page.getByRole("button", { name: "Open row 2" }).click();
    const panel = page.getByRole("complementary", { name: "Row" });
    await panel.getByRole("textbox", { name: "Site", description: "Home page of the company" }).waitFor();
    await panel.getByRole("heading", { name: "Hooli" }).waitFor();
    await panel.getByLabel("Company").fill("Hooli Ltd");
    await panel.getByLabel("Worth").focus();
    await until(async () => expect(await valuesOf(rows[1])).toMatchObject({ company: "Hooli Ltd" }));
    // The copy has also what was entered last.
    await panel.getByLabel("Worth").fill("12");
    await panel.getByRole("button", { name: "Duplicate the row" }).click();
    await page.getByText("4 rows").waitFor();
    const copy = (await gateway.call("bases.rows.list", { base: base.id })).rows.at(-1) as { id: string };
    expect(await valuesOf(copy)).toMatchObject({ company: "Hooli Ltd", worth: 12, stage: "Won", paid: true });
    await panel.getByText(copy.id, { exact: true }).waitFor();
    await gateway.call("bases.rows.archive", { row: copy.id });
    await page.getByText("3 rows").waitFor();
    await page.getByRole("button", { name: "Open row 2" }).click();
    await panel.getByText(rows[1].id, { exact: true }).waitFor();
    await panel.getByRole("button", { name: "Archive the row" }).click();
    await panel.getByRole("button", { name: "Restore the row" }).waitFor();
    await cell(page, 1, 0).getByText("bold").waitFor();
    await panel.getByRole("button", { name: "Close the row" }).click();

    await page.getByRole("button", { name: "New row" }).click();
    await page.getByLabel("Company (required)").fill("Globex");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("grid").getByText("Globex").waitFor();
    await page.getByRole("complementary", { name: "Row" }).getByLabel("Company").waitFor();
    await page.getByRole("button", { name: "Close the row" }).click();
    await add({ company: "From elsewhere" });
    await page.getByText("From elsewhere").waitFor();

    await page.getByRole("checkbox", { name: "Select row 1" }).click();
    await page.getByRole("checkbox", { name: "Select row 2" }).click();
    await page.getByRole("button", { name: "Archive 2 selected" }).click();
    await page.getByText("Initech").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Archived rows" }).click();
    await page.getByText("4 rows").waitFor();
    expect((await gateway.call("bases.rows.list", { base: base.id })).total).toBe(2);
    expect(complaints).toEqual([]);
  });

  it("creates, changes, moves and deletes properties from the header", async () => {
    const { open, path, gateway, base, complaints } = await start();
    const page = await open(path);
    await page.getByText("Initech").waitFor();
    await page.getByRole("button", { name: "New property" }).click();
    await page.getByLabel("Name").fill("Priority");
    await page.getByRole("combobox", { name: "Type" }).selectOption("select");
    await page.getByRole("button", { name: "Add an option" }).click();
    await page.getByLabel("Option 1", { exact: true }).fill("High");
    await page.getByRole("button", { name: "Create" }).click();
    const header = page.getByRole("columnheader", { name: /Priority/ });
    await header.waitFor();
    await page.getByRole("button", { name: "Property Worth" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByLabel("Name").fill("Value");
    await page.getByRole("combobox", { name: "Type" }).selectOption("text");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("change its type from number to text").waitFor();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByRole("columnheader", { name: /Value.*Text/ }).waitFor();
    await page.getByRole("button", { name: "New property" }).click();
    await page.getByLabel("Name").fill("Share");
    await page.getByRole("combobox", { name: "Type" }).selectOption("number");
    const decimals = page.getByRole("textbox", { name: "Decimals" });
    await decimals.fill("11");
    await page.getByRole("button", { name: "Create" }).click();
    await decimals.and(page.locator("[aria-invalid=true]")).waitFor();
    await page.getByRole("textbox", { name: "Decimals", description: /10/ }).waitFor();
    // It moves the buttons, which must not happen while one is pressed.
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Property Priority" }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await header.waitFor({ state: "detached" });
    const { properties } = await gateway.call("bases.show", { base: base.id });
    expect(properties.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toContain(
      "Value text",
    );
    expect(properties).toHaveLength(7);
    // The gateway refuses the number of decimals, which browsers report.
    expect(complaints.filter((line) => !line.includes("400"))).toEqual([]);
  });

  it("filters and sorts rows, and saves, updates and removes a view of them", async () => {
    const { open, path, gateway, base, complaints } = await start();
    const page = await open(path);
    await page.getByText("Initech").waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("combobox", { name: "Field of condition 1" }).selectOption("worth");
    await page.getByRole("combobox", { name: "Operator of condition 1" }).selectOption("gt");
    await page.getByRole("textbox", { name: "Value of condition 1" }).fill("50");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("2 rows").waitFor();
    await page.getByRole("button", { name: "Property Worth" }).click();
    await page.getByRole("menuitem", { name: "Sort ascending" }).click();
    await cell(page, 0, 0).getByText("Hooli").waitFor();
    await page.getByRole("columnheader", { name: /Worth/ }).and(page.locator("[aria-sort=ascending]")).waitFor();
    await page.getByRole("button", { name: "Property Paid" }).click();
    await page.getByRole("menuitem", { name: "Hide" }).click();
    await page.getByRole("columnheader", { name: /Paid/ }).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Save as a view" }).click();
    await page.getByLabel("Name").fill(HOSTILE);
    await page.getByRole("button", { name: "Create" }).click();
    const viewMenu = page.getByRole("button", { name: "Actions for views" });
    await expectChosen(page, HOSTILE);
    const viewsOf = async () => (await gateway.call("bases.views.list", { base: base.id })).views;
    expect(await viewsOf()).toMatchObject([
      {
        name: HOSTILE,
        properties: ["company", "worth", "stage", "due", "tags", "site"],
        filter: { match: "all", where: [{ field: "worth", op: "gt", value: 50 }] },
        sort: ["worth:asc"],
      },
    ]);
    await page.reload();
    await page.getByText("2 rows").waitFor();
    await cell(page, 0, 0).getByText("Hooli").waitFor();
    await page.getByRole("combobox", { name: "View" }).selectOption("");
    await page.getByText("3 rows").waitFor();
    await page.getByRole("combobox", { name: "View" }).selectOption({ label: HOSTILE });
    await page.getByText("2 rows").waitFor();
    await page.getByRole("button", { name: "Property Worth" }).click();
    await page.getByRole("menuitem", { name: "Sort descending" }).click();
    await cell(page, 0, 0).getByText("Initech").waitFor();
    await page.getByRole("button", { name: "Save the view" }).click();
    await until(async () => expect(await viewsOf()).toMatchObject([{ sort: ["worth:desc"] }]));
    await viewMenu.click();
    await page.getByRole("menuitem", { name: "Rename the view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Large deals");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expectChosen(page, "Large deals");
    await viewMenu.click();
    await page.getByRole("menuitem", { name: "Duplicate the view" }).click();
    await page.getByRole("button", { name: "Create" }).click();
    await expectChosen(page, "Copy of Large deals");
    const [original, copy] = await viewsOf();
    const { properties, filter, sort } = original as View;
    expect(copy).toMatchObject({ name: "Copy of Large deals", properties, filter, sort });
    for (const name of ["Copy of Large deals", "Large deals"]) {
      await page.getByRole("combobox", { name: "View" }).selectOption({ label: name });
      await viewMenu.click();
      await page.getByRole("menuitem", { name: "Remove the view" }).click();
      await page.getByRole("button", { name: "Execute" }).click();
      await page.getByRole("option", { name, exact: true }).waitFor({ state: "detached" });
    }
    await page.getByText("3 rows").waitFor();
    expect(await viewsOf()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("restores and purges deleted properties", async () => {
    const { open, path, gateway, base, complaints } = await start();
    for (const prop of ["worth", "paid"]) await gateway.call("bases.props.delete", { base: base.id, prop });
    const page = await open(path);
    await page.getByText("Initech").waitFor();
    const worth = page.getByRole("columnheader", { name: /Worth/ });
    expect(await worth.count()).toBe(0);
    await page.getByRole("button", { name: "Actions for Leads" }).click();
    await page.getByRole("menuitem", { name: "Deleted properties" }).click();
    const dialog = page.getByRole("dialog", { name: "Deleted properties" });
    await dialog.getByRole("button", { name: "Restore Worth" }).click();
    await dialog.getByText("Worth").first().waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Purge Paid" }).click();
    await page.getByText('Purge the property "paid" of the base "leads" and its 1 values').waitFor();
    await page.getByRole("button", { name: "Execute" }).click();
    await dialog.getByText("No property is deleted.").waitFor();
    // Its key belongs to another property now, so it cannot be restored.
    await gateway.call("bases.props.delete", { base: base.id, prop: "due" });
    await gateway.call("bases.props.create", { base: base.id, name: HOSTILE, key: "due", type: "text" });
    await dialog.getByRole("button", { name: "Restore Due" }).click();
    await dialog.getByRole("alert").getByText(/"due"/).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await worth.waitFor();
    await page.getByText("1,200.00").waitFor();
    const { properties } = await gateway.call("bases.show", { base: base.id, includeDeleted: true });
    expect(properties.map(({ name }: { name: string }) => name)).not.toContain("Paid");
    expect(complaints.filter((line) => !line.includes("409"))).toEqual([]);
  });

  it("has one line of commands on a phone, and the others in a menu", async () => {
    const { open, path, gateway, base, complaints } = await start({ viewport: { width: 390, height: 844 } });
    const page = await open(`${path}?sort=worth:desc`);
    await cell(page, 0, 0).getByText("Initech").waitFor();
    const bar = await page.locator(".bases-bar").boundingBox();
    expect(bar?.height).toBeLessThan(60);
    const more = page.getByRole("button", { name: "More for these rows" });
    await more.click();
    await page.getByRole("menuitem", { name: "Save as a view" }).click();
    await page.getByLabel("Name").fill("By worth");
    await page.getByRole("button", { name: "Create" }).click();
    await expectChosen(page, "By worth");
    expect((await gateway.call("bases.views.list", { base: base.id })).views).toMatchObject([{ sort: ["worth:desc"] }]);
    await more.click();
    await page.getByRole("menuitem", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Worth" }).uncheck();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("columnheader", { name: /Worth/ }).waitFor({ state: "detached" });
    await more.click();
    await page.getByRole("menuitem", { name: "Show imports" }).click();
    await page.getByText("Nothing was imported yet.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    // The buttons of a long dialog are seen without scrolling.
    await page.setViewportSize({ width: 390, height: 480 });
    await page.getByRole("button", { name: "New row" }).click();
    const create = await page.getByRole("button", { name: "Create" }).boundingBox();
    expect((create?.y ?? 480) + (create?.height ?? 0)).toBeLessThan(480);
    expect(complaints).toEqual([]);
  });

  it("creates charts of all kinds, which follow the rows, and changes and removes one", async () => {
    const { open, path, gateway, base, add, complaints, elsewhere } = await start();
    const page = await open(`${path}/charts`);
    await page.getByText("No charts yet.").waitFor();
    await page.getByRole("button", { name: "New chart" }).click();
    await page.getByLabel("Name").fill(HOSTILE);
    await page.getByRole("combobox", { name: "Group by" }).selectOption("stage");
    await page.getByRole("combobox", { name: "Value" }).selectOption("sum:worth");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("img", { name: `${HOSTILE}, bar chart of 3 values` }).waitFor();
    await page.getByText("Values", { exact: true }).click();
    const values = page.getByRole("region", { name: `Values of ${HOSTILE}` });
    await values.getByRole("row", { name: "New 1,200" }).waitFor();
    await add({ company: "Globex", worth: 800, stage: "New" });
    await values.getByRole("row", { name: "New 2,000" }).waitFor();
    const edit = async () => {
      await page.getByRole("button", { name: `Actions for ${HOSTILE}` }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      return page.getByRole("dialog", { name: "Edit the chart" });
    };
    const first = await edit();
    await first.getByRole("combobox", { name: "Kind" }).selectOption("area");
    await first.getByRole("button", { name: "Add a condition" }).click();
    await first.getByRole("combobox", { name: "Field of condition 1" }).selectOption("stage");
    await first.getByRole("combobox", { name: "Value of condition 1" }).selectOption("New");
    await first.getByRole("button", { name: "Save" }).click();
    await page.getByRole("img", { name: `${HOSTILE}, area chart of 1 value`, exact: true }).waitFor();
    await page.getByText("Sum of Worth by Stage, filtered").waitFor();
    const second = await edit();
    await second.getByRole("combobox", { name: "Kind" }).selectOption("bar");
    await second.getByRole("button", { name: "Remove condition 1" }).click();
    await second.getByRole("button", { name: "Save" }).click();
    await page.getByRole("img", { name: `${HOSTILE}, bar chart of 3 values` }).waitFor();
    const [chart] = (await gateway.call("bases.charts.list", { base: base.id })).charts;
    expect(chart).toMatchObject({ name: HOSTILE, kind: "bar", x: "stage", y: "sum:worth" });
    expect(chart).not.toHaveProperty("filter");
    for (const kind of ["line", "area", "pie"] as const)
      await gateway.call("bases.charts.create", { base: base.id, name: kind, kind, x: "stage" });
    await gateway.call("bases.charts.create", { base: base.id, name: "All", kind: "number" });
    for (const kind of ["line", "area", "pie"])
      await page.getByRole("img", { name: `${kind}, ${kind} chart of 3 values` }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "All" }).getByText("4", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Actions for All" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByRole("heading", { name: "All", exact: true }).waitFor({ state: "detached" });
    expect((await gateway.call("bases.charts.list", { base: base.id })).total).toBe(4);
    expect([complaints, elsewhere]).toEqual([[], []]);
  });

  it("keeps few rows of a long base in the document", async () => {
    const { open, gateway, path, base } = await start();
    const content = `company\n${Array.from({ length: 950 }, (_, at) => `Company ${at}`).join("\n")}`;
    await gateway.call("bases.rows.import", { base: base.id, format: "csv", content });
    const page = await open(path);
    await page.getByText("953 rows").waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+End");
    await page.getByText("Company 949", { exact: true }).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await page.keyboard.press("Control+Home");
    await page.getByText("Initech").waitFor();
  });

  it.each(LOOKS)("has readable pages in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { open, gateway, base, rows, complaints } = await start({ colorScheme, viewport: { width, height: 844 } });
    const page = await open("bases");
    const check = async (name: string) => {
      expect([name, await faultsIn(page)]).toEqual([name, []]);
      expect([name, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([name, true]);
      await picture(page, `bases-${name}-${width}-${colorScheme}`);
    };
    await page.getByRole("link", { name: /Leads/ }).waitFor();
    await check("list");
    await page.getByRole("link", { name: /Leads/ }).click();
    await page.getByText("Initech").waitFor();
    await check("grid");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("button", { name: "Apply" }).waitFor();
    await check("filter");
    await page.goto(`${page.url()}?row=${rows[0].id}`);
    await page.getByRole("complementary", { name: "Row" }).getByLabel("Worth").waitFor();
    await check("row");
    for (const kind of ["bar", "pie"] as const)
      await gateway.call("bases.charts.create", { base: base.id, name: kind, kind, x: "stage" });
    await page.goto(`${new URL(`${base.id}/charts`, page.url()).href}`);
    await page.getByRole("img", { name: /pie chart/ }).waitFor();
    await check("charts");
    await page.getByRole("button", { name: "Actions for pie" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Add a condition" }).click();
    await page.getByRole("combobox", { name: "Field of condition 1" }).waitFor();
    await check("chart");
    await page.keyboard.press("Escape");
    for (const prop of ["site", "tags"]) await gateway.call("bases.props.delete", { base: base.id, prop });
    await page.getByRole("button", { name: "Actions for Leads" }).click();
    await page.getByRole("menuitem", { name: "Deleted properties" }).click();
    await page.getByRole("button", { name: "Restore Site" }).waitFor();
    await check("deleted");
    const empty = await gateway.call("bases.create", { name: "Empty", props: [{ name: "Name", type: "text" }] });
    await page.goto(new URL(`../${empty.base.id}`, page.url()).href);
    await page.getByRole("grid", { name: "Rows of Empty" }).waitFor();
    await check("empty");
    expect(complaints).toEqual([]);
  });
});
