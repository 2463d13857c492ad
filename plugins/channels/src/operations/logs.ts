import { defineQuery, numeric, T, withDefault } from "@postern/core";
import { group } from "../group.ts";
import { lastLines, logFile } from "../runner/index.ts";

export const logs = defineQuery(group, {
  id: "channels.logs",
  summary: "Show the last log lines of the channel runner",
  description: "Keys and folder names of this machine are removed from the lines.",
  input: T.Object({
    lines: withDefault(numeric({ minimum: 1, maximum: 1_000, description: "Number of lines to return" }), "100"),
  }),
  output: T.Object({ lines: T.Array(T.String(), { description: "Log lines, newest last" }) }),
  examples: [
    { title: "Show recent log lines", input: {} },
    { title: "Show the last ten lines", input: { lines: "10" } },
  ],
  run: async ({ config: { data, log } }, { lines }) => ({
    lines: data === undefined ? [] : await lastLines(logFile(data), log.files, lines),
  }),
});
