import { closeSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";

/**
 * A store in one file: each change appends a line of JSON, which is flushed before it takes effect. All values are kept
 * in memory. A line that is truncated by a crash is ignored, so values are written completely or not at all.
 */
export function journalFile(path) {
  const values = new Map();
  const file = openSync(path, "a+", 0o600);
  let end = 0;
  for (const line of readFileSync(file, "utf8").split("\n").slice(0, -1)) {
    const change = parse(line);
    if (!change) break;
    apply(change);
    end += Buffer.byteLength(line) + 1;
  }
  truncateSync(path, end);

  function apply([key, value]) {
    if (value === null) values.delete(key);
    else values.set(key, value);
  }

  function write(key, value) {
    writeSync(file, `${JSON.stringify([key, value])}\n`);
    fsyncSync(file);
    apply([key, value]);
  }

  return {
    name: "journal-file",
    hasItem: (key) => values.has(key),
    getItem: (key) => values.get(key) ?? null,
    getKeys: () => [...values.keys()],
    setItem: write,
    removeItem: (key) => write(key, null),
    dispose: () => closeSync(file),
  };
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
