import { describe, expect, it } from "vitest";
import { checkDependencies } from "./dependencies.ts";
import { eventOf, namesOf } from "./records.ts";

describe("the check of dependencies", () => {
  const added = (edge: string, type = "tasks.dep.added") => {
    const [taskId, dependencyTaskId] = edge.split(">");
    return eventOf(type, { dependency: { taskId, dependencyTaskId } });
  };
  const shown = { up: ["a>b"], down: ["a>b"], graph: ["a>b"], waiting: ["a"], ready: ["b"] };
  const check = (events = [added("a>b")], changed: Partial<typeof shown> = {}) =>
    namesOf(checkDependencies(["a", "b"], { ...shown, ...changed }, events));
  const CIRCLE = "No dependency closes a circle, and each is added and removed in turn";

  it("accepts dependencies that everything shows", () => {
    expect(check()).toEqual([]);
  });

  it("finds a circle, even if it was removed again", () => {
    expect(check([added("a>b"), added("b>a"), added("b>a", "tasks.dep.removed")])).toEqual([CIRCLE]);
    expect(check([added("a>c"), added("c>b"), added("b>a")])).toContain(CIRCLE);
  });

  it("finds a dependency that was added twice", () => {
    expect(check([added("a>b"), added("a>b")])).toEqual([CIRCLE]);
  });

  it("finds lists, graphs and states that disagree", () => {
    expect(check(undefined, { up: [] })).toEqual(["The lists of dependencies show what the journal says"]);
    expect(check(undefined, { down: [] })).toEqual(["The lists of dependents show what the journal says"]);
    expect(check(undefined, { graph: [] })).toEqual(["The graph shows what the journal says"]);
    expect(check(undefined, { waiting: [] })).toEqual(["Tasks with dependencies wait"]);
    expect(check(undefined, { ready: ["a", "b"] })).toEqual(["Tasks without dependencies are ready"]);
  });
});
