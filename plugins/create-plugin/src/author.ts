import { spawnSync } from "node:child_process";

/** The author's name from npm or Git, if known. */
export function knownAuthor(cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  const name = env.npm_config_init_author_name || gitName(cwd);
  return name === undefined ? undefined : name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim() || undefined;
}

function gitName(cwd: string): string | undefined {
  const { status, stdout } = spawnSync("git", ["config", "user.name"], { cwd, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
