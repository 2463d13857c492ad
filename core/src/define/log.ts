/** Where the gateway tells what a person should know. Fits console and pino. */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

const KEY = /rctx_[\w-]+/g;
/** JSON leaves these as they are, and a terminal takes some of them for a command. */
const CONTROLS = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text that came from elsewhere, without keys in it and short enough to read. */
export function redacted(text: string): string {
  return text.slice(0, 2_000).replace(KEY, "rctx_[redacted]").replace(CONTROLS, "\ufffd");
}

/** One JSON line an entry, on standard error. `debug` is silent unless asked. */
export function createLog(options: { debug?: boolean; write?: (line: string) => void } = {}): Logger {
  const { debug = false, write = (line: string) => void process.stderr.write(line) } = options;
  const at = (level: string) => (fields: Record<string, unknown>, message: string) =>
    write(`${redacted(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }))}\n`);
  return { debug: debug ? at("debug") : () => {}, info: at("info"), warn: at("warn"), error: at("error") };
}

/** What an error says for the log: its words and where it was thrown. */
export function causeOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: redacted(String(error)) };
  return {
    error: redacted(error.stack ?? error.message),
    ...(error.cause !== undefined && { cause: redacted(String(error.cause)) }),
  };
}
