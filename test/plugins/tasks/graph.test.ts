import { describe, expect, it } from "vitest";
import { brief } from "../../run/titled.ts";
import { openFixture } from "./fixture.ts";

const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);

async function withThreeMembers() {
  const fixture = await openFixture();
  const { task, wait } = fixture;
  const [build, test, publish] = [await task("Build"), await task("Test"), await task("Publish")];
  await wait(test, build);
  await wait(publish, test);
  await wait(publish, build);
  return { ...fixture, build, test, publish };
}

describe("the dependency graph", () => {
  it("contains all waiting tasks and their dependencies, in topological order", async () => {
    const { post, task, build, test, publish } = await withThreeMembers();
    await task("alone");
    const { nodes, edges, ...rest } = await post("tasks.deps.graph");
    expect(rest).toEqual({ format: "json", truncated: false });
    expect(ids(nodes)).toEqual([build, test, publish]);
    expect(nodes[1]).toMatchObject({ title: "Test", status: "open", priority: "normal" });
    expect(nodes.map(({ readiness }: { readiness: { state: string } }) => readiness.state)).toEqual([
      "ready",
      "waiting",
      "waiting",
    ]);
    expect(edges).toHaveLength(3);
    expect(edges).toContainEqual({ taskId: publish, dependencyTaskId: build });
  });

  it("omits completed dependencies", async () => {
    const { post, step, build, test, publish } = await withThreeMembers();
    await step("done", build);
    expect(ids((await post("tasks.deps.graph")).nodes)).toEqual([test, publish]);
    await step("done", test);
    expect((await post("tasks.deps.graph")).nodes).toEqual([]);
    expect(ids((await post("tasks.deps.graph", { taskId: publish })).nodes)).toEqual([build, test, publish]);
  });

  it("shows the dependencies and dependents of a task, but not its siblings", async () => {
    const { post, task, wait, build, test, publish } = await withThreeMembers();
    const docs = await task("Docs");
    await wait(docs, build);
    const { nodes, edges } = await post("tasks.deps.graph", { taskId: test });
    expect(ids(nodes)).toEqual([build, test, publish]);
    expect(edges).toHaveLength(3);
    expect(ids((await post("tasks.deps.graph", { taskId: docs })).nodes)).toEqual([build, docs]);
  });

  it("reports when the limit cuts it off", async () => {
    const { post, test } = await withThreeMembers();
    for (const body of [{}, { taskId: test }]) {
      const { nodes, edges, truncated } = await post("tasks.deps.graph", { ...body, limit: "2" });
      expect(nodes).toHaveLength(2);
      expect(edges).toHaveLength(1);
      expect(truncated).toBe(true);
      expect((await post("tasks.deps.graph", { ...body, limit: "3" })).truncated).toBe(false);
    }
  });

  it("rejects unknown tasks, unknown formats and invalid limits", async () => {
    const { refused } = await openFixture();
    expect(await refused("tasks.deps.graph", { taskId: "task_0123456789abcdef01234567" })).toMatchObject({
      status: 404,
    });
    for (const body of [{ format: "svg" }, { limit: "0" }, { limit: "2001" }, { limit: "1e3" }, { taskId: "x" }]) {
      expect(await refused("tasks.deps.graph", body)).toMatchObject({ status: 400 });
    }
  });

  it("is returned as a Mermaid flowchart", async () => {
    const { post, build, test, publish } = await withThreeMembers();
    const { text, ...rest } = await post("tasks.deps.graph", { format: "mermaid" });
    expect(rest).toEqual({ format: "mermaid", truncated: false });
    expect(text.split("\n").slice(0, 5)).toEqual([
      "flowchart LR",
      `  ${build}["Build (open)"]:::ready`,
      `  ${test}["Test (open)"]:::waiting`,
      `  ${publish}["Publish (open)"]:::waiting`,
      `  ${build} --> ${test}`,
    ]);
  });

  it("is returned as a Graphviz digraph", async () => {
    const { post, build, test } = await withThreeMembers();
    const { text } = await post("tasks.deps.graph", { format: "dot" });
    expect(text).toMatch(/^digraph tasks \{\n/);
    expect(text).toContain(`  "${build}" [label="Build (open)", fillcolor="#b7e4c7"];\n`);
    expect(text).toContain(`  "${build}" -> "${test}";\n`);
    expect(text.endsWith("\n}")).toBe(true);
  });

  const HOSTILE_TITLES = [
    'a"]; x --> y["b',
    "end\n  evil --> all",
    "<script>alert(1)</script>",
    "`markdown` **bold** #quot; &amp; %% comment",
    'b\\" -> c [label="',
    "c\u0000\u0007\u2028\u202Ed\u200B",
    "{{x}} ((y)) |z| ;; click task_1 href",
    `${"long ".repeat(99)}`,
    "\ud800 half",
  ];

  it.each(HOSTILE_TITLES.map((title) => [brief(title), title] as const))(
    "escapes the title %s in labels",
    async (_title, title) => {
      const { post, task, wait } = await openFixture();
      const [a, b] = [await task(title), await task("b")];
      await wait(b, a);
      const { text: flowchart } = await post("tasks.deps.graph", { format: "mermaid" });
      const [, first = "", second = "", ...rest] = flowchart.split("\n");
      expect(first).toMatch(/^ {2}task_[0-9a-f]{24}\["[\p{L}\p{N} .,:()…_/+#;-]*"\]:::ready$/u);
      expect(first.match(/#(?!\d+;)/)).toBeNull();
      expect(second).toContain("b (open)");
      expect(rest[0]).toBe(`  ${a} --> ${b}`);
      const { text: digraph } = await post("tasks.deps.graph", { format: "dot" });
      const lines = digraph.split("\n");
      expect(lines).toHaveLength(7);
      expect(lines[3]).toMatch(/^ {2}"task_[0-9a-f]{24}" \[label="([^"\\]|\\["\\])*", fillcolor="#[0-9a-f]{6}"\];$/);
      expect(`${flowchart}${digraph}`.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(first.length).toBeLessThan(500);
    },
  );
});
