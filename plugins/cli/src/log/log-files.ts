import { join } from "node:path";

/** The log of a gateway that is served as a service, or with --log-file. */
export const gatewayLog = (data: string): string => join(data, "logs", "gateway.log");
/** The log that the supervisor of the channel runner writes. */
export const runnerLog = (data: string): string => join(data, "logs", "channels.log");

/** Maximum size of a log file in bytes, and number of files to keep. */
export const LIMITS = { bytes: 8 * 2 ** 20, files: 4 } as const;

/** The file names of a log, newest first. */
export const filesOf = (path: string, files: number): string[] =>
  Array.from({ length: files }, (_, at) => (at === 0 ? path : `${path}.${at}`));
