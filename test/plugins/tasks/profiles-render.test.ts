import { describe, expect, it } from "vitest";
import { openHouse } from "./profiles-house.ts";

type House = Awaited<ReturnType<typeof openHouse>>;

async function newTask(house: House, more: object = {}): Promise<string> {
  return (await house.post("create", { title: "Write the manual", ...more })).task.id;
}

/** The rendered brief of a new workspace profile. */
async function briefOf(house: House, template: string, task: object = {}, more: object = {}, inputs: object = {}) {
  const profileId = `p${Math.random().toString(36).slice(2)}`;
  house.profile("workspace", profileId, more, template);
  const taskId = await newTask(house, task);
  const { templates } = await house.post("profiles.render", { taskId, profileId, inputs });
  return templates.brief.text;
}

describe("a rendered profile", () => {
  it("uses the profile of the task", async () => {
    const house = await openHouse();
    const taskId = await newTask(house, { profile: "runtime-only", instructions: "Begin with the index." });
    expect(await house.post("profiles.render", { taskId })).toEqual({
      taskId,
      profile: (await house.post("profiles.list", { source: "system" })).profiles.find(
        ({ id }: { id: string }) => id === "runtime-only",
      ),
      templates: { brief: { file: "brief.md", text: "Write the manual\n\nBegin with the index.\n" } },
    });
  });

  it("has a value for every placeholder", async () => {
    const house = await openHouse();
    const parent = await newTask(house, { title: "The release" });
    const names = [
      ..."id title instructions status priority assignee parent tags".split(" ").map((name) => `task.${name}`),
      ...["profile.id", "profile.name", "runtime.agent", "runtime.model", "runtime.cwd", "runtime.timeoutMinutes"],
      ...["date", "input.tone"],
    ];
    const text = await briefOf(
      house,
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
    const house = await openHouse();
    const [taskId, first, second, open] = [
      await newTask(house, { profile: "runtime-only" }),
      await newTask(house, { title: "Look" }),
      await newTask(house, { title: "Ask" }),
      await newTask(house, { title: "Not done" }),
    ];
    for (const dependencyTaskId of [first, second, open]) await house.post("deps.add", { taskId, dependencyTaskId });
    await house.post("done", { taskId: first, summary: "There is one.\nIt is old." });
    await house.post("done", { taskId: second });
    const { templates } = await house.post("profiles.render", { taskId });
    expect(templates.brief.text).toBe(
      `Write the manual\n\n- Look (${first}): There is one.\n  It is old.\n- Ask (${second})\n`,
    );
  });

  it("omits sections without a value, including their lines", async () => {
    const house = await openHouse();
    const template =
      "a\n{{#task.instructions}}\nDo: {{task.instructions}}\n{{/task.instructions}}\nb {{#task.parent}}of {{task.parent}} {{/task.parent}}c\n";
    expect(await briefOf(house, template)).toBe("a\nb c\n");
    expect(await briefOf(house, template, { instructions: "it" })).toBe("a\nDo: it\nb c\n");
  });

  it("supports nested sections", async () => {
    const house = await openHouse();
    const template =
      "{{#task.instructions}}1{{#task.assignee}}2{{#task.title}}3{{/task.title}}{{/task.assignee}}4{{/task.instructions}}5";
    expect(await briefOf(house, template)).toBe("5");
    expect(await briefOf(house, template, { assignee: "agent:a" })).toBe("5");
    expect(await briefOf(house, template, { instructions: "x" })).toBe("145");
    expect(await briefOf(house, template, { instructions: "x", assignee: "agent:a" })).toBe("12345");
  });

  it("supports escaped braces and spaces around names, and keeps other text", async () => {
    const house = await openHouse();
    expect(await briefOf(house, "{{{{task.title}} {{ task.title }} } }} { {x} $& $1 \\ `code`\r\n\ttab ü 🌍")).toBe(
      "{{task.title}} Write the manual } }} { {x} $& $1 \\ `code`\r\n\ttab ü 🌍",
    );
    expect(await briefOf(house, "")).toBe("");
  });

  it("does not expand placeholders in values", async () => {
    const house = await openHouse();
    const title = "{{input.secret}} {{task.id}} {{#task.title}} $& {{{{";
    const more = { inputs: { secret: { description: "x", default: "the secret" } } };
    expect(await briefOf(house, "{{task.title}}|{{input.secret}}", { title }, more)).toBe(`${title}|the secret`);
    const tricky = await briefOf(house, "{{input.secret}}", {}, more, { secret: "{{task.title}}" });
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
    const house = await openHouse();
    expect(await briefOf(house, template, {}, { inputs }, { audience: "all" })).toBe("all|plain|");
    expect(await briefOf(house, template, {}, { inputs }, { audience: "all", tone: "warm", goal: "x" })).toBe(
      "all|warm|x",
    );
  });

  it("are rejected if they are missing, unknown or not an allowed choice", async () => {
    const house = await openHouse();
    house.profile("workspace", "mine", { inputs }, template);
    const taskId = await newTask(house);
    const refused = { tone: "loud", gaol: "x", __proto_: "y", "a/b": "z" };
    const problem = await house.refusal("profiles.render", { taskId, profileId: "mine", inputs: refused });
    expect(problem).toMatchObject({ status: 400, code: "gateway.invalid_input" });
    expect(problem.issues).toEqual([
      { path: "/inputs/gaol", code: "unknown", message: "is not an input of this profile; did you mean goal?" },
      expect.objectContaining({ path: "/inputs/__proto_" }),
      expect.objectContaining({ path: "/inputs/a~1b" }),
      { path: "/inputs/audience", code: "required", message: "is required by this profile" },
      { path: "/inputs/tone", code: "enum", message: "must be one of plain, warm" },
    ]);
    const empty = await house.refusal("profiles.render", { taskId, profileId: "mine", inputs: { audience: "" } });
    expect(empty.issues).toMatchObject([{ path: "/inputs/audience" }]);
    expect((await house.refusal("profiles.render", { taskId, profileId: "content" })).issues).toMatchObject([
      { path: "/inputs/audience", code: "required" },
    ]);
  });
});

describe("rendering", () => {
  it("fails without a profile, with an unknown one and with an invalid one", async () => {
    const house = await openHouse();
    const taskId = await newTask(house);
    expect(await house.refusal("profiles.render", { taskId })).toMatchObject({
      status: 409,
      code: "tasks.no_profile",
    });
    expect((await house.refusal("profiles.render", { taskId, profileId: "nothing" })).status).toBe(404);
    house.profile("workspace", "doc-first", {}, "one\n  {{task.titel}}\n");
    expect(await house.refusal("profiles.render", { taskId, profileId: "doc-first" })).toMatchObject({
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
    expect((await house.refusal("profiles.render", { taskId: unknown })).code).toBe("tasks.task_not_found");
  });

  it("fails if the result is too long", async () => {
    const house = await openHouse();
    house.profile("workspace", "long", {}, "{{task.instructions}}\n".repeat(1_000));
    const taskId = await newTask(house, { instructions: "x".repeat(100_000), profile: "long" });
    expect(await house.refusal("profiles.render", { taskId })).toMatchObject({
      status: 409,
      code: "tasks.rendering_too_long",
    });
  });
});

describe("every preset", () => {
  it.each(["doc-first", "brainstorm", "runtime-only", "content"])("renders %s without gaps", async (profileId) => {
    const house = await openHouse();
    const bare = await newTask(house);
    const full = await newTask(house, {
      instructions: "Begin with the index.",
      assignee: "agent:main",
      tags: ["docs"],
    });
    const inputs = profileId === "content" ? { audience: "all", goal: "peace", sources: "the archive" } : {};
    for (const taskId of [bare, full]) {
      const { templates } = await house.post("profiles.render", { taskId, profileId, inputs });
      for (const [role, { text }] of Object.entries(templates as Record<string, { text: string }>)) {
        expect(text).not.toMatch(/\{\{|\}\}|undefined|\n\n\n|[ \t]\n/);
        // A brief must not contain labels without a value.
        if (role === "brief") expect(text).not.toMatch(/:\n\n#|\| *\|/);
        expect(text.endsWith("\n")).toBe(true);
      }
    }
  });
});
