import { describe, expect, it } from "vitest";
import { openFixture } from "./profiles-fixture.ts";

type Fixture = Awaited<ReturnType<typeof openFixture>>;

async function newTask(fixture: Fixture, more: object = {}): Promise<string> {
  return (await fixture.post("create", { title: "Write the manual", ...more })).task.id;
}

/** The rendered brief of a new workspace profile. */
async function briefOf(fixture: Fixture, template: string, task: object = {}, more: object = {}, inputs: object = {}) {
  const profileId = `p${Math.random().toString(36).slice(2)}`;
  fixture.profile("workspace", profileId, more, template);
  const taskId = await newTask(fixture, task);
  const { templates } = await fixture.post("profiles.render", { taskId, profileId, inputs });
  return templates.brief.text;
}

describe("a rendered profile", () => {
  it("uses the profile of the task", async () => {
    const fixture = await openFixture();
    const taskId = await newTask(fixture, { profile: "runtime-only", instructions: "Begin with the index." });
    expect(await fixture.post("profiles.render", { taskId })).toEqual({
      taskId,
      profile: (await fixture.post("profiles.list", { source: "system" })).profiles.find(
        ({ id }: { id: string }) => id === "runtime-only",
      ),
      templates: { brief: { file: "brief.md", text: "Write the manual\n\nBegin with the index.\n" } },
    });
  });

  it("has a value for every placeholder", async () => {
    const fixture = await openFixture();
    const parent = await newTask(fixture, { title: "The release" });
    const names = [
      ..."id title instructions status priority assignee parent tags".split(" ").map((name) => `task.${name}`),
      ...["profile.id", "profile.name", "runtime.agent", "runtime.model", "runtime.cwd", "runtime.timeoutMinutes"],
      ...["date", "input.tone"],
    ];
    const text = await briefOf(
      fixture,
      names.map((name) => `{{${name}}}`).join("\n"),
      { instructions: "Now", priority: "high", assignee: "agent:main", parent, tags: ["docs", "urgent"] },
      {
        runtime: { agent: "codex", model: "large", cwd: "docs", timeoutMinutes: 5 },
        inputs: { tone: { description: "How it sounds", default: "plain" } },
      },
    );
    const [id, title, ...rest] = text.split("\n");
    expect(id).toMatch(/^task_/);
    expect(title).toBe("Write the manual");
    expect(rest.slice(0, 6)).toEqual(["Now", "open", "high", "agent:main", parent, "docs, urgent"]);
    expect(rest[6]).toMatch(/^p/);
    expect(rest.slice(7)).toEqual([
      "Sound",
      "codex",
      "large",
      "docs",
      "5",
      new Date().toISOString().slice(0, 10),
      "plain",
    ]);
  });

  it("lists the results of completed dependencies", async () => {
    const fixture = await openFixture();
    const [taskId, first, second, open] = [
      await newTask(fixture, { profile: "runtime-only" }),
      await newTask(fixture, { title: "Look" }),
      await newTask(fixture, { title: "Ask" }),
      await newTask(fixture, { title: "Not done" }),
    ];
    for (const dependencyTaskId of [first, second, open]) await fixture.post("deps.add", { taskId, dependencyTaskId });
    await fixture.post("done", { taskId: first, summary: "There is one.\nIt is old." });
    await fixture.post("done", { taskId: second });
    const { templates } = await fixture.post("profiles.render", { taskId });
    expect(templates.brief.text).toBe(
      `Write the manual\n\n- Look (${first}): There is one.\n  It is old.\n- Ask (${second})\n`,
    );
  });

  it("omits sections without a value, including their lines", async () => {
    const fixture = await openFixture();
    const template =
      "a\n{{#task.instructions}}\nDo: {{task.instructions}}\n{{/task.instructions}}\nb {{#task.parent}}of {{task.parent}} {{/task.parent}}c\n";
    expect(await briefOf(fixture, template)).toBe("a\nb c\n");
    expect(await briefOf(fixture, template, { instructions: "it" })).toBe("a\nDo: it\nb c\n");
  });

  it("supports nested sections", async () => {
    const fixture = await openFixture();
    const template =
      "{{#task.instructions}}1{{#task.assignee}}2{{#task.title}}3{{/task.title}}{{/task.assignee}}4{{/task.instructions}}5";
    expect(await briefOf(fixture, template)).toBe("5");
    expect(await briefOf(fixture, template, { assignee: "agent:a" })).toBe("5");
    expect(await briefOf(fixture, template, { instructions: "x" })).toBe("145");
    expect(await briefOf(fixture, template, { instructions: "x", assignee: "agent:a" })).toBe("12345");
  });

  it("supports escaped braces and spaces around names, and keeps other text", async () => {
    const fixture = await openFixture();
    expect(await briefOf(fixture, "{{{{task.title}} {{ task.title }} } }} { {x} $& $1 \\ `code`\r\n\ttab ü 🌍")).toBe(
      "{{task.title}} Write the manual } }} { {x} $& $1 \\ `code`\r\n\ttab ü 🌍",
    );
    expect(await briefOf(fixture, "")).toBe("");
  });

  it("does not expand placeholders in values", async () => {
    const fixture = await openFixture();
    const title = "{{input.secret}} {{task.id}} {{#task.title}} $& {{{{";
    const more = { inputs: { secret: { description: "x", default: "the secret" } } };
    expect(await briefOf(fixture, "{{task.title}}|{{input.secret}}", { title }, more)).toBe(`${title}|the secret`);
    const tricky = await briefOf(fixture, "{{input.secret}}", {}, more, { secret: "{{task.title}}" });
    expect(tricky).toBe("{{task.title}}");
  });
});

