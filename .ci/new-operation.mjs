// `npm run new tasks.deps.remove`: the skeleton of an operation, its place in its plugin, and its test. A group that is
// not there yet gets its folder too. What exists is never overwritten.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { namesOf, pluginFiles } from "../plugins/create-plugin/dist/index.js";

const [id, ...rest] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+$/.test(id ?? "") || rest.length > 0) {
  console.error("Name the operation by its id, like tasks.deps.remove: npm run new tasks.deps.remove");
  process.exit(2);
}
const [group, ...words] = id.split(".");
const place = words.join(".");
const camel = (text) => text.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const name = nameOf(camel(words.join("-")));
const folder = `plugins/${group}`;
const source = `${folder}/src/operations/${place}.ts`;
const test = `test/plugins/${group}/${place}.test.ts`;
if (existsSync(source)) fail(`${source} already exists`);

if (!existsSync(folder)) makeGroup();
write(source, operation());
write(test, testOf());
enter(`${folder}/src/index.ts`);
tidy([source, test, `${folder}/src/index.ts`]);
console.log(`Made ${source} and ${test}. Next: its fields, its plan, its work; then npx vitest run ${test}`);

/** A word of the language gets the group behind it: `deleteChats`. */
function nameOf(plain) {
  try {
    new Function(`"use strict"; const ${plain} = 1;`);
    return plain;
  } catch {
    return camel(`${plain}-${group}`);
  }
}

function idSchema(declared) {
  return `${declared} Id = T.String({ minLength: 1, maxLength: 128, description: "Which one" });`;
}

function operation() {
  const hasId = /^export const Id\b/m.test(readFileSync(`${folder}/src/schemas.ts`, "utf8"));
  return `import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
${hasId ? 'import { Id } from "../schemas.ts";' : `\n${idSchema("const")}`}

export const ${name} = defineCommand(group, {
  id: "${id}",
  summary: "Say in one sentence what ${id} does",
  input: T.Object({ id: Id }),
  output: T.Object({ id: Id }),
  examples: [{ title: "One", input: { id: "first" } }],
  resource: ({ id }) => id,
  plan: (_ctx, { id }) => ({ summary: \`Do it to \${id}\` }),
  execute: (_ctx, _plan, { id }) => ({ id }),
});
`;
}

function testOf() {
  const plugin = nameOf(camel(group));
  return `import { testGateway } from "@postern/core/testing";
import ${plugin} from "@postern/${group}";
import { expect, it } from "vitest";

it("answers with its plan and writes nothing", async () => {
  const { admin, stop } = await testGateway({ plugins: [${plugin}()] });
  const { status, body } = await admin.post("${id}", { id: "first" }, { "x-dry-run": "true" });
  expect([status, body.dryRun]).toEqual([200, true]);
  await stop();
});
`;
}

/** Adds the operation to its plugin: its import behind the others, its name at the end of the list. */
function enter(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  const last = lines.findLastIndex((one) => /^(import .*|\} )from ".*";$/.test(one));
  lines.splice(last + 1, 0, `import { ${name} } from "./operations/${place}.ts";`);
  const text = lines.join("\n");
  const start = text.indexOf("operations: [");
  if (start < 0) fail(`${path} has no list "operations: [": add ${name} to it by hand`);
  const end = endOfList(text, start + "operations: [".length);
  const before = text.slice(0, end).trimEnd();
  const comma = /[[,]$/.test(before) ? "" : ",";
  writeFileSync(path, `${before}${comma} ${name}${text.slice(end)}`);
}

/** Where the list ends that begins at `at`: it may hold lists itself. */
function endOfList(text, at) {
  for (let depth = 1, end = at; end < text.length; end++) {
    if (text[end] === "[") depth++;
    else if (text[end] === "]" && --depth === 0) return end;
  }
  return fail("A list of operations has no end");
}

/** As the house formats its files: imports in order, a long list on lines of its own. */
function tidy(paths) {
  execFileSync(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "check", "--write", ...paths], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** A group of the one shape that all groups have, named as `npm create @postern/plugin` names it. */
function makeGroup() {
  const names = namesOf({ group });
  const files = pluginFiles({ ...names, year: new Date().getFullYear() });
  const chats = JSON.parse(readFileSync("plugins/chats/package.json", "utf8"));
  write(
    `${folder}/package.json`,
    json({
      ...chats,
      name: `@postern/${group}`,
      version: "1.0.0",
      description: `${names.title}.`,
      exports: { ".": chats.exports["."] },
    }),
  );
  write(`${folder}/tsconfig.json`, readFileSync("plugins/chats/tsconfig.json", "utf8"));
  write(`${folder}/README.md`, `# @postern/${group}\n\n${names.title}.\n`);
  copyFileSync("plugins/chats/LICENSE", `${folder}/LICENSE`);
  write(`${folder}/src/group.ts`, files.get("src/group.ts"));
  write(`${folder}/src/schemas.ts`, `import { T } from "@postern/core";\n\n${idSchema("export const")}\n`);
  write(
    `${folder}/src/collections.ts`,
    "// What the group stores: its plugin declares each collection that is exported here.\nexport {};\n",
  );
  write(
    `${folder}/src/index.ts`,
    `import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { group } from "./group.ts";

export default definePlugin(group, { version: "1.0.0", data: 1, collections, operations: [] });
`,
  );
  const types = JSON.parse(readFileSync("tsconfig.json", "utf8"));
  types.references.push({ path: folder });
  writeFileSync("tsconfig.json", json(types));
  console.log(`Made ${folder}. Run npm install once, so that the workspace knows it.`);
}

function write(path, text) {
  if (existsSync(path)) fail(`${path} already exists`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
