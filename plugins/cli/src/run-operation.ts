import type { Manifest, OperationEntry } from "@postern/core";
import type { Catalog } from "./catalog.ts";
import { call, show } from "./commands/call.ts";
import { connect } from "./connection.ts";
import type { ExitCode } from "./exit.ts";
import type { Flag } from "./flags.ts";
import { isElsewhere, placeFolders } from "./folders.ts";
import type { Io } from "./io.ts";
import { fillMadeValues } from "./made-values.ts";
import type { Given } from "./operations.ts";
import { resolveReferences } from "./references.ts";
import type { Settings } from "./settings.ts";

interface Place {
  readonly settings: Settings;
  readonly manifest: Manifest;
  readonly plugins: Catalog["plugins"];
}

/** Calls an operation: with names resolved to ids, values filled in, folders and long documents sent, and prints its response. */
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
    await fillMadeValues(fields, body, operations, connection);
    await resolveReferences(typed, body, operations, connection);
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
    return await call(connection, operation, body, flags, io);
  } finally {
    await connection.close();
  }
}
