import { type FixtureFile, importsOf, loadsOf, relativeTo } from "./sources.ts";

/** The rooms of the kernel, from the inside out: a file imports from its own room and from those before it. */
export const rooms = ["storage", "define", "background", "journal", "auth", "http", "runtime"];

type Source = Pick<FixtureFile, "path" | "text">;

export const roomOf = (path: string): string => path.split("/")[2] as string;

/** Imports of a file of the kernel from a room outside its own, or from what is no room of the kernel, types too. */
export function outwardImports(files: readonly Source[]): string[] {
  return files.flatMap((file) => {
    const from = rooms.indexOf(roomOf(file.path));
    const isOutward = (to: string) => !(rooms.includes(roomOf(to)) && rooms.indexOf(roomOf(to)) <= from);
    return relativeTo(file, importsOf(file))
      .filter(isOutward)
      .map((to) => `${file.path} → ${to}`);
  });
}

/** The files that are loaded with one of them, itself too. */
export function loadedWith<T extends Source>(entry: string, files: readonly T[]): T[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const loaded = new Set<T>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = byPath.get(path);
    if (!file || loaded.has(file)) continue;
    loaded.add(file);
    waiting.push(...relativeTo(file, loadsOf(file)));
  }
  return [...loaded];
}
