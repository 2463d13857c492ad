import { asFlags } from "@postern/client/command-line";
import type { OperationEntry } from "@postern/core";
import { block } from "./block.ts";
import { valueText } from "./cell.ts";
import type { Display } from "./display.ts";
import { allColumns, type FoundList, isThings, listIn } from "./list-in.ts";
import { plain } from "./plain.ts";
import { tableOf } from "./table.ts";
import { viewIn } from "./views/view.ts";

type Thing = Readonly<Record<string, unknown>>;
type Shown = Pick<OperationEntry, "dryRun" | "output">;

/** A response as it is printed: the result, and a note for the person that is not part of it. */
export interface Printed {
  readonly out: string;
  readonly note: string;
}

/**
 * Formats a response: one with a view as this shows it, a list as a table, anything else as a block with the structure
 * of its JSON, a plan with the way to execute it. `fields` are the members that the caller selected, `made` the values that
 * the command line made.
 */
export async function printed(
  text: string,
  answer: Thing,
  operation: Shown,
  display: Display,
  { fields, made = {} }: { fields?: string | undefined; made?: Readonly<Record<string, string>> } = {},
): Promise<Printed> {
  const { format } = display;
  const isPlan = answer.dryRun === true;
  const view = isPlan || fields !== undefined ? undefined : viewIn(answer, operation);
  const items = view?.items;
  const list = isPlan
    ? undefined
    : items
      ? { name: "", items, columns: [], members: [] }
      : listIn(answer, operation, fields);
  if (format !== "table" && format !== "wide") {
    const { formatted } = await import("./formats.ts");
    const out = await formatted(text, answer, list, format);
    return { out: display.isTerminal ? plain(out.replaceAll("\r\n", "\n")) : out, note: "" };
  }
  if (isPlan) {
    const planned = answer as { plan: Thing; digest: string };
    return {
      out: `${planText(planned, display)}${howToExecute([planned.digest, ...asFlags(made)].join(" "), operation)}`,
      note: "",
    };
  }
  if (view) return { out: view.text(display), note: "" };
  if (list) return listText(answer, list, operation, display);
  const out = block(answer, display, operation.output);
  const [empty] = out === "" ? Object.keys(answer).filter((name) => isThings(answer[name])) : [];
  return { out, note: empty === undefined ? "" : emptyText(empty, 0) };
}

function listText(answer: Thing, list: FoundList, { output }: Shown, display: Display): Printed {
  const { [list.name]: _, total, totalCapped, limit: _limit, offset: _offset, nextOffset, ...rest } = answer;
  const others = block(rest, display, output);
  const { name, items } = list;
  if (items.length === 0) return { out: others, note: emptyText(name, total) };
  const columns = display.format === "wide" ? allColumns(items, list.columns) : list.columns;
  const { text, leftOut } = tableOf(items, columns, display);
  const notes = [
    nextOffset === undefined ? "" : `for more, use --offset ${nextOffset}`,
    leftOut === 0 ? "" : `for ${leftOut} more ${leftOut === 1 ? "column" : "columns"}, use --wide`,
  ].filter(Boolean);
  const count = total === undefined ? `${items.length}` : `${items.length} of ${total}${totalCapped ? " or more" : ""}`;
  const note = notes.length === 0 ? count : `${count} (${notes.join("; ")})`;
  return { out: `${others}${text}`, note: total === undefined && notes.length === 0 ? "" : `${note}\n` };
}

function emptyText(name: string, total: unknown): string {
  if (typeof total === "number" && total > 0) return `Nothing at this offset, of ${total}\n`;
  return name.endsWith("s") ? `No ${plain(name)}\n` : `No ${plain(name)} entries\n`;
}

/** A plan: what will be done, and its details. */
export function planText({ plan: { summary, ...rest } }: { plan: Thing }, display: Display): string {
  return `${display.paint("bold", "Plan:")} ${valueText(summary)}\n${block(rest, display, {}, "  ")}`;
}

/** A command that waits for approval, with the way to follow it. */
export async function printedPending(text: string, answer: Thing, display: Display): Promise<Printed> {
  if (display.format !== "table" && display.format !== "wide") {
    const { formatted } = await import("./formats.ts");
    return { out: await formatted(text, answer, undefined, display.format), note: "" };
  }
  type Waiting = { plan: Thing; approvalId: string; expiresAt: number; note?: string };
  const { plan, approvalId, expiresAt, note } = answer as Waiting;
  const facts = block(
    { approval: approvalId, expires: valueText(new Date(expiresAt).toISOString()) },
    display,
    {},
    "  ",
  );
  return {
    out: `${planText({ plan }, display)}${facts}`,
    note: `Waits for approval: nothing has been executed. Follow it with "postern approvals show ${approvalId}", or wait with --wait.${note === undefined ? "" : ` ${note}`}\n`,
  };
}

function howToExecute(plan: string, { dryRun }: Pick<OperationEntry, "dryRun">): string {
  const how =
    dryRun === "never"
      ? `Remove --dry-run to execute, or replace it with --plan ${plan} to execute exactly this plan`
      : `Add --execute to execute, or --execute --plan ${plan} to execute exactly this plan`;
  return `Nothing was changed. ${how}\n`;
}
