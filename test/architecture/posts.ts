import { loadedWith } from "./rooms.ts";
import type { FixtureFile } from "./sources.ts";

/** How a module writes what people read: in the records of messages, drafts and adapters, or with the commands of chats. */
const IN_RECORDS = [
  [/^plugins\/chats\//, /\b(?:put|delete)\((?:messages|drafts)\b/],
  [/^plugins\/channels\//, /\b(?:put|delete)\((?:adapters|places)\b/],
] as const;
const COMMANDS =
  /\bimport \{[^}]*\b(?:messages|drafts)(?:Create|CreateMany|Ingest|Update|Delete|Remove|Restore)\b[^}]*\} from "@postern\/chats\/services"/;

const posts = ({ path, text }: FixtureFile): boolean =>
  COMMANDS.test(text) || IN_RECORDS.some(([folder, writing]) => folder.test(path) && writing.test(text));

const DEFINED = /\bdefineCommand\([^"]*?\bid: "([^"]+)"/;

/** The commands of a plugin that load a module which writes what people read, each with the first such module. */
export function posting(sources: readonly FixtureFile[]): { id: string; through: string }[] {
  if (!sources.some(posts)) return [];
  return sources.flatMap((file) => {
    const id = DEFINED.exec(file.text)?.[1];
    const through = id === undefined ? undefined : loadedWith(file.path, sources).find(posts);
    return id === undefined || !through ? [] : [{ id, through: through.path }];
  });
}
