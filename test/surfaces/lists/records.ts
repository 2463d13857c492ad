import { expect } from "vitest";
import { until } from "../../run/until.ts";
import type { openGateway } from "./gateway.ts";

type Post = Awaited<ReturnType<typeof openGateway>>["post"];

/** A call of a list operation, and what a person must read in its answer. */
export type Listing = readonly [id: string, input: object, ...shown: (string | RegExp)[]];

const at = { startAt: "2026-11-23T09:00:00Z", endAt: "2026-11-23T10:00:00Z" };
const week = { from: "2026-11-20T00:00:00Z", to: "2026-11-30T00:00:00Z" };

/** Makes records of every group through its operations; returns the lists that show them. */
export async function makeRecords(post: Post): Promise<Listing[]> {
  return [
    ...(await conversations(post)),
    ...(await planning(post)),
    ...(await tables(post)),
    ...(await connected(post)),
    ...(await running(post)),
    ["context.list", {}, "test", "active"],
    ["context.principals.list", {}, "test", "person"],
    ["context.scopes", { operation: "chats.list" }, "chats:read", "List chats"],
    ["events.list", { type: "projects.**" }, "projects.project.created"],
    ["events.types", { limit: "500" }, "chats.chat.created", "A chat was created"],
    ["meetings.voice-runtimes", {}, "openai-realtime", "OpenAI Realtime API"],
    ["prox.calls.profiles.list", {}, "appointment-reminder", "Appointment reminder", "true"],
    ["prox.calls.profiles.check", { profileId: "appointment-reminder" }, /--connection CONNECTION$/m],
    ["service.gateways.list", {}, "running", "1.0.0"],
    ["service.plugins", {}, "chats", "1.0.0", "running"],
    ["service.status", {}, "hooks.deliveries", "running"],
    ["service.undo.list", { limit: "500" }, "Create a chat", "false"],
    ["sync.domains.list", {}, "tasks", "false"],
  ];
}

async function conversations(post: Post): Promise<Listing[]> {
  await post("agents.create", { id: "main", name: "Main agent", debounceMs: "600000" });
  const { chat } = await post("chats.create", { title: "Tea 茶 🍵", agentId: "main" });
  const message = { chatId: chat.id, actorId: "anna", clientMessageId: "m1", content: "Shall we\ndrink tea?" };
  await post("chats.messages.create", message);
  await post("chats.lists.create", { name: "today", mode: "static" });
  await post("chats.lists.add", { list: "today", chatId: chat.id });
  const where = [{ field: "title", op: "contains", value: "Tea" }];
  await post("chats.lists.create", { name: "all tea", mode: "dynamic", selector: { match: "all", where } });
  await until(async () => expect((await post("agents.turns.list")).total).toBe(1));
  await post("chats.drafts.update", { chatId: chat.id, actorId: "main", text: "With milk" });
  await post("responders.create", { id: "assistant", kind: "external", agents: ["main"] });
  await post("responders.budgets.set", { agent: "main", turns: 250 });
  const when = { every: "1d" };
  const { schedule } = await post("schedules.create", { name: "daily", when, action: { operation: "chats.list" } });
  await post("schedules.run", { id: schedule.id });
  await until(async () => expect((await post("schedules.runs.list", { status: "done" })).total).toBe(1));
  const match = { operations: ["agentx.sessions.remove"] };
  await post("approvals.policies.create", { name: "Publishing", match, action: "propose" });
  await post("chats.create", { title: "Coffee" }, { "x-postern-propose": "true", "x-postern-reason": "Breakfast" });
  const action = { operation: "chats.list" };
  await post("rules.create", { name: "after each chat", on: { types: ["chats.chat.created"] }, action });
  await post("chats.create", { title: "Tea for a rule" });
  await until(async () => expect((await post("rules.runs.list", { status: "done" })).total).toBe(1));
  return [
    ["schedules.list", {}, "daily", "enabled"],
    ["schedules.runs.list", {}, "done"],
    ["approvals.list", {}, "pending", "Create a chat", "Breakfast"],
    ["approvals.policies.list", {}, "Publishing", "propose"],
    ["agents.list", {}, "main", "Main agent"],
    ["agents.turns.list", {}, "main", "1"],
    ["chats.drafts.list", { chatId: chat.id }, "main", "With milk"],
    ["responders.list", {}, "assistant", "external", "enabled", "main"],
    ["responders.budgets.list", {}, "main", "250"],
    ["rules.list", {}, "after each chat", "enabled"],
    ["rules.runs.list", {}, "chats.chat.created", "done"],
    ["chats.list", {}, "Tea 茶 🍵"],
    ["chats.messages.list", { chatId: chat.id }, "anna", "Shall we drink tea?", /\d{4}-\d\d-\d\d \d\d:\d\d/],
    ["chats.lists.list", {}, "today", "static"],
    ["chats.lists.members", { list: "today" }, "Tea 茶 🍵", "Shall we drink"],
    ["chats.lists.preview", { list: "all tea" }, "kept"],
    ["chats.lists.delta", { list: "today", chatId: chat.id }, "anna", "Shall we drink tea?"],
  ];
}

