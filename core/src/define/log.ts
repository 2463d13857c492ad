/** The log of the gateway. Compatible with console and pino. */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

const KEY = /rctx_[\w-]+/g;
/** JSON does not escape these, and terminals interpret some of them. */
const CONTROLS = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text from an untrusted source, without keys and limited in length. */
export function redacted(text: string): string {
  return text.slice(0, 2_000).replace(KEY, "rctx_[redacted]").replace(CONTROLS, "\ufffd");
}

/** Writes one JSON line per entry to standard error. `debug` entries are omitted by default. */
export function createLog(options: { debug?: boolean; write?: (line: string) => void } = {}): Logger {
  const { debug = false, write = (line: string) => void process.stderr.write(line) } = options;
  const at = (level: string) => (fields: Record<string, unknown>, message: string) =>
    write(`${redacted(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }))}\n`);
  return { debug: debug ? at("debug") : () => {}, info: at("info"), warn: at("warn"), error: at("error") };
}

/** The log fields of an error: its message, stack and cause. */
export function causeOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: redacted(String(error)) };
  return {
    error: redacted(error.stack ?? error.message),
    ...(error.cause !== undefined && { cause: redacted(String(error.cause)) }),
  };
}
