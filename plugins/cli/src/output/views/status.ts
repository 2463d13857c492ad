import type { StatusView } from "@postern/core/presentation";
import { cellText, isThing, type Thing } from "../cell.ts";
import { statusColor } from "../color.ts";
import type { Display } from "../display.ts";
import { padded, wrapped } from "../fit.ts";
import { thingsIn } from "../list-in.ts";
import { widthOf } from "../width.ts";

const GAP = "  ";
const INDENT = GAP + GAP;
const SEVERITIES = { error: "red", warning: "yellow", info: "dim" } as const;

interface Line {
  readonly name: string;
  readonly text: string;
}

/** Whether the status has a problem that is an error. */
export const isFailing = (answer: Thing, { problems }: StatusView): boolean =>
  thingsIn(answer[problems]).some(({ severity }) => severity === "error");

/** One screen: what there is in a line each, then the last errors, and the problems with commands that help. */
export function statusText(answer: Thing, view: StatusView, display: Display): string {
  const lines = linesOf(answer, view, display);
  const width = Math.max(...lines.map(({ name }) => widthOf(name)));
  const { paint } = display;
  const table = lines.flatMap(({ name, text }) =>
    indented(text, width + GAP.length, display).map((line, at) =>
      `${at === 0 ? paint("bold", padded(name, width)) : " ".repeat(width)}${GAP}${line}`.trimEnd(),
    ),
  );
  const errors = thingsIn(answer[view.errors]).flatMap(({ source, at, message }) =>
    item(cellText(at, "time", display), `${textOf(source)}: ${textOf(message)}`, "dim", display),
  );
  const problems = thingsIn(answer[view.problems]).flatMap(({ severity, message, fix }) => [
    ...item(textOf(severity), textOf(message), SEVERITIES[severity as "info"] ?? "bold", display),
    ...(fix ? [`${INDENT}${paint("dim", "try:")} ${textOf(fix)}`] : []),
  ]);
  const sections = [
    table,
    ...(errors.length === 0 ? [] : [[paint("bold", "last errors"), ...errors]]),
    ...(problems.length === 0 ? [] : [[paint("bold", "problems"), ...problems]]),
  ];
  return `${sections.map((section) => section.join("\n")).join("\n\n")}\n`;
}

/** A text in lines that fit behind an indentation. Nothing is cut. */
const indented = (text: string, indent: number, { width }: Display): string[] =>
  Number.isFinite(width) ? wrapped(text, Math.max(20, width - indent)) : [text];

/** A line that begins with a word in its color. */
const item = (word: string, text: string, color: Parameters<Display["paint"]>[0], display: Display): string[] =>
  indented(`${display.paint(color, word)}: ${text}`, INDENT.length, display).map(
    (line, at) => `${at === 0 ? GAP : INDENT}${line}`,
  );

const textOf = (value: unknown): string => cellText(value, "plain", { isBrief: true });

function linesOf(answer: Thing, view: StatusView, display: Display): Line[] {
  const shown = (value: unknown) => colored(textOf(value), display);
  const facts = view.facts.map(({ name, path, renderer }) => {
    const value = path
      .split(".")
      .reduce<unknown>((inner, member) => (isThing(inner) ? inner[member] : undefined), answer);
    const isSpan = renderer === "duration" && typeof value === "number";
    return { name, text: isSpan ? spanText(value) : cellText(value, renderer, display) };
  });
  const checks = thingsIn(answer[view.checks]).flatMap(({ name, items }) =>
    thingsIn(items).map((item) => ({
      name: textOf(name),
      text: `${textOf(item.name)}: ${shown(item.value)}${detailText(item.detail, display)}`,
    })),
  );
  return [
    { name: "status", text: shown(answer[view.status]) },
    ...facts,
    ...pluginsIn(thingsIn(answer[view.plugins]), display),
    ...queuesIn(thingsIn(answer[view.queues]), display),
    ...checks,
  ]
    .filter(({ text }) => text !== "")
    .map((line, at, all) => (at > 0 && all[at - 1]?.name === line.name ? { ...line, name: "" } : line));
}

function pluginsIn(plugins: readonly Thing[], display: Display): Line[] {
  const others = plugins.filter(({ state }) => state !== "running");
  const count = { name: "plugins", text: `${plugins.length - others.length} running` };
  const listed = others.map(({ id, state, reason }) => ({
    name: count.name,
    text: `${textOf(id)}: ${colored(textOf(state), display)}${detailText(reason, display)}`,
  }));
  return [count, ...listed];
}

/** All queues in one line, then those where something waits or is dead. */
function queuesIn(queues: readonly Thing[], display: Display): Line[] {
  const name = "queues";
  const counts = (queue: (member: "waiting" | "running" | "dead") => number) =>
    (["waiting", "running", "dead"] as const)
      .map((word) => {
        const text = `${queue(word)} ${word}`;
        return word === "dead" && queue(word) > 0 ? display.paint("red", text) : text;
      })
      .join(", ");
  const sum = (member: string) => queues.reduce((all, queue) => all + (Number(queue[member]) || 0), 0);
  const used = queues.filter((queue) => queue.trouble || queue.waiting || queue.dead);
  return [
    { name, text: counts(sum) },
    ...used.map((queue) => ({
      name,
      text: `${textOf(queue.name)}: ${counts((word) => Number(queue[word]) || 0)}${detailText(queue.trouble, display)}`,
    })),
  ];
}

const detailText = (detail: unknown, display: Display): string =>
  detail === undefined || detail === "" ? "" : ` (${cellText(detail, "text", display)})`;

function colored(text: string, { paint }: Display): string {
  const color = statusColor(text) ?? (text === "degraded" || text === "unreachable" ? "red" : undefined);
  return color === undefined ? text : paint(color, text);
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Milliseconds in words, with two units: `3 days 4 hours`. */
function spanText(ms: number): string {
  let rest = Math.floor(ms / 1_000);
  const first = Math.max(
    0,
    UNITS.findIndex(([, length]) => rest >= length),
  );
  const parts = UNITS.slice(rest === 0 ? -1 : first, rest === 0 ? undefined : first + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return [count, `${count} ${unit}${count === 1 ? "" : "s"}`] as const;
  });
  return parts
    .filter(([count], at) => at === 0 || count > 0)
    .map(([, text]) => text)
    .join(" ");
}
