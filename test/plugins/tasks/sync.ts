import tasks from "@postern/tasks";
import fc from "fast-check";
import { openLinked, type Side } from "../linked.ts";

export const open = () => openLinked("tasks", () => [tasks()]);
export type Linked = Awaited<ReturnType<typeof open>>;

export const taskOn = async (side: Side, title: string, more: object = {}): Promise<string> =>
  (await side.post("tasks.create", { title, ...more })).task.id;

export type Step = (linked: Linked, ids: string[]) => Promise<unknown>;
export const at = fc.nat({ max: 30 });
export const sideOf = ({ a, b }: Linked, isA: boolean): Side => (isA ? a : b);
export const pick = (ids: readonly string[], n: number): string => ids[n % ids.length] as string;
export const STEPS = ["start", "release", "block", "done", "fail", "reopen", "archive", "unarchive"];
export const step = fc.oneof(
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      async (linked, ids) => {
        const said = { title: `t${n}`, ...(n % 3 === 0 && { idempotencyKey: `k${n % 2}` }) };
        const { status, body } = await sideOf(linked, isA).admin.post("tasks.create", said);
        if (status === 200 && !ids.includes(body.task.id)) ids.push(body.task.id);
      },
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom(...STEPS)).map(
    ([isA, n, verb]): Step =>
      (linked, ids) =>
        sideOf(linked, isA).admin.post(`tasks.${verb}`, { taskId: pick(ids, n) }),
  ),
  fc.tuple(fc.boolean(), at, at).map(
    ([isA, n, m]): Step =>
      (linked, ids) =>
        sideOf(linked, isA).admin.post("tasks.update", {
          taskId: pick(ids, n),
          parent: pick(ids, m),
          priority: "high",
        }),
  ),
  fc.tuple(fc.boolean(), at, at).map(
    ([isA, n, m]): Step =>
      (linked, ids) =>
        sideOf(linked, isA).admin.post("tasks.deps.add", { taskId: pick(ids, n), dependencyTaskId: pick(ids, m) }),
  ),
  fc.tuple(fc.boolean(), at, at).map(
    ([isA, n, m]): Step =>
      (linked, ids) =>
        sideOf(linked, isA).admin.post("tasks.deps.remove", { taskId: pick(ids, n), dependencyTaskId: pick(ids, m) }),
  ),
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      (linked, ids) =>
        sideOf(linked, isA).admin.post("tasks.comment", { taskId: pick(ids, n), text: "x" }),
  ),
  fc.boolean().map(
    (shuffled): Step =>
      ({ settle }) =>
        settle({ shuffled }),
  ),
);
