// `npm run new tasks.deps.remove`: creates the skeleton of an operation, adds it to its plugin, and creates its test.
// If the group does not exist, its folder is created too. Existing files are never overwritten.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { namesOf, pluginFiles } from "../plugins/create-plugin/dist/index.js";

const [id, ...rest] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+$/.test(id ?? "") || rest.length > 0) {
  const given = process.argv
    .slice(2)
    .map((word) => JSON.stringify(word))
    .join(" ");
  console.error(
    `${given ? `${given} is not the id of an operation` : "The id of the operation is required"}: words in lowercase, as in: npm run new tasks.deps.remove`,
  );
  process.exit(2);
}
const [group, ...words] = id.split(".");
const place = words.join(".");
const camel = (text) => text.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const name = nameOf(camel(words.join("-")));
const folder = `plugins/${group}`;
const source = `${folder}/src/operations/${place}.ts`;
const list = `${folder}/src/operations/index.ts`;
const test = `test/plugins/${group}/${place}.test.ts`;
if (existsSync(source)) fail(`${source} already exists`);

if (!existsSync(folder)) createGroup();
const about = fieldOf();
write(source, operation(about));
write(test, testOf(about));
register(list);
tidy([source, test, list]);
console.log(
  `Created ${source} and ${test}. Next: add its fields, plan and execute, then run "npm run dev:test ${group}".`,
);

/** The name of a reserved word gets the group as its suffix: `deleteChats`. */
function nameOf(plain) {
  try {
    new Function(`"use strict"; const ${plain} = 1;`);
    return plain;
  } catch {
    return camel(`${plain}-${group}`);
  }
}

function idSchema(declared) {
  return `${declared} Id = T.String({ minLength: 1, maxLength: 128, description: "Its id" });`;
}

/** What an operation names first in its input: the field, its schema, the file of the schema, a value, and the resource. */
function firstField(text) {
  const [, field, schema] = /input: T\.Object\(\{\s*(\w+): ([A-Z]\w+)(?=[\s,}])/.exec(text) ?? [];
  const imports = [...text.matchAll(/^import \{([^}]*)\} from "(\.\.\/[^"]+)"/gm)];
  const [, , from] = imports.find(([, names]) => names.split(/[\s,]+/).includes(schema)) ?? [];
  const [, value] = new RegExp(`\\b${field}: "([^"]+)"`).exec(text) ?? [];
  const resource = text.includes(`resource: ({ ${field} }) => ${field},`);
  return from && value ? { field, schema, from, value, resource } : undefined;
}

/** The field by which most operations about the same thing name it. */
function fieldOfSiblings() {
  const siblings = readdirSync(dirname(source))
    .filter((file) => file !== "index.ts" && file.split(".").slice(0, -2).join(".") === words.slice(0, -1).join("."))
    .map((file) => firstField(readFileSync(`${dirname(source)}/${file}`, "utf8")))
    .filter(Boolean);
  const count = ({ field, schema }) => siblings.filter((one) => one.field === field && one.schema === schema).length;
  return siblings.sort((left, right) => count(right) - count(left) || right.resource - left.resource)[0];
}

function fieldOf() {
  const found = existsSync(dirname(source)) ? fieldOfSiblings() : undefined;
  if (found) return found;
  const hasId = /^export const Id\b/m.test(readFileSync(`${folder}/src/schemas.ts`, "utf8"));
  return { field: "id", schema: "Id", from: hasId ? "../schemas.ts" : undefined, value: "first", resource: true };
}

function operation({ field, schema, from, value, resource }) {
  return `import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
${from ? `import { ${schema} } from "${from}";` : `\n${idSchema("const")}`}

export const ${name} = defineCommand(group, {
  id: "${id}",
  summary: "Describe ${id} in one imperative sentence",
  input: T.Object({ ${field}: ${schema} }),
  output: T.Object({ ${field}: ${schema} }),
  examples: [{ title: "Describe what is special about this call", input: { ${field}: "${value}" } }],${resource ? `\n  resource: ({ ${field} }) => ${field},` : ""}
  plan: (_ctx, { ${field} }) => ({ summary: \`Change \${${field}}\` }),
  execute: (_ctx, _plan, { ${field} }) => ({ ${field} }),
});
`;
}

function testOf({ field, value }) {
  const plugin = nameOf(camel(group));
  return `import { testGateway } from "@postern/core/testing";
import ${plugin} from "@postern/${group}";
import { expect, it } from "vitest";

it("returns its plan in a dry run", async () => {
  const { admin, stop } = await testGateway({ plugins: [${plugin}()] });
  const { status, body } = await admin.post("${id}", { ${field}: "${value}" }, { "x-dry-run": "true" });
  expect([status, body.dryRun]).toEqual([200, true]);
  await stop();
});
`;
}

/** Adds the operation to the list of its plugin's operations, which the formatter sorts. */
function register(path) {
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  lines.push(`export { ${name} } from "./${place}.ts";`);
  writeFileSync(path, `${lines.join("\n")}\n`);
}

/** Formats the files. */
function tidy(paths) {
  execFileSync(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "check", "--write", ...paths], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Creates a group from the same template as `npm create @postern/plugin`. */
function createGroup() {
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
  write(`${folder}/CHANGELOG.md`, `# @postern/${group}\n\n## 1.0.0\n\n${names.title}.\n`);
  copyFileSync("plugins/chats/LICENSE", `${folder}/LICENSE`);
  write(`${folder}/src/group.ts`, files.get("src/group.ts"));
  write(`${folder}/src/schemas.ts`, `import { T } from "@postern/core";\n\n${idSchema("export const")}\n`);
  write(`${folder}/src/collections.ts`, "// The plugin declares each collection that is exported here.\nexport {};\n");
  write(
    `${folder}/src/index.ts`,
    `import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";

export * from "./operations/index.ts";

export default definePlugin(group, { version: "1.0.0", data: 1, collections, operations: Object.values(operations) });
`,
  );
  const types = JSON.parse(readFileSync("tsconfig.json", "utf8"));
  types.references.push({ path: folder });
  writeFileSync("tsconfig.json", json(types));
  console.log(`Created ${folder}. Run "npm install" to add it to the workspace.`);
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
