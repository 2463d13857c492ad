import { fileURLToPath } from "node:url";

/** A program to be run: variables rather than arguments, which other users of the machine could read. */
export interface RunnerCommand {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** `postern runner` on the same folder, store and configuration, whatever folder it is run in. */
export function runnerCommand(
  { data, workspace, store, project }: { data: string; workspace: string; store?: string; project?: string },
  config: string | undefined,
): RunnerCommand {
  return {
    script: fileURLToPath(new URL("../bin/postern.js", import.meta.url)),
    args: [...(config === undefined ? [] : ["--config-file", config]), "runner"],
    env: {
      POSTERN_DATA: data,
      POSTERN_WORKSPACE: workspace,
      ...(store !== undefined && { POSTERN_STORE: store }),
      ...(project !== undefined && { POSTERN_PROJECT: project }),
    },
  };
}
