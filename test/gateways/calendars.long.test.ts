import calendars from "@postern/calendars";
import { defineGroup, definePlugin, gatewayView, type PluginContext } from "@postern/core";
import events from "@postern/events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pullLeases, accounts as sourceAccounts } from "../../plugins/calendars/src/collections.ts";
import { startProxy } from "../plugins/calendars/delivery-servers.ts";
import { startXandikos } from "../plugins/calendars/xandikos.ts";
import { declared } from "../run/declared.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { openPair } from "./pair.ts";

const withServers = describe.skipIf(!(has("postgresql") && has("xandikos")));

const accounts = declared(calendars(), sourceAccounts);
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

withServers("an account of two gateways (needs postgresql and xandikos)", () => {
  it("is synchronized by one of them, and by the other if that one stops", async () => {
    const server = await startXandikos();
    const proxy = await startProxy(server.origin);
    let host: PluginContext | undefined;
    const setup = (given: object) => {
      host ??= given as PluginContext;
    };
    const clock = definePlugin(defineGroup("clock", { title: "Clock" }), { version: "1.0.0", operations: [], setup });
    const [a, b] = await openPair(cluster, () => [events(), calendars(), clock()]);
    const config = { url: `${proxy.origin}/`, calendarUrl: proxy.at(server.calendar) };
    await a.post("calendars.accounts.create", { id: "home", provider: "caldav", config });
    await a.post("calendars.sync", { account: "home", execute: true });

    // The server does not answer for now, and the account is due.
    const waiting: (() => void)[] = [];
    proxy.state.fault = (_request, _response, pass) => void waiting.push(pass);
    const { transact, store } = host as PluginContext;
    await transact(async (ctx) => {
      const account = await ctx.store.get(accounts, "home");
      if (account) await ctx.store.put(accounts, { ...account, lastSyncedAt: 1 });
    });
    const lease = () => store.get(pullLeases, "home");
    const ends = new Set<number>();
    // Both have looked more than once when the lease was renewed for the fifth time.
    await until(async () => {
      const { until = 0 } = (await lease()) ?? {};
      if (until > 0) ends.add(until);
      expect(ends.size).toBeGreaterThan(5);
    });
    expect(waiting).toHaveLength(1);
    const held = ({ gateway }: typeof a) => gateway.service(gatewayView)?.held()["calendars.pulls"] ?? 0;
    expect([held(a), held(b)].sort()).toEqual([0, 1]);

    const [busy, other] = held(a) === 1 ? [a, b] : [b, a];
    await busy.stop();
    await until(() => expect(waiting).toHaveLength(2));
    await until(() => expect(held(other)).toBe(1));
    proxy.heal();
    for (const pass of waiting) pass();
    const synced = async () => (await other.post("events.list", { type: "calendars.account.synced" })).events;
    await until(async () => expect(await synced()).toHaveLength(2));
    await until(async () => {
      const { account } = await other.post("calendars.accounts.show", { id: "home" });
      expect(account.lastSyncedAt).toBeGreaterThan(1);
    });
  });
});
