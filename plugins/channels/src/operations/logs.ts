import { defineQuery, numeric, T, withDefault } from "@postern/core";
import { group } from "../group.ts";
import { lastLines, logFile } from "../runner/index.ts";

export const logs = defineQuery(group, {
  id: "channels.logs",
  summary: "Show the last lines that the channel runner logged",
  description: "Without keys, and without the folders of this machine.",
  input: T.Object({
    lines: withDefault(numeric({ minimum: 1, maximum: 1_000, description: "How many lines" }), "100"),
  }),
  output: T.Object({ lines: T.Array(T.String(), { description: "The newest last" }) }),
  examples: [
    { title: "What happened lately", input: {} },
    { title: "The last ten lines", input: { lines: "10" } },
  ],
  run: async ({ config: { data, log } }, { lines }) => ({
    lines: data === undefined ? [] : await lastLines(logFile(data), log.files, lines),
  }),
});
