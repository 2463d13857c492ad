import type { Manifest } from "@postern/core";
import { readEarly } from "../args.ts";
import { buildProgram } from "../build-program.ts";
import { buildCatalog } from "../catalog.ts";
import { Exit, type ExitCode } from "../exit.ts";
import type { Io } from "../io.ts";
import { savedManifest } from "../running.ts";
import { readSettings, type Settings } from "../settings.ts";
import { ownVersion } from "../version.ts";
import { cache } from "./cache.ts";
import { itemsFor } from "./items.ts";
import { bashWord, readShellLine, type ShellLine } from "./shell-line.ts";
import { expectedAt, type Suggestion } from "./suggest.ts";

/**
 * Prints suggestions for a command line: `complete bash <line> <breaks>`, `complete zsh <words…>` or `complete fish
 * <words…>`. The first line is `files` if the word is the name of a file, otherwise `words`.
 */
export async function complete([shell, ...rest]: readonly string[], io: Io): Promise<ExitCode> {
  const line = shell === "bash" ? readShellLine(rest[0] ?? "", rest[1] ?? "") : lineOf(rest);
  const { words, current } = line;
  const early = readEarly(words);
  const settings = await readSettings(early.flags, io);
  const manifest = await manifestFor(settings);
  const place = { settings, manifest, failed: {}, plugins: async () => [] };
  const { program } = buildProgram({ early, io, place });
  const expected = expectedAt(program, words, current);
  if (expected.isFile) {
    io.out("files\n");
    return Exit.done;
  }
  const { source, typed, given, before, references } = expected;
  const { reference } = source;
  const items = reference ? await itemsFor(reference, typed, { settings, manifest, references, given }) : [];
  const matching = expected.words.filter(({ value }) => value.startsWith(typed));
  const lines = [...matching, ...items].flatMap((one) => printed({ ...one, value: before + one.value }, shell, line));
  io.out(["words", ...lines, ""].join("\n"));
  return Exit.done;
}

/** zsh and fish split the line themselves, and leave a quotation mark that is not closed. */
const lineOf = (words: readonly string[]): ShellLine => ({
  ...{ words: words.slice(0, -1), current: (words.at(-1) ?? "").replace(/^["']/, "") },
  ...{ quote: "", kept: "" },
});

/** Names come from others: one with a control character could not be typed anyway. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

function printed({ value, about = "" }: Suggestion, shell: string | undefined, line: ShellLine): string[] {
  if (CONTROL.test(value)) return [];
  const short = about.split("\n")[0]?.replace(new RegExp(CONTROL, "g"), " ") ?? "";
  switch (shell) {
    case "bash":
      return [bashWord(value, line) ?? []].flat();
    case "zsh":
      return [`${value.replace(/[\\:]/g, "\\$&")}${short && `:${short}`}`];
    default:
      return [`${value}${short && `\t${short}`}`];
  }
}

/**
 * The operations of the gateway of this folder, or of the last one that ran; otherwise those of the installed plugins,
 * which take long to load.
 */
async function manifestFor(settings: Settings): Promise<Manifest> {
  const saved = savedManifest(settings.data);
  if (saved) return saved;
  const key = JSON.stringify([ownVersion(), settings.plugins, settings.pluginsOnly]);
  const kept = await cache.get(key);
  if (kept) return kept.value as Manifest;
  const { manifest } = await buildCatalog(settings);
  await cache.put(key, manifest);
  return manifest;
}
