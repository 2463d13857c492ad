// `npm run new tasks.deps.remove`: the skeleton of an operation, its place in its plugin, and its test. A group that is
// not there yet gets its folder too. What exists is never overwritten.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const [id, ...rest] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+$/.test(id ?? "") || rest.length > 0) {
  console.error("Name the operation by its id, like tasks.deps.remove: npm run new tasks.deps.remove");
  process.exit(2);
}
const [group, ...words] = id.split(".");
const place = words.join(".");
const name = words.join("-").replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const folder = `plugins/${group}`;
const source = `${folder}/src/operations/${place}.ts`;
const test = `test/plugins/${group}/${place}.test.ts`;
if (existsSync(source)) fail(`${source} is there already`);

if (!existsSync(folder)) makeGroup();
write(source, operation());
write(test, testOf());
enter(`${folder}/src/index.ts`);
console.log(`Made ${source} and ${test}. Next: its fields, its plan, its work; then npx vitest run ${test}`);

function operation() {
  return `import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { Id } from "../schemas.ts";

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
  const plugin = group.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
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
  const text = readFileSync(path, "utf8");
  const line = `import { ${name} } from "./operations/${place}.ts";\n`;
  const lines = text.split("\n");
  const after = lines.findLastIndex((one) => one.startsWith("import "));
  lines.splice(after + 1, 0, line.trimEnd());
  const entered = lines.join("\n").replace(/operations: \[([\s\S]*?),?\s*\]/, (_, list) => {
    const names = list
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
    return `operations: [${[...names, name].join(", ")}]`;
  });
  writeFileSync(path, entered);
}

/** A group of the one shape that all groups have. */
function makeGroup() {
  const title = group.charAt(0).toUpperCase() + group.slice(1).replaceAll("-", " ");
  const chats = JSON.parse(readFileSync("plugins/chats/package.json", "utf8"));
  write(
    `${folder}/package.json`,
    json({
      ...chats,
      name: `@postern/${group}`,
      version: "1.0.0",
      description: `${title}.`,
      exports: { ".": chats.exports["."] },
    }),
  );
  write(`${folder}/tsconfig.json`, readFileSync("plugins/chats/tsconfig.json", "utf8"));
  write(`${folder}/README.md`, `# @postern/${group}\n\n${title}.\n`);
  copyFileSync("plugins/chats/LICENSE", `${folder}/LICENSE`);
  write(
    `${folder}/src/group.ts`,
    `import { defineGroup } from "@postern/core";\n\nexport const group = defineGroup("${group}", { title: "${title}" });\n`,
  );
  write(
    `${folder}/src/schemas.ts`,
    `import { T } from "@postern/core";\n\nexport const Id = T.String({ minLength: 1, maxLength: 128, description: "Which one" });\n`,
  );
  write(
    `${folder}/src/index.ts`,
    `import { definePlugin } from "@postern/core";\nimport { group } from "./group.ts";\n\nexport default definePlugin(group, { version: "1.0.0", data: 1, operations: [] });\n`,
  );
  const types = JSON.parse(readFileSync("tsconfig.json", "utf8"));
  types.references.push({ path: folder });
  writeFileSync("tsconfig.json", json(types));
  console.log(`Made ${folder}. Run npm install once, so that the workspace knows it.`);
}

function write(path, text) {
  if (existsSync(path)) fail(`${path} is there already`);
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
