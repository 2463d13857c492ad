import type { OperationEntry } from "@postern/core";
import type { Source } from "@postern/core/presentation";
import { Refusal } from "./exit.ts";
import type { Flag } from "./flags.ts";
import type { Io } from "./io.ts";
import type { ReadTime } from "./parse-time.ts";
import type { Connection } from "./remote.ts";
import { isAccepted, isDayField, type TimeField, timeExamples } from "./time-field.ts";

type Body = Record<string, unknown>;
type Find = (sources: readonly Source[] | undefined) => Promise<unknown>;

/**
 * Replaces local times, such as `tomorrow 9:00`, by the form that their fields accept. A value that a field accepts is
 * sent as it is.
 */
export async function resolveLocalTimes(
  flags: readonly Flag[],
  body: Body,
  operations: readonly OperationEntry[],
  connection: Pick<Connection, "send">,
  io: Pick<Io, "note" | "progress">,
): Promise<void> {
  const now = Date.now();
  const find = finder(body, operations, connection);
  for (const { field, time } of flags) {
    const text = body[field];
    if (time === undefined || typeof text !== "string") continue;
    body[field] = isAccepted(time, text) ? formOf(time, text) : await resolve(field, time, text, { now, find, io });
  }
}

/** A field that is only a number gets its digits as a number. */
const formOf = ({ type }: TimeField, text: string): string | number => (type.includes("string") ? text : Number(text));

interface Around {
  readonly now: number;
  readonly find: Find;
  readonly io: Pick<Io, "note" | "progress">;
}

async function resolve(field: string, time: TimeField, text: string, { now, find, io }: Around) {
  // Loaded only here, because the parser would slow down every command.
  const { isZone, readTime, timeText } = await import("./parse-time.ts");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const zone = [await find(time.zone), timeZone].find(isZone) ?? "UTC";
  const [after, on] = [momentIn(await find(time.after)), momentIn(await find(time.on))];
  const { day, past } = time;
  const read = readTime(text, { zone, now, day, past, after, on });
  const sent = read && sentForm(time, read);
  if (!read || sent === undefined) throw new Refusal(notUnderstood(field, time, text));
  if (io.progress || read.note !== undefined) {
    const shown = timeText({ ...read, isDay: sent === read.date }, zone);
    io.note(`${field}: ${shown}\n`);
  }
  return sent;
}

/** The first form that the field accepts. A day stays a date, if the field has no other meaning for it. */
function sentForm(time: TimeField, { iso, at, date, isDay }: ReadTime): string | number | undefined {
  const forms = isDay && time.day === undefined ? [date, iso, String(at)] : [iso, String(at), date];
  const sent = forms.find((form) => isAccepted(time, form));
  return sent === String(at) ? formOf(time, sent) : sent;
}

function notUnderstood(field: string, time: TimeField, text: string): string {
  const examples = timeExamples(time).map((example) => JSON.stringify(example));
  return `--${field} ${JSON.stringify(text)} is not understood as a ${isDayField(time) ? "day" : "time"}. Write it like ${examples.slice(0, -1).join(", ")} or ${examples.at(-1)}.`;
}

/** Unix milliseconds of a time that a field accepts. */
function momentIn(value: unknown): number | undefined {
  const at = typeof value === "string" && !/^-?\d+$/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN);
  return Number.isNaN(at) ? undefined : at;
}

/** Finds the values of sources. A query is sent once; one that the caller may not make has no value. */
function finder(body: Body, operations: readonly OperationEntry[], { send }: Pick<Connection, "send">): Find {
  const answers = new Map<string, Promise<unknown>>();
  const ask = async (path: string, input: string): Promise<unknown> => {
    const { status, text } = await send(path, { body: input, headers: { "content-type": "application/json" } });
    return status === 200 ? JSON.parse(text) : undefined;
  };
  const valueIn = async (source: Source): Promise<unknown> => {
    if (typeof source === "string") return body[source];
    const path = operations.find(({ id }) => id === source.query)?.path;
    const input = Object.entries(source.from).map(([field, own]) => [field, body[own]]);
    if (path === undefined || input.some(([, value]) => value === undefined)) return undefined;
    const sent = JSON.stringify(Object.fromEntries(input));
    const answer = answers.get(path + sent) ?? ask(path, sent);
    answers.set(path + sent, answer);
    return source.member.split(".").reduce<unknown>((value, name) => (value as Body | undefined)?.[name], await answer);
  };
  return async (sources = []) => {
    for (const source of sources) {
      const value = await valueIn(source);
      if (value !== undefined && value !== "") return value;
    }
    return undefined;
  };
}
