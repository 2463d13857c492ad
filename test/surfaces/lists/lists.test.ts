import type { OperationEntry } from "@postern/core";
import { type Column, presentationOf } from "@postern/core/presentation";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printed } from "../../../plugins/cli/src/output/answer.ts";
import type { Display } from "../../../plugins/cli/src/output/display.ts";
import { openGateway } from "./gateway.ts";
import { type Listing, makeRecords } from "./records.ts";
import { type Schema, sampleOf } from "./sample.ts";

/** Lists of what other gateways call, of nested differences, and of problems with commands, which are never cut. */
const BLOCKS =
  /^(sync\.(compare|fetch|pull|push|verify)|service\.doctor|prox\.calls\.profiles\.check|(channels|responders)\.kinds) |^service\.status (checks|problems)$/;

let gateway: Awaited<ReturnType<typeof openGateway>>;
let listings: Listing[];

beforeAll(async () => {
  gateway = await openGateway();
  listings = await makeRecords(gateway.post);
});
afterAll(() => gateway?.stop());

interface Found {
  readonly operation: OperationEntry;
  readonly member: string;
  readonly schema: Schema;
}

/** The lists of things in the answers of all operations, without those that have a view of their own. */
const listsIn = (operations: readonly OperationEntry[]): Found[] =>
  operations
    .filter(({ output }) => presentationOf(output).view === undefined)
    .flatMap((operation) =>
      Object.entries((operation.output as unknown as Schema).properties ?? {})
        .filter(([, schema]) => schema.type === "array" && schema.items?.type === "object")
        .map(([member, schema]) => ({ operation, member, schema })),
    )
    .filter(({ operation, member }) => !BLOCKS.test(`${operation.id} ${member}`));
const columnsOf = ({ schema }: Found): readonly Column[] => presentationOf(schema).columns ?? [];

const terminal = (width: number): Display => ({
  format: "table",
  width,
  isBrief: true,
  isTerminal: true,
  paint: (_, text) => text,
});
async function shown({ output, dryRun }: OperationEntry, answer: object, width: number): Promise<string> {
  const { out } = await printed("", { ...answer }, { output, dryRun }, terminal(width));
  return out;
}

describe("a list", () => {
  it("declares columns that its items have, in every group", () => {
    const lists = listsIn(gateway.manifest.operations);
    expect(lists.length).toBeGreaterThan(60);
    const faults = lists.flatMap((found) => {
      const members = Object.keys(found.schema.items?.properties ?? {});
      const unknown = columnsOf(found).filter(({ member }) => !members.includes(member));
      const place = `${found.operation.id} ${found.member}`;
      if (columnsOf(found).length === 0) return [`${place} declares no columns`];
      return unknown.map(({ member }) => `${place} has no member ${member}`);
    });
    expect(faults).toEqual([]);
  });

  it("has a column that is never left out, and fits it into 80 characters", async () => {
    const faults: string[] = [];
    for (const { operation, member, schema } of listsIn(gateway.manifest.operations)) {
      const item = sampleOf(schema.items as Schema);
      const properties = (operation.output as unknown as Schema).properties ?? {};
      const columns = presentationOf(schema).columns ?? [];
      const output = { type: "object", properties: { ...("total" in properties && { total: {} }), [member]: schema } };
      const shownAt80 = await shown({ ...operation, output: output as never }, { [member]: [item] }, 80);
      const [head = ""] = shownAt80.split("\n").filter((line) => !line.startsWith(`${member}:`));
      const always = columns.filter(({ priority, renderer }) => priority === 0 && renderer !== "members");
      if (always.length === 0) faults.push(`${operation.id} ${member} has no column of priority 0`);
      for (const column of always)
        if (!head.trim().split(/\s+/).includes(column.member))
          faults.push(`${operation.id} ${member} does not show ${column.member}`);
      for (const line of shownAt80.split("\n"))
        if (stringWidth(line) > 80) faults.push(`${operation.id} ${member} is too wide: ${line}`);
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ["calendars.outbox.list", "outbox"],
    ["channels.outbox.list", "outbox"],
    ["hooks.deliveries.list", "deliveries"],
  ])("shows the last error in 80 columns: %s", async (id, member) => {
    const operation = gateway.manifest.operations.find((one) => one.id === id) as OperationEntry;
    const found = listsIn([operation]).find((list) => list.member === member) as Found;
    const lastError = "The server did not answer in time";
    const item = { ...(sampleOf(found.schema.items as Schema) as object), lastError };
    const text = await shown(operation, { [member]: [item], total: 1 }, 80);
    expect(text).toContain("lastError");
    expect(text).toMatch(/The server/);
  });

  it.each([80, 200])("fits its list into a terminal of %i columns", async (width) => {
    const faults: string[] = [];
    for (const [id, input, ...wanted] of listings) {
      const operation = gateway.manifest.operations.find((one) => one.id === id) as OperationEntry;
      const text = await shown(operation, await gateway.post(id, input), width);
      for (const part of wanted)
        if (typeof part === "string" ? !text.includes(part) : !part.test(text))
          faults.push(`${id} does not show ${part}:\n${text}`);
    }
    expect(faults).toEqual([]);
  });

  it("is listed in this test, if its operation is a list", () => {
    const tested = new Set(listings.map(([id]) => id));
    const ids = gateway.manifest.operations
      .filter(({ output }) => "total" in ((output as unknown as Schema).properties ?? {}))
      .map(({ id }) => id);
    // What needs a platform, a data folder, a linked gateway or a failure is shown by samples only.
    expect(ids.filter((id) => !tested.has(id)).sort()).toEqual([
      "approvals.executions.list",
      "approvals.identities.list",
      "approvals.notices.list",
      "approvals.replies.list",
      "audio.work.list",
      "bases.upkeep.list",
      "calendars.outbox.list",
      "channels.outbox.list",
      "channels.places.list",
      "channels.reactions.list",
      "service.backups.list",
      "sync.conflicts.list",
      "sync.inbox.list",
      "sync.outbox.list",
    ]);
  });
});
