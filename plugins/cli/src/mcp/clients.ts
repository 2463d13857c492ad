import { homedir } from "node:os";
import { join } from "node:path";

/** A program that uses MCP servers, and the file in which it lists them for all folders. */
export interface McpClient {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly format: "json" | "toml";
  /** The member of the file that holds the servers by name. */
  readonly member: string;
  /** Whether the file says of each server how it is reached. */
  readonly hasType: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The folder of the settings of VS Code. */
function codeFolder(env: Env, home: string): string {
  if (process.platform === "darwin") return join(home, "Library", "Application Support", "Code", "User");
  if (process.platform === "win32") return join(env.APPDATA ?? join(home, "AppData", "Roaming"), "Code", "User");
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "Code", "User");
}

/** The clients that `postern mcp install` knows. */
export function mcpClients(env: Env): readonly McpClient[] {
  const home = env.HOME || homedir();
  const json = { format: "json", member: "mcpServers", hasType: false } as const;
  return [
    { ...json, name: "claude", title: "Claude Code", file: join(home, ".claude.json"), hasType: true },
    { ...json, name: "cursor", title: "Cursor", file: join(home, ".cursor", "mcp.json") },
    {
      ...json,
      ...{ name: "vscode", title: "VS Code", member: "servers", hasType: true },
      file: join(codeFolder(env, home), "mcp.json"),
    },
    {
      ...{ name: "codex", title: "Codex", format: "toml", member: "mcp_servers", hasType: false },
      file: join(env.CODEX_HOME || join(home, ".codex"), "config.toml"),
    },
    { ...json, name: "gemini", title: "Gemini CLI", file: join(home, ".gemini", "settings.json") },
  ];
}

export const CLIENT_NAMES = mcpClients({}).map(({ name }) => name);
