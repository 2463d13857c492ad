import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, resolve } from "node:path";

/** The path of a command's executable; undefined if none is found. */
export async function findProgram(command: string, base = process.cwd()): Promise<string | undefined> {
  const isPath = /[/\\]/.test(command);
  const folders = isPath ? [base] : (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    const path = resolve(folder, command);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return (
    found?.isFile() === true &&
    access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
  );
}
