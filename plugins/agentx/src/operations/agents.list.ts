import { defineQuery, omitUndefined, T } from "@postern/core";
import { listOf, listSource } from "@postern/kit/paging";
import { group } from "../group.ts";
import { findProgram } from "../work/program.ts";

export const Agent = T.Object({
  name: T.String({ description: "Agent name" }),
  title: T.Optional(T.String({ description: "Display name" })),
  found: T.Boolean({ description: "Whether the program of the agent was found" }),
  env: T.Array(T.String(), {
    description: "Environment variables passed to the agent in addition to the standard ones",
  }),
  missing: T.Optional(
    T.Array(T.String(), { description: "Names in `env` that the gateway's environment does not set" }),
  ),
  cwd: T.Optional(T.String({ description: "Default folder of its sessions; omitted if it is an absolute path" })),
});
const Agents = listOf("agents", Agent, {
  name: "plain",
  title: "text",
  found: "plain",
  missing: ["text", 1],
  cwd: ["plain", 2],
  env: ["text", 3],
});

export const agentsList = defineQuery(group, {
  id: "agentx.agents.list",
  summary: "List configured coding agents",
  description:
    "`found` is true if the program of the agent exists; `missing` lists environment variables that are not set.",
  input: T.Object({ ...Agents.fields }),
  output: Agents.output,
  examples: [{ title: "Agents whose program was found", input: { fields: "name,found" } }],
  run: ({ config }, page) =>
    Agents.answer(
      page,
      listSource(Object.entries(config.agents)),
      async ([name, { title, command, env = [], cwd }]) => {
        const missing = env.filter((variable) => process.env[variable] === undefined);
        return omitUndefined({
          name,
          title,
          found: (await findProgram(command, config.workspace)) !== undefined,
          env: [...env],
          missing: missing.length > 0 ? missing : undefined,
          // An absolute path would reveal the folder structure of the machine.
          cwd: cwd === undefined || /^[/\\]|^[A-Za-z]:[\\/]/.test(cwd) ? undefined : cwd,
        });
      },
    ),
});
