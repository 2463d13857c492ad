import { defineCommand, isGatewayError, keys, T } from "@postern/core";
import { described, url } from "@postern/core/fields";
import {
  assertUsable,
  ConnectionAmbiguous,
  ConnectionBound,
  ConnectionNotFound,
  hostIn,
} from "@postern/credentials/services";
import { type LinkRecord, links, tally } from "../collections.ts";
import { AlreadyLinked, ConnectionMissing, ConnectionOff, OtherUnreachable, SameGateway } from "../errors.ts";
import { linkMade } from "../events.ts";
import { consoleUrlOf, hostOf } from "../exchange/address.ts";
import { Fault } from "../exchange/fault.ts";
import { withOther } from "../exchange/other.ts";
import { group } from "../group.ts";
import type { SyncHost } from "../host.ts";
import { linkIn, showLink } from "../link.ts";
import { assertMayExchange } from "../rights.ts";
import { Link } from "../schemas.ts";
import { enabledIn, ensureSite, siteOf } from "../site.ts";

export const link = defineCommand(group, {
  id: "sync.link",
  summary: "Link another gateway: what is enabled on both is kept equal from then on",
  description:
    "The connection's secret is a key of the other gateway with the scope sync:exchange. The other gateway is asked who it is, and has to have a group enabled. It needs no link back: what it has is fetched, and what is here is sent.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({
    consoleUrl: url({ like: "https://gateway.example.com", server: true, description: "The other gateway's address" }),
    connection: T.String({
      minLength: 1,
      maxLength: 256,
      description: "Id, name or label of the connection with its key",
    }),
  }),
  output: T.Object({ link: described(Link, "The link") }),
  errors: [AlreadyLinked, ConnectionMissing, ConnectionOff, ConnectionBound, OtherUnreachable, SameGateway],
  examples: [
    {
      title: "The gateway on another machine",
      input: { consoleUrl: "https://gateway.example.com", connection: "office" },
    },
  ],
  async plan(ctx, { consoleUrl, connection }) {
    const { store, caller } = ctx;
    assertMayExchange(caller, await enabledIn(store.unchecked));
    const address = consoleUrlOf(consoleUrl);
    const before = await linkIn(store);
    if (before) throw AlreadyLinked({ consoleUrl: before.consoleUrl });
    // Only glanced at: the key's first use, before this commit, notes its host in the connection.
    const found = await usable({ store: store.unchecked, caller }, address, connection);
    if (found.status === "disabled") throw ConnectionOff({ connection });
    const host = hostOf(address);
    return {
      summary: `Link the gateway at ${address}`,
      effects: [`asks ${host} who it is, and exchanges records with it from then on`],
      consoleUrl: address,
      connectionId: found.id,
    };
  },
  async execute(ctx, { consoleUrl, connectionId }) {
    const { store, caller, now, emit, signal } = ctx;
    const own = await siteOf(store.unchecked);
    // The key's first use, in a commit of its own, binds its connection to this gateway.
    const who = await whoIs(ctx.host, { consoleUrl, connection: connectionId }, own ?? "", signal);
    const { site, installation: installationId = site } = who;
    if (site === own) throw SameGateway({});
    await ensureSite(ctx);
    const made: LinkRecord = {
      id: "link",
      consoleUrl,
      connection: connectionId,
      installationId,
      state: "starting",
      linkedAt: now,
      ownerId: caller.principal,
    };
    if (site !== installationId) made.site = site;
    // Whoever embeds the gateway has no key that could end.
    if (await store.get(keys.contexts, caller.contextId)) made.contextId = caller.contextId;
    await store.put(links, made);
    // The counters tell of this link.
    for (const box of ["inbox", "outbox"])
      for (const what of ["acked", "applied", "sent", "skipped"])
        store.add(tally, -(await store.unchecked.sum(tally, box, what)), box, what);
    const link = showLink(made);
    emit(linkMade, { link });
    return { link };
  },
});

/** The record of the connection, which this key may use for this address. */
async function usable(ctx: Parameters<typeof assertUsable>[0], address: string, connection: string) {
  try {
    return await assertUsable(ctx, placeOf(address, connection));
  } catch (error) {
    const codes: string[] = [ConnectionNotFound.code, ConnectionAmbiguous.code];
    throw isGatewayError(error) && codes.includes(error.code) ? ConnectionMissing({ connection }) : error;
  }
}

/** The key of a gateway is for gateways, and for this one. */
const placeOf = (consoleUrl: string, connection: string) => ({
  connection,
  provider: "postern",
  hosts: [hostIn(consoleUrl)],
});

async function whoIs(
  host: SyncHost,
  link: { consoleUrl: string; connection: string },
  site: string,
  signal: AbortSignal,
): Promise<{ site: string; installation?: string }> {
  try {
    return await withOther(host, link, "link", signal, (other) => other.pull(site, []));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === "same_gateway") throw SameGateway({});
    throw OtherUnreachable({ host: hostOf(link.consoleUrl), reason: error.message });
  }
}
