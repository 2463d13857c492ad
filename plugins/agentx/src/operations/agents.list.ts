import { defineQuery, omitUndefined, T } from "@postern/core";
import { all, listOf } from "@postern/core/paging";
import { group } from "../group.ts";
import { findProgram } from "../work/program.ts";

export const Agent = T.Object({
  name: T.String({ description: "Its name" }),
  title: T.Optional(T.String({ description: "A title for people" })),
  found: T.Boolean({ description: "Whether its program is there" }),
  env: T.Array(T.String(), { description: "Variables that it gets beside the usual ones" }),
  missing: T.Optional(T.Array(T.String(), { description: "Those of them that the gateway does not have" })),
  cwd: T.Optional(T.String({ description: "Where its sessions work unless said" })),
});
const Agents = listOf("agents", Agent);

export const agentsList = defineQuery(group, {
  id: "agentx.agents.list",
  summary: "List the coding agents that are configured, and whether each is there",
  description:
    "`found` is true when the agent's program is on PATH; `missing` lists environment variables that are not set.",
  input: T.Object({ ...Agents.fields }),
  output: Agents.output,
  examples: [{ title: "Which can be started", input: { fields: "name,found" } }],
  run: ({ config }, page) =>
    Agents.answer(page, all(Object.entries(config.agents)), async ([name, { title, command, env = [], cwd }]) => {
      const missing = env.filter((variable) => process.env[variable] === undefined);
      return omitUndefined({
        name,
        title,
        found: (await findProgram(command, config.workspace)) !== undefined,
        env: [...env],
        missing: missing.length > 0 ? missing : undefined,
        // Where on this machine a folder lies is nobody's business who only lists.
        cwd: cwd === undefined || /^[/\\]|^[A-Za-z]:[\\/]/.test(cwd) ? undefined : cwd,
      });
    }),
});
