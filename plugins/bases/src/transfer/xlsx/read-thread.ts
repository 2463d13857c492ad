/** Reads the first sheet of a spreadsheet, and sends its rows in portions on request, so that messages do not pile up. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { readSheet } from "read-excel-file/universal";

const port = parentPort as MessagePort;
const { file } = workerData as { file: ArrayBuffer };

readSheet(file, 1, { trim: false }).then(
  (rows) => {
    let at = 0;
    port.on("message", ({ most }: { most: number }) => {
      port.postMessage({ rows: rows.slice(at, at + most), first: at });
      at += most;
    });
    port.postMessage({ ready: true });
  },
  (error: Error & { code?: string }) => port.postMessage({ refused: String(error.code ?? error.name) }),
);
