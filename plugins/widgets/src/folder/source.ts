import type { Caller } from "@postern/core";
import { namingHost } from "@postern/core/process";
import type { SentFiles } from "../schemas.ts";
import type { State } from "../state.ts";
import { type Listing, type ReadFile, readFolder } from "./read.ts";
import { readUploaded, type Uploader } from "./uploaded.ts";

/** A widget's files: a folder of the workspace, or files uploaded by the caller. */
export interface Source {
  readonly dir: string;
  readonly files?: SentFiles;
}

/** The context that is needed to read a source. */
export interface Reader extends Uploader {
  readonly caller: Pick<Caller, "contextId" | "principal">;
  readonly config: { readonly workspace?: string };
  readonly state: State;
  readonly signal: AbortSignal;
}

/** Reads a source. `each` is called with one file at a time. */
export function readSource(
  reader: Reader,
  { dir, files }: Source,
  each: (file: ReadFile) => Promise<void>,
): Promise<Listing> {
  const { config, state, signal } = reader;
  return files === undefined
    ? namingHost(state.host, () => readFolder(config.workspace, dir, each, signal))
    : readUploaded(reader, dir, files, each, signal);
}
