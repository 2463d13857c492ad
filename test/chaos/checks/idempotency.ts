import { isDeepStrictEqual } from "node:util";
import type { FinalState } from "../final.ts";
import { type Call, isDone } from "../history.ts";
import { groupBy, type Violation, violation } from "./violation.ts";

/** Calls with one idempotency key have one effect, and all of them get the same answer. */
export function checkIdempotency(calls: readonly Call[], tasks: FinalState["tasks"]): Violation[] {
  const answered = calls.filter(({ key, status }) => key !== undefined && status !== undefined);
  const groups = groupBy(answered, ({ operation, key }) => `${operation} ${key}`);
  const created = calls.filter((call) => call.operation === "tasks.create" && isDone(call));
  const byTitle = groupBy(tasks, ({ title }) => title);
  const titles = new Set(calls.map(({ input }) => input.title));
  return [
    ...violation(
      "Calls with one idempotency key get the same answer",
      [...groups.values()].filter(([first, ...others]) =>
        others.some(({ status, body }) => status !== first?.status || !isSame(status, body, first?.body)),
      ),
    ),
    ...violation(
      "A task is created once for its key, with the acknowledged id",
      created
        .filter(({ input, body }) => {
          const found = byTitle.get(input.title as string) ?? [];
          return found.length !== 1 || found[0]?.id !== (body?.task as { id: string } | undefined)?.id;
        })
        .map(({ id, input }) => ({ id, title: input.title, found: byTitle.get(input.title as string) })),
    ),
    ...violation(
      "Every task was created by a client",
      tasks.filter(({ title }) => !titles.has(title)),
    ),
  ];
}

/** The problem document of a refusal contains the id of its request. */
function isSame(status: number | undefined, left: Call["body"], right: Call["body"]): boolean {
  if (status === 200) return isDeepStrictEqual(left, right);
  return left?.code === right?.code;
}
