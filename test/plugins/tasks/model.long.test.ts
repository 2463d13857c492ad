import { testGateway } from "@postern/core/testing";
import tasks from "@postern/tasks";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isTerminal, readinessOf } from "../../../plugins/tasks/src/readiness.ts";
import { SHRINK_IN_TIME } from "../../run/shrink.ts";
import { wordsOf } from "./fixture.ts";

type Status = "open" | "active" | "blocked" | "done" | "failed";
const RANK = { urgent: 0, high: 1, normal: 2, low: 3 };
type Priority = keyof typeof RANK;
const PRIORITIES = Object.keys(RANK) as Priority[];
const ASSIGNEES = ["agent:a", "agent:b", ""];

interface Paper {
  id: string;
  status: Status;
  priority: Priority;
  assignee: string;
  reason: string;
  parent: Paper | undefined;
  archived: boolean;
  waitsFor: Set<Paper>;
}

const STEPS: Record<string, { from: Status[]; to: Status }> = {
  start: { from: ["open", "blocked"], to: "active" },
  release: { from: ["active", "blocked"], to: "open" },
  block: { from: ["open", "active", "blocked"], to: "blocked" },
  done: { from: ["open", "active", "blocked"], to: "done" },
  fail: { from: ["open", "active", "blocked"], to: "failed" },
  reopen: { from: ["done", "failed"], to: "open" },
};

const summaryOf = ({ id, status, reason, archived }: Paper) => ({
  id,
  status,
  ...(reason && { reason }),
  ...(archived && { archivedAt: 1 }),
});
const undone = ({ waitsFor }: Paper) =>
  [...waitsFor].filter(({ status }) => status !== "done").sort((a, b) => (a.id < b.id ? -1 : 1));
const readiness = (paper: Paper) => readinessOf(summaryOf(paper), undone(paper).map(summaryOf));
const canStart = (paper: Paper) => paper.status === "open" && !paper.archived && undone(paper).length === 0;

/** Whether the first task depends on the second, directly or indirectly. */
function reaches(from: Paper, to: Paper): boolean {
  const seen = new Set([from]);
  for (const paper of seen) for (const next of paper.waitsFor) seen.add(next);
  return seen.has(to);
}

class Model {
  papers: Paper[] = [];
  pick = (at: number): Paper | undefined => this.papers[at % Math.max(1, this.papers.length)];
  ready = (papers = this.papers) =>
    papers.filter(canStart).sort((a, b) => RANK[a.priority] - RANK[b.priority] || this.age(a) - this.age(b));
  age = (paper: Paper) => this.papers.indexOf(paper);
}
type Words = ReturnType<typeof wordsOf>;
type Step = (model: Model, words: Words) => Promise<void>;

const create =
  (priority: Priority, assignee: string, above: number | undefined): Step =>
  async (model, { task }) => {
    const parent = above === undefined ? undefined : model.pick(above);
    const isPart = parent !== undefined && !parent.archived;
    const id = await task(`t${model.papers.length}`, {
      priority,
      ...(assignee && { assignee }),
      ...(isPart && { parent: parent.id }),
    });
    const blank = { reason: "", archived: false, waitsFor: new Set<Paper>() };
    model.papers.push({ id, status: "open", priority, assignee, parent: isPart ? parent : undefined, ...blank });
  };
const update =
  (at: number, priority: Priority, assignee: string): Step =>
  async (model, { post, refused }) => {
    const paper = model.pick(at);
    if (!paper) return;
    const said = { taskId: paper.id, priority, assignee };
    if (paper.archived) {
      expect(await refused("tasks.update", said)).toMatchObject({ code: "tasks.task_archived" });
      return;
    }
    await post("tasks.update", said);
    Object.assign(paper, { priority, assignee });
  };
const take =
  (at: number, step: string): Step =>
  async (model, { post, refused }) => {
    const paper = model.pick(at);
    if (!paper) return;
    const { from, to } = STEPS[step] as { from: Status[]; to: Status };
    const isExplained = step === "block" || step === "fail";
    const said = { taskId: paper.id, ...(isExplained && { reason: `because ${at}` }) };
    const code = paper.archived
      ? "tasks.task_archived"
      : !from.includes(paper.status)
        ? "tasks.wrong_status"
        : step === "start" && undone(paper).length > 0
          ? "tasks.not_ready"
          : undefined;
    if (code) {
      expect(await refused(`tasks.${step}`, said)).toMatchObject({ status: 409, code });
      return;
    }
    await post(`tasks.${step}`, said);
    Object.assign(paper, { status: to, reason: isExplained ? `because ${at}` : "" });
  };
const archive =
  (at: number, archived: boolean): Step =>
  async (model, { post }) => {
    const paper = model.pick(at);
    if (!paper) return;
    const { changed } = await post(`tasks.${archived ? "archive" : "unarchive"}`, { taskId: paper.id });
    expect(changed).toBe(archived !== paper.archived);
    paper.archived = archived;
  };
const add =
  (at: number, on: number): Step =>
  async (model, { post, refused }) => {
    const [paper, other] = [model.pick(at), model.pick(on)];
    if (!paper || !other || paper === other || paper.archived) return;
    const edge = { taskId: paper.id, dependencyTaskId: other.id };
    if (other.archived && !paper.waitsFor.has(other)) {
      expect(await refused("tasks.deps.add", edge)).toMatchObject({ status: 409, code: "tasks.task_archived" });
      return;
    }
    if (reaches(other, paper)) {
      const { code, path } = await refused("tasks.deps.add", edge);
      expect(code).toBe("tasks.dependency_cycle");
      expect(path.slice(0, 2)).toEqual([paper.id, other.id]);
      expect(path.at(-1)).toBe(paper.id);
      const walked = path.map((id: string) => model.papers.find((one) => one.id === id));
      for (let n = 1; n < walked.length - 1; n++) expect(walked[n].waitsFor.has(walked[n + 1])).toBe(true);
      return;
    }
    const { changed } = await post("tasks.deps.add", edge);
    expect(changed).toBe(!paper.waitsFor.has(other));
    paper.waitsFor.add(other);
  };
