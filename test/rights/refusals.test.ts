import { expect, it } from "vitest";
import { newUser } from "../surfaces/postern.ts";

type Body = Record<string, unknown>;
type Answer = Record<string, { id: string } | undefined> & { key: string; approvalId: string; digest: string };

/** A served gateway, its administrator, and the records that the rows of the table are about. */
async function served() {
  const user = newUser();
  const { key: admin } = await user.json("init");
  const { url, child, ended } = await user.serve();
  const post = async (key: string, operation: string, input: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify(input);
    const response = await fetch(`${url}/api/v1/${operation.replaceAll(".", "/")}`, { method: "POST", headers, body });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const asAdmin = async (operation: string, input: object, expected = 200) => {
    const { status, body } = await post(admin, operation, input);
    expect([operation, status, body]).toEqual([operation, expected, expect.anything()]);
    return body as Answer;
  };
  const derive = (scopes: string[], more: object = {}) =>
    asAdmin("context.derive", { label: "other", scopes, ...more });
  const chat = async (title: string) => (await asAdmin("chats.create", { title })).chat?.id as string;
  const { hook } = await asAdmin("hooks.create", { url: "https://example.com/postern", types: ["bases.base.created"] });
  const requester = (await derive(["propose:chats:write", "approvals:decide"])).key;
  const { body } = await post(requester, "chats.create", { title: "Proposed" });
  const { approvalId, digest } = body as Answer;
  const match = { operations: ["tasks.create"], agents: ["denied"] };
  const rule = { name: "No tasks", match, action: "deny", reason: "Not this week." };
  const { policy } = await asAdmin("approvals.policies.create", rule);
  const records = { one: await chat("One"), other: await chat("Other"), hook: hook?.id as string };
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { user, post, asAdmin, derive, requester, approvalId, digest, policy: policy?.id as string, ...records, stop };
}
type Fixture = Awaited<ReturnType<typeof served>>;

const missing = (id: string) => id.replace(/[0-9a-f]{24}$/, "0123456789abcdef01234567");

interface Row {
  readonly kind: string;
  readonly key: (fixture: Fixture) => Promise<string>;
  readonly operation: string;
  readonly input: (fixture: Fixture) => object;
  readonly status: number;
  readonly code?: string;
  /** What both doors say: the right that is missing, and who can give it. */
  readonly says: RegExp;
  /** What the command line says instead: it reads the reason from the folder, which only its owner can open. */
  readonly onMachine?: RegExp;
  readonly exit: number;
}

const KEPT = { status: 403, exit: 4 } as const;
const ENDED = { operation: "chats.list", input: () => ({}), status: 401, code: "gateway.unauthenticated", exit: 4 };
const UNKNOWN = /unknown, expired or revoked.*whoever gave/;
const GONE = { status: 404, exit: 1 } as const;

const rows: readonly Row[] = [
  {
    ...{ ...KEPT, kind: "a missing scope", code: "gateway.forbidden" },
    key: async ({ derive }) => (await derive(["chats:read"])).key,
    ...{ operation: "chats.create", input: () => ({ title: "Refused" }) },
    says: /does not have the scope "chats:write".*Ask whoever gave you this key, or an administrator/,
  },
  {
    ...{ ...KEPT, kind: "a scope for another resource", code: "gateway.forbidden" },
    key: async ({ derive, one }) => (await derive([`chats:write@${one}`])).key,
    ...{ operation: "chats.update", input: ({ other }) => ({ chatId: other, title: "Refused" }) },
    says: /does not have the scope "chats:write@chat_[0-9a-f]{24}".*Ask whoever/,
  },
  {
    ...{ ...KEPT, kind: "the same for a resource that does not exist", code: "gateway.forbidden" },
    key: async ({ derive, one }) => (await derive([`chats:write@${one}`])).key,
    ...{ operation: "chats.update", input: ({ other }) => ({ chatId: missing(other), title: "Refused" }) },
    says: /does not have the scope "chats:write@chat_[0-9a-f]{24}".*Ask whoever/,
  },
  {
    ...{ ...KEPT, kind: "a policy that denies", code: "approvals.denied_by_policy" },
    key: async ({ derive }) => (await derive(["tasks:write"], { agentId: "denied" })).key,
    ...{ operation: "tasks.create", input: () => ({ title: "Refused" }) },
    says: /^The policy "No tasks" denies tasks\.create: Not this week\. .*administrator can change the policy/m,
  },
  {
    ...{ kind: "a command that waits for approval", status: 202, exit: 3 },
    key: async ({ derive }) => (await derive(["propose:chats:write"])).key,
    ...{ operation: "chats.create", input: () => ({ title: "Refused" }) },
    says: /apr_[0-9a-f]{24}/,
  },
  {
    ...{ ...KEPT, kind: "a key in its grace period", code: "gateway.key_retiring" },
    async key({ derive, asAdmin }) {
      const { context, key } = await derive(["*"]);
      await asAdmin("context.rotate", { id: context?.id, grace: "600" });
      return key;
    },
    ...{ operation: "context.derive", input: () => ({ label: "refused", scopes: ["chats:read"] }) },
    says: /was rotated and is in its grace period\. Use the new key/,
  },
  {
    ...{ ...ENDED, kind: "a revoked key" },
    async key({ derive, asAdmin }) {
      const { context, key } = await derive(["*"]);
      await asAdmin("context.revoke", { id: context?.id });
      return key;
    },
    ...{ says: UNKNOWN, onMachine: /was revoked.*valid key/ },
  },
  {
    ...{ ...ENDED, kind: "an expired key" },
    async key({ derive, post }) {
      const { key } = await derive(["*"], { ttl: "1" });
      await expect.poll(async () => (await post(key, "chats.list", {})).status, { timeout: 60_000 }).toBe(401);
      return key;
    },
    ...{ says: UNKNOWN, onMachine: /has expired.*valid key/ },
  },
  {
    ...{ ...ENDED, kind: "an unknown key" },
    key: async () => `rctx_${"A".repeat(43)}`,
    ...{ says: UNKNOWN, onMachine: /no such key.*valid key/ },
  },
  {
    ...{ ...KEPT, kind: "an agent that decides", code: "approvals.not_approver" },
    key: async ({ derive }) => (await derive(["*"], { agentId: "scout" })).key,
    ...{ operation: "approvals.approve", input: ({ approvalId: id, digest }) => ({ id, digest }) },
    says: /Agents cannot decide.*A person must decide/,
  },
  {
    ...{ ...KEPT, kind: "an agent that gives a key to somebody else", code: "context.people_only" },
    key: async ({ derive }) => (await derive(["*"], { agentId: "scout" })).key,
    ...{ operation: "context.derive", input: () => ({ label: "refused", scopes: ["*"], agentId: "other" }) },
    says: /belongs to the agent "scout".*administrator who is a person/,
  },
  {
    ...{ ...KEPT, kind: "a requester who approves", code: "approvals.not_approver" },
    key: async ({ requester }) => requester,
    ...{ operation: "approvals.approve", input: ({ approvalId: id, digest }) => ({ id, digest }) },
    says: /You proposed this command yourself\. Another person must decide/,
  },
  {
    ...{ ...GONE, kind: "an approval of somebody else", code: "approvals.approval_not_found" },
    key: async ({ derive }) => (await derive(["approvals:read", "propose:chats:write"], { agentId: "stranger" })).key,
    ...{ operation: "approvals.show", input: ({ approvalId: id }) => ({ id }) },
    says: /Approval "apr_[0-9a-f]{24}" not found/,
  },
  {
    ...{ ...GONE, kind: "a webhook of somebody else", code: "hooks.hook_not_found" },
    key: async ({ derive }) => (await derive(["hooks:*"], { agentId: "stranger" })).key,
    ...{ operation: "hooks.show", input: ({ hook: id }) => ({ id }) },
    says: /"hook_[0-9a-f]{24}" not found/,
  },
  {
    ...{ ...GONE, kind: "the same for one that does not exist", code: "hooks.hook_not_found" },
    key: async ({ derive }) => (await derive(["hooks:*"], { agentId: "stranger" })).key,
    ...{ operation: "hooks.show", input: ({ hook }) => ({ id: missing(hook) }) },
    says: /"hook_[0-9a-f]{24}" not found/,
  },
];

/** What differs from call to call: ids of what is asked for and of the request. */
const alike = (text: string) => text.replace(/[0-9a-f]{24}/g, "…").replace(/\(request .*\)/, "");

it("every refusal says what is missing and who can give it, over HTTP and on the command line", async () => {
  const fixture = await served();
  const { user, post, asAdmin, policy } = fixture;
  const texts = new Map<string, string>();
  for (const row of rows) {
    const { kind, operation, says, onMachine = says } = row;
    const [key, input] = [await row.key(fixture), row.input(fixture)];
    const { status, body } = await post(key, operation, input);
    const text = String(body.detail ?? body.approvalId);
    expect([kind, status, body.code]).toEqual([kind, row.status, row.code]);
    expect([kind, text]).toEqual([kind, expect.stringMatching(says)]);
    expect([kind, JSON.stringify(body)]).toEqual([kind, expect.not.stringContaining(policy)]);
    const command = [...operation.split("."), "--input", "-"];
    const { code, out, err } = await user.runWith({ POSTERN_TOKEN: key }, JSON.stringify(input), ...command);
    expect([kind, code, `${out}${err}`]).toEqual([kind, row.exit, expect.stringMatching(onMachine)]);
    texts.set(kind, alike(`${text}\n${err}`));
  }
  // Whether it exists makes no difference to those who may not see it.
  expect(texts.get("the same for a resource that does not exist")).toBe(texts.get("a scope for another resource"));
  expect(texts.get("the same for one that does not exist")).toBe(texts.get("a webhook of somebody else"));
  // Nothing was done in part: what was refused is nowhere.
  const left = [
    ...(Object.values(await asAdmin("chats.list", {})).flat() as { title?: string }[]),
    ...(Object.values(await asAdmin("tasks.list", {})).flat() as { title?: string }[]),
    ...(Object.values(await asAdmin("context.list", { status: "all" })).flat() as { label?: string }[]),
  ];
  expect(left.length).toBeGreaterThan(5);
  expect(left.filter((one) => /refused/i.test(JSON.stringify(one)))).toEqual([]);
  await fixture.stop();
  const { events } = await user.json("events", "list", "--type", "gateway.requests.refused", "--limit", "100");
  const reported = events.map(({ data }: { data: { code: string } }) => data.code);
  const refused = rows.filter(({ status }) => status === 401 || status === 403).map(({ code }) => code);
  expect(new Set(reported)).toEqual(new Set(refused));
}, 300_000);
