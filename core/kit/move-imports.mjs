#!/usr/bin/env node
/**
 * Moves imports from rooms of `@postern/core` to `@postern/kit`, where authors of plugins find them, in all sources below
 * the given folders, and adds the dependency. Lists the files that it changed.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOMS = "access|actions|checks|cloudevents|console|fields|kinds|outbound|pages|paging|queue|sealing|sync";
/** Names that left their room for an entry of the kernel. */
const NAMES = {
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
const SOURCE = /\.[cm]?[jt]sx?$|\.md$/;
const SKIPPED = ["node_modules", "dist", ".git"];
const TABLES = ["dependencies", "peerDependencies", "devDependencies"];

const named = /(import|export)\s+(type\s+)?\{([^}]*)\}\s+from\s+(["'])(@postern\/core(?:\/(?:queue|backup))?)\4;?/g;

/** A statement for each package that the names of one are in now. */
function split(statement, verb, isType = "", names, quote, from) {
  const targets = {};
  for (const name of names.split(",").map((one) => one.trim())) {
    const target = NAMES[name.replace(/^type\s+/, "").split(/\s+as\s+/)[0]] ?? from;
    if (name !== "") targets[target] = [...(targets[target] ?? []), name];
  }
  if (Object.keys(targets).every((target) => target === from)) return statement;
  return Object.entries(targets)
    .map(([target, list]) => `${verb} ${isType}{ ${list.join(", ")} } from ${quote}${target}${quote};`)
    .join("\n");
}

const moved = (text) =>
  text
    .replace(named, split)
    .replace(new RegExp(`@postern/core/(${ROOMS})(?=["'\`])`, "g"), "@postern/kit/$1")
    .replace(/@postern\/core\/backup(?=["'`])/g, "@postern/service/backup");

/** The manifest with the kit beside the core, if a source of its package imports it. */
function withKit(text) {
  const manifest = JSON.parse(text);
  const table = TABLES.find((name) => manifest[name]?.["@postern/core"]);
  if (!table || TABLES.some((name) => manifest[name]?.["@postern/kit"])) return text;
  const entries = Object.entries({ ...manifest[table], "@postern/kit": manifest[table]["@postern/core"] });
  manifest[table] = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Rewrites what is below a folder, and says whether its package uses the kit. */
function rewrite(folder) {
  let isUsed = false;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (SKIPPED.includes(name)) continue;
    if (statSync(path).isDirectory()) isUsed = rewrite(path) || isUsed;
    else if (SOURCE.test(name)) {
      const before = readFileSync(path, "utf8");
      const after = moved(before);
      if (!name.endsWith(".md")) isUsed ||= /["']@postern\/kit\//.test(after);
      write(path, before, after);
    }
  }
  const manifest = join(folder, "package.json");
  if (!statSync(manifest, { throwIfNoEntry: false })) return isUsed;
  const before = readFileSync(manifest, "utf8");
  if (isUsed) write(manifest, before, withKit(before));
  return false;
}

function write(path, before, after) {
  if (after === before) return;
  writeFileSync(path, after);
  console.log(path);
}

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("Name the folders of the packages, for example: npx @postern/kit .");
for (const folder of folders) rewrite(folder);
