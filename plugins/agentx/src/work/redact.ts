import { homedir } from "node:os";

const MAX_LENGTH = 300;
/** Text that looks like a secret. */
const KEYS =
  /\b(?:rctx_|sk-|ghp_|gho_|xox[a-z]-)[\w-]{6,}|\b(?:bearer|token|key|secret|password)\b\s*(?:[:=]\s*)?["']?[\w.+/=-]{12,}/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences must not reach a log
const CONTROLS = /\u001b\[[0-9;]*[A-Za-z]|[\u0000-\u001f\u007f-\u009f]+/g;

/** Reduces agent output to one short line without secrets and without machine paths. */
export function createRedactor(folder: string, secrets: readonly string[]): (text: string) => string {
  const home = homedir();
  return (text) => {
    let line = text.slice(0, 4 * MAX_LENGTH).replace(CONTROLS, " ");
    for (const secret of secrets) line = line.replaceAll(secret, "[secret]");
    line = line.replaceAll(folder, ".");
    if (home.length > 1) line = line.replaceAll(home, "~");
    return line.replace(KEYS, "[secret]").trim().slice(0, MAX_LENGTH);
  };
}
