import { describe, expect, it } from "vitest";
import { createPlanQueue } from "../../../plugins/console/app/ui/plan-queue.ts";

const forever = () => new AbortController().signal;

describe("plans that wait for a decision", () => {
  it("are shown one after the other, and each decision settles its own call", async () => {
    const queue = createPlanQueue<string>();
    const answers = ["first", "second", "third"].map((plan) => queue.ask(plan, forever()));
    const shown = () => queue.waiting.value.map(({ content }) => content);
    expect(shown()).toEqual(["first", "second", "third"]);
    queue.waiting.value[0]?.decide(false);
    expect(shown()).toEqual(["second", "third"]);
    queue.waiting.value[0]?.decide(true);
    queue.waiting.value[0]?.decide(false);
    expect(await Promise.all(answers)).toEqual([false, true, false]);
    expect(shown()).toEqual([]);
  });

  it("have ids of their own, so that no dialog continues with another plan", () => {
    const queue = createPlanQueue<string>();
    for (const plan of ["same", "same", "same"]) void queue.ask(plan, forever());
    expect(new Set(queue.waiting.value.map(({ id }) => id)).size).toBe(3);
  });

  it("are withdrawn with the page that asked, and its calls reject; those of others stay", async () => {
    const queue = createPlanQueue<string>();
    const page = new AbortController();
    const left = new Error("left");
    const own = [queue.ask("own", page.signal), queue.ask("own", page.signal)].map((call) =>
      call.catch((error) => error),
    );
    const other = queue.ask("other", forever());
    page.abort(left);
    expect(await Promise.all(own)).toEqual([left, left]);
    expect(queue.waiting.value.map(({ content }) => content)).toEqual(["other"]);
    queue.waiting.value[0]?.decide(true);
    expect(await other).toBe(true);
    await expect(queue.ask("late", page.signal)).rejects.toBe(left);
    expect(queue.waiting.value).toEqual([]);
  });

  it("ignore a second decision and an abort after the decision", async () => {
    const queue = createPlanQueue<string>();
    const page = new AbortController();
    const answer = queue.ask("plan", page.signal);
    const [waiting] = queue.waiting.value;
    waiting?.decide(true);
    waiting?.decide(false);
    page.abort(new Error("left"));
    expect(await answer).toBe(true);
  });
});
