import { typesOf } from "@postern/client/types";
import type { Manifest } from "@postern/core";
import { Exit, type ExitCode } from "../exit.ts";
import type { Io } from "../io.ts";
import { writeDocument } from "../output/document.ts";

/** Writes the types of a gateway's interface, those of other plugins included. */
export async function types(manifest: Manifest, file: string | undefined, io: Io): Promise<ExitCode> {
  writeDocument(Buffer.from(typesOf(manifest)), file, io);
  if (file !== undefined && file !== "-")
    io.note(`Wrote the types of ${manifest.operations.length} operations to ${file}\n`);
  return Exit.done;
}
