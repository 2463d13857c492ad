/** Collects the rows of a spreadsheet, which arrive in portions so that messages do not pile up, and sends its file. */
import { type MessagePort, parentPort } from "node:worker_threads";
import writeSheet, { type SheetData } from "write-excel-file/node";

type Value = string | number | boolean | Date | undefined;

const port = parentPort as MessagePort;
const DAY = 86_400_000;
const formatOf = (date: Date): string => (date.getTime() % DAY === 0 ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss");
const cellOf = (value: Value) => (value instanceof Date ? { value, type: Date, format: formatOf(value) } : value);

const rows: SheetData = [];
port.on("message", async (message: { rows?: Value[][] }) => {
  if (message.rows) {
    for (const row of message.rows) rows.push(row.map(cellOf));
    return port.postMessage({ taken: true });
  }
  const [names = [], ...others] = rows;
  const heading = names.map((value) => ({ value: value as string, type: String, fontWeight: "bold" as const }));
  const bytes = new Uint8Array(await writeSheet([heading, ...others], { stickyRowsCount: 1 }).toBuffer());
  port.postMessage({ bytes }, [bytes.buffer]);
});
