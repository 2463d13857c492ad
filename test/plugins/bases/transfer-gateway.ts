import { createRequire } from "node:module";
import bases from "@postern/bases";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { onTestFinished } from "vitest";
import writeSheet from "write-excel-file/node";
import { until } from "../../run/until.ts";

// The library is a dependency of the plugin, not of this folder.
const load = createRequire(new URL("../../../plugins/bases/package.json", import.meta.url));
type Rows = readonly (readonly unknown[])[];
const { readSheet } = load(["read-excel-file", "universal"].join("/")) as {
  readSheet(file: ArrayBuffer, sheet: number, options: object): Promise<Rows>;
};
const write = writeSheet as unknown as (
  sheet: Rows | readonly { data: Rows; sheet: string }[],
  options?: object,
) => { toBuffer(): Promise<Buffer> };

/** The cells of an XLSX file in base64, and the reverse. */
export const sheetOf = (content: string): Promise<Rows> =>
  readSheet(new Uint8Array(Buffer.from(content, "base64")).buffer, 1, { trim: false });
export const fileOf = async (...given: Parameters<typeof write>): Promise<string> =>
  (await write(given[0], { dateFormat: "yyyy-mm-dd", ...given[1] }).toBuffer()).toString("base64");

export type Options = Partial<Parameters<typeof testGateway>[0]>;

/** A gateway with the base `things`: title (required), amount, done, day, at, stage, tags, mail, link. */
export async function openTransferGateway(options: Options = {}) {
  const setup = await testGateway({ plugins: [bases()], storage: memory(), ...options });
  onTestFinished(() => setup.stop());
  const { admin } = setup;

  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the members that it needs
  async function post(id: string, body: object = {}): Promise<any> {
    const reply = await admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const choices = (...names: string[]) => ({ options: names.map((name) => ({ name })) });
  const props = [
    { key: "title", name: "The title", type: "text", required: true },
    { key: "amount", name: "Amount", type: "number", config: { precision: 2 } },
    { key: "done", name: "Done", type: "checkbox" },
    { key: "day", name: "Day", type: "date" },
    { key: "at", name: "At", type: "date", config: { includeTime: true } },
    { key: "stage", name: "Stage", type: "select", config: choices("New", "Won") },
    { key: "tags", name: "Tags", type: "multi_select", config: choices("red", "green", "blue") },
    { key: "mail", name: "Mail", type: "email" },
    { key: "phone", name: "Phone", type: "phone" },
    { key: "thing", name: "Thing", type: "ref" },
  ];
  return {
    ...setup,
    post,
    make: (name = "things", given: object[] = props) => post("bases.create", { name, props: given }),
    take: (content: string, more: object = {}) =>
      post("bases.rows.import", { base: "things", format: "csv", content, ...more }),
    refuse: async (content: string, more: object = {}) =>
      (await admin.post("bases.rows.import", { base: "things", format: "csv", content, ...more })).body,
    give: (format: string, more: object = {}) => post("bases.rows.export", { base: "things", format, ...more }),
    values: async (more: object = {}) =>
      (await post("bases.rows.list", { base: "things", limit: "500", ...more })).rows.map(
        ({ values }: { values: object }) => values,
      ),
    count: async (): Promise<number> => (await post("bases.show", { base: "things" })).base.rowCount,
    shown: async (id: string) => (await post("bases.imports.show", { import: id })).import,
    async ended(id: string, timeout?: number) {
      return until(async () => {
        const { import: shown } = await post("bases.imports.show", { import: id });
        if (shown.state !== "done" && shown.state !== "undone") throw new Error(JSON.stringify(shown));
        return shown;
      }, timeout);
    },
  };
}

export type TransferGateway = Awaited<ReturnType<typeof openTransferGateway>>;
