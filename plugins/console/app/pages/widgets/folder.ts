import type { Session } from "../../session/session.ts";

/** A file of a folder that a person chose. */
export interface ChosenFile {
  /** Relative to the folder, with `/` as separator. */
  readonly path: string;
  readonly file: File;
}

export interface ChosenFolder {
  readonly name: string;
  readonly files: readonly ChosenFile[];
}

/** The folder of an input for folders. Names that are not published are left out. */
export function folderOf(list: ArrayLike<File>): ChosenFolder | undefined {
  const files = Array.from(list, (file) => ({ path: file.webkitRelativePath, file }));
  const name = files[0]?.path.split("/")[0];
  if (name === undefined) return undefined;
  return {
    name,
    files: files.map(({ path, file }) => ({ path: path.slice(name.length + 1), file })).filter(isPublished),
  };
}

/** The folder that was dropped. Undefined if it is not one folder. */
export async function droppedFolder(items: DataTransferItemList): Promise<ChosenFolder | undefined> {
  // The list is empty after the event, so all entries are taken before anything is awaited.
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const [entry] = entries;
  if (entries.length !== 1 || !entry?.isDirectory) return undefined;
  const files: ChosenFile[] = [];
  await collect(entry as FileSystemDirectoryEntry, "", files);
  return { name: entry.name, files };
}

async function collect(folder: FileSystemDirectoryEntry, prefix: string, files: ChosenFile[]): Promise<void> {
  const reader = folder.createReader();
  // A browser returns at most 100 entries at a time, and an empty list at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) {
      const path = prefix + entry.name;
      if (!isPublished({ path })) continue;
      if (entry.isDirectory) await collect(entry as FileSystemDirectoryEntry, `${path}/`, files);
      else
        files.push({
          path,
          file: await new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
        });
    }
  }
}

const isPublished = ({ path }: Pick<ChosenFile, "path">): boolean =>
  path.split("/").every((part) => !part.startsWith(".") && part !== "node_modules");

/** A file of a folder that was uploaded, as `widgets.check` and `widgets.publish` accept it. */
export interface SentFile {
  readonly path: string;
  readonly parts: readonly string[];
}

const PART_BYTES = 2 ** 20;
/** Parts of one call: a body has at most 8 MiB, and base64 adds a third. */
const CALL_BYTES = 5 * PART_BYTES;
const CALL_PARTS = 500;

interface Piece {
  readonly at: number;
  readonly blob: Blob;
}

/** Uploads the files of a folder in parts. `onProgress` gets the share that is done, from 0 to 1. */
export async function uploadFolder(
  client: Session["client"],
  { files }: ChosenFolder,
  scope: { readonly scope?: string },
  onProgress: (share: number) => void,
): Promise<readonly SentFile[]> {
  const sent = files.map(({ path }) => ({ path, parts: [] as string[] }));
  const pieces = files.flatMap(({ file }, at) => piecesOf(file, at));
  const total = pieces.reduce((sum, { blob }) => sum + blob.size, 0);
  let done = 0;
  while (pieces.length > 0) {
    const call = nextCall(pieces);
    const { parts } = await client.widgets.upload({
      ...scope,
      parts: await Promise.all(call.map(({ blob }) => base64Of(blob))),
    });
    for (const [index, { at, blob }] of call.entries()) {
      sent[at]?.parts.push(parts[index] as string);
      done += blob.size;
    }
    onProgress(done / total);
  }
  return sent;
}

const piecesOf = (file: File, at: number): Piece[] =>
  Array.from({ length: Math.ceil(file.size / PART_BYTES) }, (_, index) => ({
    at,
    blob: file.slice(index * PART_BYTES, (index + 1) * PART_BYTES),
  }));

/** Takes as many pieces as fit into one call. */
function nextCall(pieces: Piece[]): Piece[] {
  let bytes = 0;
  const end = pieces.findIndex(({ blob }, index) => {
    bytes += blob.size;
    return index === CALL_PARTS || (index > 0 && bytes > CALL_BYTES);
  });
  return pieces.splice(0, end === -1 ? pieces.length : end);
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).slice(String(reader.result).indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
