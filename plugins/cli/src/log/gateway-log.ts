import { resolve } from "node:path";
import { createLog, type Logger } from "@postern/core";
import { Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";
import { gatewayLog } from "./log-files.ts";
import { openLogWriter } from "./log-writer.ts";

/** The log of a gateway that is served. */
export interface ServingLog {
  /** Writes to standard error, and to the log file if there is one. */
  readonly log: Logger;
  /** Writes to the log file only: what the terminal shows in another form. */
  readonly file: Logger;
  /** Its path, if there is one. */
  readonly path: string | undefined;
  close(): Promise<void>;
}

const nothing = () => {};
const SILENT: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Opens the log of a gateway. `asked` is the flag --log-file: a path, or true for the one in the data folder. */
export function openServingLog(asked: string | true | undefined, settings: Settings, io: Io): ServingLog {
  if (asked === undefined) return { log: createLog(), file: SILENT, path: undefined, close: async () => {} };
  if (asked === true && isInMemory(settings))
    throw new Refusal("A gateway in memory has no data folder for its log. Name a file: --log-file gateway.log");
  const path = asked === true ? gatewayLog(settings.data) : resolve(io.cwd, asked);
  const writer = openLogWriter(path);
  const log = createLog({
    write(line) {
      process.stderr.write(line);
      writer.write(line);
    },
  });
  const file = createLog({ write: writer.write });
  const reportCrash = (error: Error) => file.error({ error: error.stack ?? error.message }, "The gateway crashed");
  process.on("uncaughtExceptionMonitor", reportCrash);
  return {
    ...{ log, file, path },
    async close() {
      process.off("uncaughtExceptionMonitor", reportCrash);
      await writer.close();
    },
  };
}