const remove =
  (at: number, on: number): Step =>
  async (model, { post }) => {
    const paper = model.pick(at);
    const other = paper && ([...paper.waitsFor][on % Math.max(1, paper.waitsFor.size)] ?? model.pick(on));
    if (!other) return;
    const { changed } = await post("tasks.deps.remove", { taskId: paper.id, dependencyTaskId: other.id });
    expect(changed).toBe(paper.waitsFor.delete(other));
  };

interface Shown {
  id: string;
  status: string;
  readiness: object;
}
const seen = ({ id, status, readiness }: Shown) => ({ id, status, readiness });
const paperSeen = (paper: Paper) => ({ id: paper.id, status: paper.status, readiness: readiness(paper) });
const ids = (papers: readonly { id: string }[]) => papers.map(({ id }) => id);
const sorted = (shown: readonly { id: string }[]) => [...shown].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Compares the responses of all queries with the model. */
async function compare(model: Model, { post, show }: Words): Promise<void> {
  const list = async (body: object): Promise<Shown[]> => (await post("tasks.list", { limit: "500", ...body })).tasks;
  const openPapers = model.papers.filter(({ archived }) => !archived);
  const archived = model.papers.filter((paper) => paper.archived);
  for (const paper of model.papers) {
    const shown = await show(paper.id);
    expect(seen(shown)).toEqual(paperSeen(paper));
    const parts = openPapers.filter(({ parent }) => parent === paper);
    const count = (status: Status) => parts.filter((part) => part.status === status).length;
    expect(shown).toMatchObject({
      dependencyCount: paper.waitsFor.size,
      dependentCount: model.papers.filter(({ waitsFor }) => waitsFor.has(paper)).length,
      children: { open: count("open"), active: count("active"), done: count("done"), failed: count("failed") },
    });
  }
  expect(sorted((await list({})).map(seen))).toEqual(sorted(openPapers.map(paperSeen)));
  expect(sorted((await list({ archived: true })).map(seen))).toEqual(sorted(archived.map(paperSeen)));
  expect(ids(await list({ ready: true }))).toEqual(ids(model.ready()));
  expect(ids(sorted(await list({ ready: false })))).toEqual(
    ids(sorted(openPapers.filter((paper) => !canStart(paper)))),
  );
  const ready = await post("tasks.ready", { limit: "500" });
  expect(ready.tasks.map(seen)).toEqual(model.ready().map(paperSeen));
  expect(ready.total).toBe(model.ready().length);
  for (const assignee of ["agent:a", "agent:b"]) {
    const theirs = model.papers.filter((paper) => paper.assignee === assignee);
    const mine = await post("tasks.ready", { assignee, limit: "500" });
    expect(ids(mine.tasks)).toEqual(ids(model.ready(theirs)));
    expect(mine.total).toBe(mine.tasks.length);
    expect(ids(await list({ assignee, ready: true, priority: "high" }))).toEqual(
      ids(model.ready(theirs.filter(({ priority }) => priority === "high"))),
    );
  }
  const waiting = openPapers.filter((paper) => !isTerminal(summaryOf(paper)) && undone(paper).length > 0);
  const drawn = new Set(waiting.flatMap((paper) => [paper, ...undone(paper)]));
  const { nodes, edges } = await post("tasks.deps.graph", { limit: "2000" });
  expect(sorted(nodes.map(seen))).toEqual(sorted([...drawn].map(paperSeen)));
  const place = new Map(ids(nodes).map((id, at) => [id, at]));
  for (const { taskId, dependencyTaskId } of edges) {
    expect(place.get(dependencyTaskId)).toBeLessThan(place.get(taskId) as number);
  }
  const middle = model.pick(3);
  if (!middle) return;
  const near = model.papers.filter((other) => reaches(middle, other) || reaches(other, middle));
  const part = await post("tasks.deps.graph", { taskId: middle.id });
  expect(sorted(part.nodes.map(seen))).toEqual(sorted(near.map(paperSeen)));
  expect(part.edges).toHaveLength(near.flatMap(({ waitsFor }) => near.filter((on) => waitsFor.has(on))).length);
}

const at = fc.nat(12);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...PRIORITIES), fc.constantFrom(...ASSIGNEES), fc.option(at, { nil: undefined }))
      .map((said) => create(...said)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(at, fc.constantFrom(...PRIORITIES), fc.constantFrom(...ASSIGNEES))
      .map((said) => update(...said)),
  },
  { weight: 8, arbitrary: fc.tuple(at, fc.constantFrom(...Object.keys(STEPS))).map((said) => take(...said)) },
  { weight: 2, arbitrary: fc.tuple(at, fc.boolean()).map((said) => archive(...said)) },
  { weight: 10, arbitrary: fc.tuple(at, at).map((said) => add(...said)) },
  { weight: 2, arbitrary: fc.tuple(at, at).map((said) => remove(...said)) },
);

it("tasks match a model after any sequence of operations, in every query", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 100, size: "max" }), async (sequence) => {
      const { admin, stop } = await testGateway({ plugins: [tasks()] });
      const words = wordsOf(admin);
      const model = new Model();
      for (const step of sequence) await step(model, words);
      await compare(model, words);
      await stop();
    }),
    { ...SHRINK_IN_TIME, numRuns: 80 },
  );
});
