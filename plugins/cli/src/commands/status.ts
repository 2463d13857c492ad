import { quoted } from "@postern/client/command-line";
import { presentationOf, type StatusView } from "@postern/core/presentation";
import { readCatalog } from "../catalog.ts";
import { connect } from "../connection.ts";
import { assertInitialised } from "../data-folder.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { displayOf, type FormatFlags } from "../output/display.ts";
import { plain } from "../output/plain.ts";
import { isFailing } from "../output/views/status.ts";
import { endedUnclean, runningGateway } from "../running.ts";
import type { Settings } from "../settings.ts";
import { parsed, show } from "./call.ts";

/** Prints the answer of the operation that shows a status. It fails if that has an error, or no gateway is running. */
export async function status(settings: Settings, flags: FormatFlags, io: Io): Promise<ExitCode> {
  const { data, gateway } = settings;
  const url = gateway ?? runningGateway(data)?.url;
  if (url === undefined) throw notRunning(settings);
  const { manifest, plugins } = await readCatalog(settings);
  const operation = manifest.operations.find(({ output }) => presentationOf(output).view?.kind === "status");
  if (operation === undefined)
    throw new Refusal('No plugin of the gateway shows a status. Enable the plugin "service".', Exit.failed);
  const connection = await connect(settings, plugins);
  try {
    const headers = { "content-type": "application/json" };
    const reply = await connection.send(operation.path, { body: "{}", headers });
    if (reply.status === 200 && displayOf(flags, io).format === "table")
      io.out(`${plain(`Gateway at ${url}${gateway === undefined ? ` with the data folder ${data}` : ""}`)}\n\n`);
    const exit = await show(reply, operation, flags, connection, io);
    const answer = parsed(reply.text);
    if (exit !== Exit.done || answer === undefined) return exit;
    return isFailing(answer, presentationOf(operation.output).view as StatusView) ? Exit.failed : Exit.done;
  } finally {
    await connection.close();
  }
}

function notRunning(settings: Settings): Refusal {
  const { data } = settings;
  assertInitialised(settings);
  const how = endedUnclean(data) ? ' The last one ended unexpectedly; "postern logs gateway" shows its log.' : "";
  const command = `postern serve --data ${quoted(data)}`;
  return new Refusal(`No gateway is running for ${data}.${how} Start one with "${command}".`, Exit.failed);
}
