import type { Manifest, OperationEntry } from "@postern/core";
import { presentationOf } from "@postern/core/presentation";
import type { Catalog } from "./catalog.ts";
import { call, show } from "./commands/call.ts";
import { connect } from "./connection.ts";
import { type ExitCode, Refusal } from "./exit.ts";
import type { Flag } from "./flags.ts";
import { isElsewhere, placeFolders } from "./folders.ts";
import type { Io } from "./io.ts";
import { keepOwnKey } from "./keep-own-key.ts";
import { resolveLocalTimes } from "./local-times.ts";
import { fillMadeValues } from "./made-values.ts";
import type { Given } from "./operations.ts";
import { resolveReferences } from "./references.ts";
import type { Reply } from "./remote.ts";
import type { Settings } from "./settings.ts";

interface Place {
  readonly settings: Settings;
  readonly manifest: Manifest;
  readonly plugins: Catalog["plugins"];
}

/**
 * Calls an operation and prints its response. Before that, names and local times are resolved, values are filled in, and
 * folders and long documents are sent.
 */
export async function runOperation(
  { settings, manifest, plugins }: Place,
  operation: OperationEntry,
  { body: given, documents, flags, fields, typed }: Given,
  io: Io,
): Promise<ExitCode> {
  const { operations } = manifest;
  const folders = typed.filter(({ isFolder }) => isFolder);
  const uploadOf = ({ upload }: Flag) =>
    isElsewhere(settings) ? operations.find(({ id }) => id === upload) : undefined;
  const placed = folders.filter((folder) => !uploadOf(folder)).map(({ field }) => field);
  const body = { ...placeFolders(given, placed, io.cwd, settings) };
  const connection = await connect(settings, plugins);
  try {
    const fieldsShown = typeof body.fields === "string" ? body.fields : undefined;
    const shown = { ...flags, fields: fieldsShown, made: {} };
    // The key is shown before it is saved, so that it is not lost if it cannot be saved.
    const finish = async (reply: Reply) => {
      const exit = await show(reply, operation, shown, connection, io);
      keepOwnKey(reply, operation, settings, io);
      return exit;
    };
    const { wait: end } = presentationOf(operation.output);
    if (flags.timeout !== undefined && !flags.wait) throw new Refusal("--timeout requires --wait");
    const waitForApproval = async (reply: Reply) => {
      // Others may act on it later, such as a channel that delivers a message: nobody should believe that this has happened.
      if (flags.wait && !end && reply.status !== 202)
        io.note("--wait has no effect: this command ends with its call\n");
      if (!flags.wait || reply.status !== 202) return undefined;
      const { approvalEnd, waitFor } = await import("./wait.ts");
      return waitFor(approvalEnd, operations, flags, connection, io)(reply);
    };
    const wait =
      flags.wait && end ? (await import("./wait.ts")).waitFor(end, operations, flags, connection, io) : undefined;
    shown.made = await fillMadeValues(fields, body, operations, connection);
    await resolveReferences(typed, body, operations, connection);
    await resolveLocalTimes(typed, body, operations, connection, io);
    for (const folder of folders) {
      const upload = uploadOf(folder);
      if (!upload) continue;
      const { sendFolder } = await import("./send-folder.ts");
      const outcome = await sendFolder(folder.field, body, upload, connection, io);
      if ("refused" in outcome) return await show(outcome.refused, operation, flags, connection, io);
      Object.assign(body, outcome.fields);
    }
    for (const document of documents) {
      const { sendDocument } = await import("./send-parts.ts");
      const outcome = await sendDocument(document, body, operations, connection, io);
      if ("refused" in outcome) return await show(outcome.refused, operation, flags, connection, io);
      Object.assign(body, outcome.fields);
    }
    return await call(
      connection,
      operation,
      body,
      flags,
      io,
      async (reply) => (await waitForApproval(reply)) ?? (await wait?.(reply)) ?? finish(reply),
    );
  } finally {
    await connection.close();
  }
}
