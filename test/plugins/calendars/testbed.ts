import agents from "@postern/agents";
import calendars from "@postern/calendars";
import type { GatewayEvent, Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { expect, onTestFinished } from "vitest";

/** 09:00 in Berlin on a Monday. */
export const MONDAY = "2026-11-23T09:00:00+01:00";
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A gateway with calendars and the agents ann and ben, each with a key. */
export async function openTestbed({ storage = memory(), others = [] as readonly Plugin[] } = {}) {
  const plugins = [agents(), calendars({ timezone: "Europe/Berlin" }), ...others];
  const testbed = await testGateway({ plugins, storage });
  onTestFinished(() => testbed.stop());
  const emitted: GatewayEvent[] = [];
  for (const { type } of testbed.gateway.manifest.events)
    testbed.gateway.on({ type } as never, (event: GatewayEvent) => void emitted.push(event));
  const post = async (id: string, body: object = {}, client: Client = testbed.admin) => {
    const reply = await client.post(`calendars.${id}`, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  for (const id of ["ann", "ben"]) await testbed.admin.post("agents.create", { id });
  return {
    ...testbed,
    storage,
    emitted,
    post,
    ann: await testbed.client(["calendars:*"], "ann"),
    ben: await testbed.client(["calendars:*"], "ben"),
    /** The error of a call that must fail. */
    async refuse(id: string, body: object, client: Client = testbed.admin) {
      const { status, body: problem } = await client.post(`calendars.${id}`, body);
      expect(status, JSON.stringify(problem)).toBeGreaterThanOrEqual(400);
      return { status, code: problem.code, issues: problem.issues, detail: problem.detail, body: problem };
    },
    async calendar(said: object = {}, client: Client = testbed.admin): Promise<string> {
      return (await post("create", { name: "Work", timezone: "Europe/Berlin", ...said }, client)).calendar.id;
    },
    async event(calendar: string, said: object = {}, client: Client = testbed.admin) {
      const times = { startAt: MONDAY, endAt: "2026-11-23T10:00:00+01:00" };
      const body = { calendar, title: "Meeting", ...times, execute: true, ...said };
      const needsExecute = (body as { attendees?: { agent?: string }[] }).attendees?.some(({ agent }) => !agent);
      const { execute, ...plain } = body;
      return (await post("events.create", { ...plain, ...(needsExecute && { execute }) }, client)).event;
    },
    /** The events of a window as "<start> <title>". */
    async agenda(calendar: string, from: string, to: string, more: object = {}, client: Client = testbed.admin) {
      const { events } = await post("events.list", { calendar, from, to, expand: true, limit: "500", ...more }, client);
      return events.map(({ startAt, title }: { startAt: number; title: string }) => `${iso(startAt)} ${title}`);
    },
  };
}
export type Testbed = Awaited<ReturnType<typeof openTestbed>>;

export const iso = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");
export const at = (text: string): number => Date.parse(text);