describe("inputs of a profile", () => {
  const inputs = {
    audience: { description: "Who reads it", required: true },
    tone: { description: "How it sounds", default: "plain", choices: ["plain", "warm"] },
    goal: { description: "What for" },
  };
  const template = "{{input.audience}}|{{input.tone}}|{{input.goal}}";

  it("come from the caller, from the default, or are empty", async () => {
    const fixture = await openFixture();
    expect(await briefOf(fixture, template, {}, { inputs }, { audience: "all" })).toBe("all|plain|");
    expect(await briefOf(fixture, template, {}, { inputs }, { audience: "all", tone: "warm", goal: "x" })).toBe(
      "all|warm|x",
    );
  });

  it("are rejected if they are missing, unknown or not an allowed choice", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "mine", { inputs }, template);
    const taskId = await newTask(fixture);
    const refused = { tone: "loud", gaol: "x", __proto_: "y", "a/b": "z" };
    const problem = await fixture.refusal("profiles.render", { taskId, profileId: "mine", inputs: refused });
    expect(problem).toMatchObject({ status: 400, code: "gateway.invalid_input" });
    expect(problem.issues).toEqual([
      { path: "/inputs/gaol", code: "unknown", message: "is not an input of this profile; did you mean goal?" },
      expect.objectContaining({ path: "/inputs/__proto_" }),
      expect.objectContaining({ path: "/inputs/a~1b" }),
      { path: "/inputs/audience", code: "required", message: "is required by this profile" },
      { path: "/inputs/tone", code: "enum", message: "must be one of plain, warm" },
    ]);
    const empty = await fixture.refusal("profiles.render", { taskId, profileId: "mine", inputs: { audience: "" } });
    expect(empty.issues).toMatchObject([{ path: "/inputs/audience" }]);
    expect((await fixture.refusal("profiles.render", { taskId, profileId: "content" })).issues).toMatchObject([
      { path: "/inputs/audience", code: "required" },
    ]);
  });
});

describe("rendering", () => {
  it("fails without a profile, with an unknown one and with an invalid one", async () => {
    const fixture = await openFixture();
    const taskId = await newTask(fixture);
    expect(await fixture.refusal("profiles.render", { taskId })).toMatchObject({
      status: 409,
      code: "tasks.no_profile",
    });
    expect((await fixture.refusal("profiles.render", { taskId, profileId: "nothing" })).status).toBe(404);
    fixture.profile("workspace", "doc-first", {}, "one\n  {{task.titel}}\n");
    expect(await fixture.refusal("profiles.render", { taskId, profileId: "doc-first" })).toMatchObject({
      status: 409,
      code: "tasks.profile_broken",
      source: "workspace",
      diagnostics: [
        {
          code: "unknown_placeholder",
          file: "brief.md",
          line: 2,
          column: 3,
          message: "Unknown placeholder task.titel; did you mean task.title?",
        },
      ],
    });
    const unknown = "task_0123456789abcdef01234567";
    expect((await fixture.refusal("profiles.render", { taskId: unknown })).code).toBe("tasks.task_not_found");
  });

  it("fails if the result is too long", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "long", {}, "{{task.instructions}}\n".repeat(1_000));
    const taskId = await newTask(fixture, { instructions: "x".repeat(100_000), profile: "long" });
    expect(await fixture.refusal("profiles.render", { taskId })).toMatchObject({
      status: 409,
      code: "tasks.rendering_too_long",
    });
  });
});

describe("every preset", () => {
  it.each(["doc-first", "brainstorm", "runtime-only", "content"])("renders %s without gaps", async (profileId) => {
    const fixture = await openFixture();
    const bare = await newTask(fixture);
    const full = await newTask(fixture, {
      instructions: "Begin with the index.",
      assignee: "agent:main",
      tags: ["docs"],
    });
    const inputs = profileId === "content" ? { audience: "all", goal: "peace", sources: "the archive" } : {};
    for (const taskId of [bare, full]) {
      const { templates } = await fixture.post("profiles.render", { taskId, profileId, inputs });
      for (const [role, { text }] of Object.entries(templates as Record<string, { text: string }>)) {
        expect(text).not.toMatch(/\{\{|\}\}|undefined|\n\n\n|[ \t]\n/);
        // A brief must not contain labels without a value.
        if (role === "brief") expect(text).not.toMatch(/:\n\n#|\| *\|/);
        expect(text.endsWith("\n")).toBe(true);
      }
    }
  });
});
