import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Rooms that were entries of `@postern/core`. */
const ROOMS = "access|actions|checks|cloudevents|console|fields|kinds|outbound|pages|paging|queue|sealing|sync";
/** Names that are in another entry than before, whatever became of the one that they were in. */
const NAMES: Readonly<Record<string, string>> = {
  createInterval: "@postern/core/background",
  createLoop: "@postern/core/background",
  definePage: "@postern/kit/console",
  deleteOlder: "@postern/core/background",
  IDLE_SLEEP: "@postern/core/background",
  Loop: "@postern/core/background",
  LoopSetting: "@postern/core/background",
  lostIn: "@postern/core/verify",
  numeric: "@postern/kit/fields",
  numericText: "@postern/kit/fields",
  verifyStore: "@postern/core/verify",
  withDefault: "@postern/kit/fields",
};
const NAMED = /(import|export)\s+(type\s+)?\{([^}]*)\}\s+from\s+(["'])(@postern\/core(?:\/(?:queue|backup))?)\4;?/g;
const SOURCE = /\.[cm]?[jt]sx?$|\.md$/;
const SKIPPED = ["node_modules", "dist", ".git"];
const TABLES = ["dependencies", "peerDependencies", "devDependencies"] as const;

type Manifest = { [K in (typeof TABLES)[number]]?: Record<string, string> };

/** Rewrites the sources and manifests below a folder, and returns the paths of those that it changed. */
export function moveImports(folder: string): string[] {
  const changed: string[] = [];
  rewrite(folder, changed);
  return changed;
}

/** Returns whether a source of the package that the folder belongs to imports the kit. */
function rewrite(folder: string, changed: string[]): boolean {
  let isUsed = false;
  // Links are left alone: what they lead to is elsewhere, or was rewritten already.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    const path = join(folder, name);
    if (SKIPPED.includes(name)) continue;
    if (entry.isDirectory()) isUsed = rewrite(path, changed) || isUsed;
    else if (entry.isFile() && SOURCE.test(name)) {
      const text = write(path, moved, changed);
      isUsed ||= !name.endsWith(".md") && /["']@postern\/kit\//.test(text);
    }
  }
  const manifest = join(folder, "package.json");
  if (!statSync(manifest, { throwIfNoEntry: false })) return isUsed;
  if (isUsed) write(manifest, withKit, changed);
  return false;
}

function write(path: string, change: (text: string) => string, changed: string[]): string {
  const before = readFileSync(path, "utf8");
  const after = change(before);
  if (after === before) return after;
  writeFileSync(path, after);
  changed.push(path);
  return after;
}

const moved = (text: string): string =>
  text
    .replace(NAMED, split)
    .replace(new RegExp(`@postern/core/(${ROOMS})(?=["'\`])`, "g"), "@postern/kit/$1")
    .replace(/@postern\/core\/backup(?=["'`])/g, "@postern/service/backup");

/** A statement for each entry that the names of one are in now. */
function split(all: string, verb: string, isType = "", names: string, quote: string, from: string): string {
  const targets: Record<string, string[]> = {};
  for (const name of names.split(",").map((one) => one.trim())) {
    const plain = name.replace(/^type\s+/, "").split(/\s+as\s+/)[0] ?? "";
    const target = NAMES[plain] ?? from;
    if (name !== "") targets[target] = [...(targets[target] ?? []), name];
  }
  if (Object.keys(targets).every((target) => target === from)) return all;
  return Object.entries(targets)
    .map(([target, list]) => `${verb} ${isType}{ ${list.join(", ")} } from ${quote}${target}${quote};`)
    .join("\n");
}

/** The manifest with the kit wherever it has the core. */
function withKit(text: string): string {
  const manifest = JSON.parse(text) as Manifest;
  for (const table of TABLES) {
    const { "@postern/core": core, "@postern/kit": kit, ...rest } = manifest[table] ?? {};
    if (core === undefined || kit !== undefined) continue;
    const entries = Object.entries({ ...rest, "@postern/core": core, "@postern/kit": core });
    manifest[table] = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  const after = `${JSON.stringify(manifest, null, 2)}\n`;
  return JSON.stringify(JSON.parse(text)) === JSON.stringify(manifest) ? text : after;
}