async function planning(post: Post): Promise<Listing[]> {
  await post("projects.create", { name: "Garden project", slug: "garden" });
  const { task: first } = await post("tasks.create", { title: "Buy soil", priority: "high" });
  const { task } = await post("tasks.create", { title: "Plant the tree" });
  await post("tasks.deps.add", { taskId: task.id, dependencyTaskId: first.id });
  const { comment } = await post("tasks.comment", { taskId: task.id, text: "Where shall it stand?" });
  const { calendar } = await post("calendars.create", { name: "Work calendar" });
  await post("calendars.events.create", { calendar: calendar.id, title: "Stand-up 朝会", ...at });
  await post("calendars.share", { calendar: calendar.id, with: "agent:main", relation: "reader" });
  const account = { id: "home", provider: "caldav", config: { url: "http://127.0.0.1:9/ada" } };
  await post("calendars.accounts.create", account);
  return [
    ["projects.list", {}, "garden", "Garden project"],
    ["tasks.list", {}, "Buy soil", "Plant the tree", "open", "high"],
    ["tasks.ready", {}, "Buy soil", "open"],
    ["tasks.comments.find", { name: comment.id }, "Where shall it stand?"],
    ["tasks.comments.list", { taskId: task.id }, "Where shall it stand?"],
    ["tasks.deps.list", { taskId: task.id }, "Buy soil", "false"],
    ["tasks.deps.graph", { taskId: task.id }, "Buy soil", "Plant the tree"],
    ["tasks.profiles.list", {}, "brainstorm", "system"],
    ["tasks.profiles.presets", {}, "doc-first", "Doc first"],
    ["calendars.list", {}, "Work calendar", "owner"],
    ["calendars.events.list", week, "Stand-up 朝会", /2026-11-23 \d\d:\d\d\s+2026-11-23 \d\d:\d\d/, "Work calendar"],
    ["calendars.freebusy", week, /2026-11-23 \d\d:\d\d\s+2026-11-23 \d\d:\d\d/],
    ["calendars.show", { calendar: calendar.id }, "Work calendar", "main", "reader"],
    ["calendars.accounts.list", {}, "home", "caldav", "active"],
  ];
}

async function tables(post: Post): Promise<Listing[]> {
  const options = [{ name: "New" }, { name: "Won" }];
  const props = [
    { name: "Company", type: "text" },
    { name: "Stage", type: "select", config: { options } },
    { name: "Worth", type: "number" },
    { name: "Since", type: "date" },
  ];
  await post("bases.create", { name: "Sales leads", slug: "leads", props });
  await post("bases.rows.create", { base: "leads", values: { stage: "New", worth: 12.5 } });
  const values = { company: "Acme 株式会社", stage: "Won", since: "2026-11-24" };
  const { row } = await post("bases.rows.create", { base: "leads", values });
  await post("bases.rows.import", { base: "leads", format: "csv", content: "company,worth\nInitech,7\n" });
  await post("bases.views.create", { base: "leads", name: "Won leads", properties: ["company", "stage"] });
  const chart = { base: "leads", name: "By stage", kind: "bar", x: "stage", y: "sum:worth" };
  const made = await post("bases.charts.create", chart);
  return [
    ["bases.list", {}, "leads", "Sales leads", "3"],
    ["bases.show", { base: "leads" }, "Sales leads", "Company", "select"],
    ["bases.props.list", { base: "leads" }, "company", "Company", "number"],
    ["bases.rows.list", { base: "leads" }, "company", "Acme 株式会社", "Won", "12.5", "2026-11-24", "Initech"],
    ["bases.rows.find", { name: row.id.slice(0, 20) }, "Acme 株式会社", "Won"],
    ["bases.views.list", { base: "leads" }, "Won leads", "company, stage"],
    ["bases.charts.list", { base: "leads" }, "By stage", "sum:worth"],
    ["bases.charts.show", { base: "leads", chart: made.chart.id }, "New", "12.5"],
    ["bases.imports.list", {}, "done", "1"],
  ];
}

async function connected(post: Post): Promise<Listing[]> {
  const secret = { provider: "voiceprovider", connection: "voice", label: "Loud voice", secretRef: "env:VOICE_KEY" };
  await post("credentials.connections.create", secret);
  const config = { host: "127.0.0.1", nick: "ada" };
  await post("channels.adapters.create", { id: "town-irc", kind: "irc", config });
  const { hook } = await post("hooks.create", { url: "http://127.0.0.1:9/receiver", types: ["chats.**"] });
  await post("hooks.test", { id: hook.id, execute: true });
  return [
    ["credentials.backends", {}, "vault", "true"],
    ["credentials.connections.list", {}, "voice", "voiceprovider", "active"],
    ["credentials.providers.list", {}, "voiceprovider", "1"],
    ["channels.adapters.list", {}, "town-irc", "irc", "disconnected"],
    ["channels.kinds", {}, "irc", "IRC"],
    ["hooks.list", {}, "enabled", "http://127.0.0.1:9/receiver", "chats.**"],
    ["hooks.deliveries.list", {}, "hooks.hook.test"],
  ];
}

async function running(post: Post): Promise<Listing[]> {
  await post("widgets.init", { dir: "widgets/hello", name: "Hello widget" });
  await post("widgets.publish", { dir: "widgets/hello", scope: "org", note: "First try", execute: true });
  await post("audio.tts", { text: "The kettle boils.", id: "kettle", execute: true });
  const { session } = await post("agentx.sessions.create", {
    agent: "demo",
    title: "Fix the kettle",
    prompt: "hello",
    execute: true,
  });
  const done = { session: session.id, state: "done" };
  await until(async () => expect((await post("agentx.turns.list", done)).total).toBe(1));
  return [
    ["widgets.list", {}, "org/hello", "Hello widget"],
    ["widgets.versions", { ref: "org/hello" }, "First try"],
    ["widgets.show", { ref: "org/hello" }, "Hello widget", "widget.html"],
    ["audio.requests.list", {}, "kettle", "The kettle boils."],
    ["audio.voices.list", {}, "local"],
    ["audio.workers.list", {}, "local", "running"],
    ["agentx.agents.list", {}, "demo"],
    ["agentx.sessions.list", {}, "demo", "Fix the kettle", "idle"],
    ["agentx.sessions.messages", { session: session.id }, "user", "hello"],
    ["agentx.turns.list", { session: session.id }, "done"],
  ];
}
