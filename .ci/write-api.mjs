/**
 * Writes the types of the operations of all packages of the repository into plugins/client/src/generated/api.ts. The build
 * runs it. A file that would stay the same is not written, so that nothing made of it is made again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createGateway } from "@postern/core";
import { typesOf } from "../plugins/client/dist/types/index.js";

const SURFACES = ["cli"];
const folder = new URL("../plugins/", import.meta.url);
const file = new URL("client/src/generated/api.ts", folder);
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

function isPlugin(name) {
  const text = read(new URL(`${name}/package.json`, folder));
  return !SURFACES.includes(name) && text !== undefined && JSON.parse(text).keywords.includes("postern-plugin");
}

// By path, since a plugin that was just made is not in node_modules.
const plugins = await Promise.all(
  readdirSync(folder)
    .filter(isPlugin)
    .sort()
    .map(async (name) => (await import(new URL(`${name}/dist/index.js`, folder))).default({})),
);
const { manifest } = createGateway({ plugins });
const text = typesOf(manifest, 'Written by "npm run build" from the operations of this repository. Do not edit it.');
mkdirSync(new URL(".", file), { recursive: true });
if (read(file) !== text) writeFileSync(file, text);
