import { wrapped } from "../output/fit.ts";

/** What a typed text means. */
export type Typed =
  | { readonly command: "history" | "help" | "quit" }
  | { readonly unknown: string }
  | { readonly message: string }
  | undefined;

const HELP = [
  "Type a message and press Enter. A line that ends with \\ continues on the next line.",
  "/history shows older messages, /help shows this help, /quit or Ctrl-D ends.",
  "//text sends a message that begins with a slash.",
];

/** The help in lines of a width. */
export const helpText = (width: number): string =>
  HELP.flatMap((line) => wrapped(line, width))
    .map((line) => `${line}\n`)
    .join("");

/** Reads a typed text. One that begins with a slash is never sent by mistake. */
export function readTyped(text: string): Typed {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (trimmed.startsWith("//")) return { message: text.replace("//", "/") };
  if (!trimmed.startsWith("/")) return { message: text };
  const command = trimmed.slice(1);
  if (command === "history" || command === "help" || command === "quit") return { command };
  return { unknown: trimmed.split(/\s/)[0] ?? "" };
}

export const unknownCommand = (word: string): string =>
  `Unknown command ${word}. Available commands: /history, /help, /quit. A message that begins with / is typed with //.\n`;
