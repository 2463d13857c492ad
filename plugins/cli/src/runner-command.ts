import { fileURLToPath } from "node:url";

/** A program to run. Settings are passed as variables, because other users of the machine can read arguments. */
export interface RunnerCommand {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** `postern runner` with the same folder, store and configuration, independent of the current folder. */
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
