import { join } from "node:path";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs-lite";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { openTransferGateway } from "./transfer-gateway.ts";

export const importer = new URL("./processes/importer.mjs", import.meta.url).href;

export const linesOf = (count: number) =>
  `title,amount,done,day,stage\n${Array.from(
    { length: count },
    (_, n) =>
      `"thing ${n}, a longer name for it",${n}.25,${n % 2 ? "yes" : "no"},2026-11-${10 + (n % 20)},${n % 3 ? "New" : "Won"}`,
  ).join("\n")}\n`;

/** A gateway that starts imports, on a store that other processes work on. */
export async function openImporter(background: boolean) {
  const path = folder();
  const files = join(path, "blobs");
  const blobs = createStorage({ driver: fs({ base: files }) });
  const setup = await openTransferGateway({ storage: lmdb({ path: join(path, "store") }), blobs, background });
  await setup.make();
  return {
    ...setup,
    serve: (id: string, step = 0, ahead = 0) => start(importer, join(path, "store"), files, id, step, ahead),
    /** All titles, in order. */
    async titles(): Promise<string[]> {
      const { content } = await setup.give("json");
      return JSON.parse(content).map(({ values }: { values: { title: string } }) => values.title);
    },
  };
}
