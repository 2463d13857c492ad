import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newUser } from "./postern.ts";

const thirdParty = `
import { defineGroup, definePlugin, defineQuery, T } from "@postern/core";

const group = defineGroup("lab", { title: "Lab" });
const show = defineQuery(group, {
  id: "lab.things.show",
  summary: "Show a thing",
  input: T.Object({ name: T.String({ description: "Name of the thing" }) }),
  output: T.Object({ thing: T.String() }),
  run: (_, { name }) => ({ thing: name }),
});
const lab = definePlugin(group, { version: "1.0.0", operations: [show] });
export default { plugins: { chats: true, lab: lab() }, pluginsOnly: true };
`;

it("types prints the types of the running gateway, including other plugins", async () => {
  const user = newUser();
  user.configure(thirdParty);
  await user.run("init", "--yes");
  await user.serve();
  const { out } = await user.run("types");
  expect(out).toMatch(
    /^\/\/ Written by "postern types" for Postern \d+\.\d+\.\d+, interface [\w-]{16}\. Do not edit it\.\n/,
  );
  expect(out).toContain('  "chats.create": {');
  expect(out).toContain('  "lab.things.show": {\n    kind: "query";\n    dryRun: "never";\n');
  expect(out).not.toContain('"context.whoami"');
});

it("types writes a file", async () => {
  const user = newUser();
  user.configure({ plugins: { chats: true }, pluginsOnly: true });
  const { err, code } = await user.run("types", "--out", "api.d.ts");
  expect([code, err]).toEqual([0, expect.stringMatching(/^Wrote the types of \d+ operations to api\.d\.ts\n$/)]);
  expect(readFileSync(join(user.home, "api.d.ts"), "utf8")).toBe((await user.run("types")).out);
  expect((await user.run("types", "--out", "no/such/folder/api.d.ts")).err).toContain("Cannot write --out");
});
