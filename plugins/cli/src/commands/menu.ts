import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { choose } from "../choose.ts";
import { ask } from "../confirm.ts";
import { isInitialised } from "../data-folder.ts";
import { Exit, type ExitCode } from "../exit.ts";
import type { Io } from "../io.ts";
import { type McpClient, mcpClients } from "../mcp/clients.ts";
import { isRunByNpx } from "../own-program.ts";
import { runningGateway } from "../running.ts";
import { readSettings, type Settings } from "../settings.ts";
import { ownVersion } from "../version.ts";

/** Runs a command line. */
type Run = (args: readonly string[]) => Promise<ExitCode>;

/** What somebody is asked who types the name of the program and nothing else: each answer is a command. */
export async function menu(run: Run, io: Io): Promise<ExitCode> {
  const settings = await readSettings({}, io);
  const url = settings.gateway ?? runningGateway(settings.data)?.url;
  const name = isRunByNpx() ? "npx postern" : "postern";
  const shown: Run = (args) => {
    io.note(`\n$ ${name} ${args.join(" ")}\n`);
    return run(args);
  };
  const place = url === undefined ? `No gateway is running. Data folder: ${settings.data}` : `Gateway: ${url}`;
  const first =
    url === undefined
      ? { text: "Start the gateway, and open the console", value: () => shown(["start", "--open"]) }
      : { text: "Open the console", value: () => shown(["open"]) };
  const chosen = await choose(
    `Postern ${ownVersion()}. ${place}\n`,
    [
      first,
      { text: "Connect an agent", value: () => connectAgent(shown, settings, url, io) },
      { text: "Show all commands", value: () => shown(["--help"]) },
    ],
    io,
  );
  return chosen ? chosen() : Exit.done;
}

/** Asks for a program that uses MCP servers, shows what is written for it, and writes it after a yes. */
async function connectAgent(run: Run, settings: Settings, url: string | undefined, io: Io): Promise<ExitCode> {
  const clients = mcpClients(io.env);
  const present = clients.filter((client) => isPresent(client, io));
  const others = clients.filter((client) => !present.includes(client));
  const client = await choose(
    "\nWhich one?",
    [
      ...present.map(({ name, title }) => ({ text: title, value: name })),
      ...others.map(({ name, title }) => ({ text: `${title} (not found here)`, value: name })),
      { text: "Another program that uses MCP", value: "" },
    ],
    io,
  );
  if (client === undefined) return Exit.done;
  if (client === "") {
    io.note(`
A program on this machine starts "${isRunByNpx() ? "npx --yes postern" : "postern"} mcp", and speaks MCP with it.
One elsewhere connects to ${url ?? settings.address}/mcp, with a key as its bearer token:
  postern context derive --label agent --scopes chats:read
`);
    return Exit.done;
  }
  if (url === undefined && !isInitialised(settings)) {
    const exit = await run(["init"]);
    if (exit !== Exit.done) return exit;
  }
  const install = ["mcp", "install", client];
  const planned = await run(install);
  if (planned !== Exit.planned) return planned;
  if (!(await ask("Write it?"))) return Exit.done;
  const exit = await run([...install, "--execute"]);
  if (exit === Exit.done && url === undefined)
    io.note('It works while a gateway is running: start one with "postern start".\n');
  return exit;
}

/** Whether the program's own folder or file exists. */
const isPresent = ({ file }: McpClient, { env }: Io): boolean =>
  existsSync(file) || (dirname(file) !== env.HOME && existsSync(dirname(file)));
