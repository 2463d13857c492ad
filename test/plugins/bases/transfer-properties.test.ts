import { propertyCreated } from "@postern/bases";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { fileOf, openTransferGateway } from "./transfer-gateway.ts";

async function emptyBase() {
  const setup = await openTransferGateway();
  await setup.make("things", [{ key: "title", name: "The title", type: "text" }]);
  const props = async () =>
    (await setup.post("bases.props.list", { base: "things", limit: "500" })).properties.map(
      ({ key, type, config }: { key: string; type: string; config: object }) => [key, type, config],
    );
  const more = { createProperties: true };
  return {
    ...setup,
    props,
    plan: async (content: string) => (await setup.take(content, more)).plan,
    create: (content: string, given: object = {}) => setup.take(content, { ...more, execute: true, ...given }),
  };
}

/** The types of columns with these values, by the order of the columns. */
async function typesOf(...columns: string[][]): Promise<unknown[]> {
  const { plan } = await emptyBase();
  const [first = []] = columns;
  const lines = first.map((_, line) => columns.map((values) => `"${values[line] ?? ""}"`).join(","));
  const { properties } = await plan(`${columns.map((_, at) => `c${at}`).join(",")}\n${lines.join("\n")}\n`);
  return properties.map(({ type, config }: { type: string; config: object }) =>
    Object.keys(config).length > 0 ? [type, config] : type,
  );
}

describe("an import that creates properties", () => {
  it("shows them in its plan, and creates them with the rows", async () => {
    const { plan, create, props, values, post, gateway } = await emptyBase();
    const created: string[] = [];
    gateway.on(propertyCreated, ({ data }: { data: { property: { key: string } } }) => {
      created.push(data.property.key);
    });
    const before = await props();
    const content = "The title,Worth,Due date,茶\nx,1.50,2026-11-24,green\ny,-2,,\n";
    expect(await plan(content)).toMatchObject({
      summary:
        'Import 2 rows into the base "things", and create the properties worth (number), due_date (date), column_4 (text)',
      properties: [
        { key: "worth", name: "Worth", type: "number", config: { precision: 2 } },
        { key: "due_date", name: "Due date", type: "date" },
        { key: "column_4", name: "茶", type: "text" },
      ],
    });
    expect(await props()).toEqual(before);
    const { base } = await post("bases.show", { base: "things" });
    expect(await create(content)).toMatchObject({ state: "done", created: 2 });
    expect((await post("bases.show", { base: "things" })).base.schemaVersion).toBe(base.schemaVersion + 1);
    expect(await values()).toEqual([
      { title: "x", worth: 1.5, due_date: "2026-11-24", column_4: "green" },
      { title: "y", worth: -2 },
    ]);
    await until(() => expect(created).toEqual(["worth", "due_date", "column_4"]));
    expect(await plan(content)).toMatchObject({ summary: 'Import 2 rows into the base "things"', properties: [] });
  });

  it("does not recognize codes and phone numbers as numbers, nor 1 and 0 as checkboxes", async () => {
    expect(
      await typesOf(
        ["1", "0"],
        ["x", "y"],
        ["yes", "No"],
        ["007", "12"],
        ["+4930901820", "12"],
        ["5551234567", "12"],
        ["1.5", "2"],
        ["-3", ""],
        ["1e5", "2"],
      ),
    ).toEqual([
      ["number", { precision: 0 }],
      "text",
      "checkbox",
      "text",
      "text",
      "text",
      ["number", { precision: 1 }],
      ["number", { precision: 0 }],
      "text",
    ]);
  });

  it("recognizes dates, times, addresses, and text where values differ", async () => {
    expect(
      await typesOf(
        ["2026-11-24", "2024-02-29"],
        ["2026-11-24T08:00:00Z", "2026-11-24 08:00+01:00"],
        ["2026-11-24", "2026-11-24T08:00:00Z"],
        ["2026-02-30", "2026-11-24"],
        ["https://example.com", "http://example.com/a"],
        ["ada@example.com", "b@example.com"],
        ["ada@example.com", "12"],
        ["", ""],
      ),
    ).toEqual(["date", ["date", { includeTime: true }], "text", "text", "url", "email", "text", "text"]);
  });

  it("reports a later value that does not fit, and creates nothing", async () => {
    const { create, props } = await emptyBase();
    const before = await props();
    const lines = Array.from({ length: 1_200 }, (_, n) => (n === 1_100 ? "many" : String(n)));
    const answer = await create(`amount\n${lines.join("\n")}\n`);
    expect(answer).toMatchObject({ state: "refused", bad: 1, diagnostics: [{ line: 1_102, column: "amount" }] });
    expect(await props()).toEqual(before);
  });

  it("of a long file continues in the background", async () => {
    const { create, ended, values } = await emptyBase();
    const lines = Array.from({ length: 1_500 }, (_, n) => `${n},thing ${n}`);
    const { import: id, state } = await create(`number,name\n${lines.join("\n")}\n`);
    expect(state).toBe("running");
    expect(await ended(id)).toMatchObject({ state: "done", rows: 1_500 });
    expect((await values({ limit: "1" }))[0]).toEqual({ number: 0, name: "thing 0" });
  });

  it("reads typed cells of an XLSX file", async () => {
    const { create, values } = await emptyBase();
    const content = await fileOf([
      ["Worth", "Paid"],
      [1.5, true],
      [2, false],
    ]);
    expect(await create(content, { format: "xlsx" })).toMatchObject({ state: "done", created: 2 });
    expect(await values()).toEqual([
      { worth: 1.5, paid: true },
      { worth: 2, paid: false },
    ]);
  });

  it("rejects two columns for one property and too many properties", async () => {
    const { plan: _plan, refuse } = await emptyBase();
    const twice = await refuse("Worth,worth\n1,2\n", { createProperties: true });
    expect(twice.issues[0].message).toContain("has two columns for the property worth");
    const wide = Array.from({ length: 50_000 }, (_, n) => `c${n}`).join(",");
    expect((await refuse(`${wide}\n`, { createProperties: true })).issues[0].message).toContain("has 50000 columns");
    const header = Array.from({ length: 200 }, (_, n) => `c${n}`).join(",");
    expect(await refuse(`${header}\n`, { createProperties: true })).toMatchObject({ code: "bases.schema_full" });
  });
});
