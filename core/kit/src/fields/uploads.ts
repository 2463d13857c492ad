import { present } from "@postern/core/presentation";
import type { TSchema } from "@sinclair/typebox";

/**
 * A field that names a folder of the caller's computer, which the command line reads relative to the current folder.
 * With `upload`, the files of the folder can be sent to a gateway on another computer: that operation receives `parts` in
 * base64 and returns their names. The call then has `files`, each with its path and the names of its parts.
 */
export const callersFolder = <S extends TSchema>(field: S, upload?: string): S =>
  present(field, { folder: true, ...(upload !== undefined && { upload }) });

/**
 * A document that may be too long for one call. The operation `upload` receives its `parts` in base64 and returns their
 * names, and the call has `parts` with these names in place of the document.
 */
export const uploadedWith = <S extends TSchema>(field: S, upload: string): S => present(field, { upload });
