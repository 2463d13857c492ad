import type { Config } from "./config-settings.ts";
import { ownScript } from "./own-program.ts";

/** A program to run. Settings are passed as variables, because other users of the machine can read arguments. */
export interface RunnerCommand {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** `postern runner` with the same folder, store and configuration, independent of the current folder. */
export function runnerCommand(
  {
    data,
    workspace,
    store,
    blobs,
    hostName,
    project,
  }: Pick<Config, "store" | "blobs" | "hostName" | "project"> & { data: string; workspace: string },
  config: string | undefined,
): RunnerCommand {
  return {
    script: ownScript(),
    args: [...(config === undefined ? [] : ["--config-file", config]), "runner"],
    env: {
      POSTERN_DATA: data,
      POSTERN_WORKSPACE: workspace,
      ...(store !== undefined && { POSTERN_STORE: store }),
      ...(blobs !== undefined && { POSTERN_BLOBS: blobs }),
      ...(hostName !== undefined && { POSTERN_HOST_NAME: hostName }),
      ...(project !== undefined && { POSTERN_PROJECT: project }),
    },
  };
}
