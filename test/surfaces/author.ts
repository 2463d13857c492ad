import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newUser } from "./postern.ts";

const plugin = (module: string) => `
import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { greeting } from "${module}";

const group = defineGroup("greetings", { title: "Greetings", config: T.Object({ name: T.Optional(T.String()) }) });
const send = defineCommand(group, {
  id: "greetings.send",
  summary: "Send a greeting",
  input: T.Object({}),
  output: T.Object({ sent: T.String({ description: "What was sent" }) }),
  plan: () => ({ summary: "Greet" }),
  execute: ({ config }) => ({ sent: \`\${greeting} \${config.name ?? "you"}\` }),
});
export default definePlugin(group, { version: "1.0.0", operations: [send] });
`;
export const greetingTs = (word: string) =>
  `interface Word { text: string }\nexport const greeting: Word["text"] = "${word}";\n`;
export const greetingJs = (word: string) => `export const greeting = "${word}";\n`;

/** A user who develops a plugin, in a folder that resolves the packages of this repository. */
export function newAuthor(kind: "ts" | "js" = "ts") {
  const user = newUser();
  const folder = join(user.home, "greetings");
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  write("package.json", JSON.stringify({ name: "greetings", type: "module" }));
  write(`src/index.${kind}`, plugin(`./greeting.${kind}`));
  write(`src/greeting.${kind}`, (kind === "ts" ? greetingTs : greetingJs)("Hello"));
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(user.home, "node_modules"));

  async function dev(args: readonly string[] = [`greetings/src/index.${kind}`], env: Record<string, string> = {}) {
    const served = await user.serve("dev", args, env);
    const { data } = JSON.parse(served.output.out) as { data: string };
    /** Like a command in another terminal. */
    const run = (...words: string[]) =>
      user.runWith({ POSTERN_DATA: data, POSTERN_TOKEN: served.key }, "", ...words, "--json");
    const send = async () => JSON.parse((await run("greetings", "send")).out).sent as string;
    return { ...served, data, run, send };
  }
  const restarts = (err: string) => err.match(/^Restarted in/gm)?.length ?? 0;
  return { ...user, folder, write, dev, restarts };
}

export const call = (url: string, key: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/v1/${path}`, {
    method: "POST",
    body: "{}",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
  });
export const sent = async (url: string, key: string) => {
  const answer = await call(url, key, "greetings/send");
  return ((await answer.json()) as { sent: string }).sent;
};
