// `npm run api`: writes the types of the operations of all packages of the repository into plugins/client/src/api.ts.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createGateway } from "@postern/core";
import { typesOf } from "../plugins/client/dist/types/index.js";

const SURFACES = ["cli"];
const folder = new URL("../plugins/", import.meta.url);
const isPlugin = (name) =>
  !SURFACES.includes(name) &&
  JSON.parse(readFileSync(new URL(`${name}/package.json`, folder), "utf8")).keywords.includes("postern-plugin");
const names = readdirSync(folder).filter(isPlugin).sort();
const plugins = await Promise.all(names.map(async (name) => (await import(`@postern/${name}`)).default({})));
const { manifest } = createGateway({ plugins });
const origin = 'Written by "npm run api" from the operations of this repository. Do not edit it.';
writeFileSync(new URL("client/src/api.ts", folder), typesOf(manifest, origin));
console.log(`Wrote the types of ${manifest.operations.length} operations to plugins/client/src/api.ts`);
