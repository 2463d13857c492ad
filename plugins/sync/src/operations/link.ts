import { defineCommand, isGatewayError, keys, T } from "@postern/core";
import {
  assertUsable,
  ConnectionAmbiguous,
  ConnectionBound,
  ConnectionNotFound,
  hostIn,
} from "@postern/credentials/services";
import { described, url } from "@postern/kit/fields";
import { AddressNotAllowed, markServers } from "@postern/kit/outbound";
import { type LinkRecord, links, tally } from "../collections.ts";
import { AlreadyLinked, ConnectionMissing, ConnectionOff, OtherUnreachable, SameGateway } from "../errors.ts";
import { linkCreated } from "../events.ts";
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
  summary: "Link another gateway and keep the enabled groups in sync",
  description:
    "The connection's secret must be a key of the other gateway with the scope sync:exchange. The other gateway must be reachable and have a group enabled. It needs no link to this gateway, because records are exchanged in both directions.",
  effect: "external",
  dryRunByDefault: true,
  properties: ["lasting"],
  input: T.Object({
    consoleUrl: url({ like: "https://gateway.example.com", server: true, description: "URL of the other gateway" }),
    connection: T.String({
      minLength: 1,
      maxLength: 256,
      description: "Id, name or label of the connection with the key of the other gateway",
    }),
  }),
  output: T.Object({ link: described(Link, "The link") }),
  errors: [
    AlreadyLinked,
    ConnectionMissing,
    ConnectionOff,
    ConnectionBound,
    OtherUnreachable,
    SameGateway,
    AddressNotAllowed,
  ],
  examples: [
    {
      title: "Link a gateway on another machine",
      input: { consoleUrl: "https://gateway.example.com", connection: "office" },
    },
  ],
  async plan(ctx, { consoleUrl, connection }) {
    const { store, caller } = ctx;
    assertMayExchange(caller, await enabledIn(store.unchecked));
    const address = consoleUrlOf(consoleUrl);
    const { isPrivate } = markServers(ctx, "sync", [hostOf(address)]);
    const before = await linkIn(store);
    if (before) throw AlreadyLinked({ consoleUrl: before.consoleUrl });
    // An unchecked read, because the key's first use, before this commit, adds its host to the connection.
    const found = await usable({ store: store.unchecked, caller }, address, connection);
    if (found.status === "disabled") throw ConnectionOff({ connection });
    const host = hostOf(address);
    return {
      summary: `Link the gateway at ${address}`,
      effects: [`contacts ${host} and then exchanges records with it continuously`],
      consoleUrl: address,
      connectionId: found.id,
      ...(isPrivate && { isPrivate }),
    };
  },
  async execute(ctx, { consoleUrl, connectionId, isPrivate }) {
    const { store, caller, now, emit, signal } = ctx;
    const own = await siteOf(store.unchecked);
    // The key's first use, in a separate commit, binds its connection to the other gateway.
    const peer = await identify(ctx.host, { consoleUrl, connection: connectionId, isPrivate }, own ?? "", signal);
    const { site, installation: installationId = site } = peer;
    if (site === own) throw SameGateway({});
    await ensureSite(ctx);
    const record: LinkRecord = {
      id: "link",
      consoleUrl,
      connection: connectionId,
      installationId,
      state: "starting",
      linkedAt: now,
      ownerId: caller.principal,
    };
    if (isPrivate) record.isPrivate = isPrivate;
    if (site !== installationId) record.site = site;
    // The application that embeds the gateway has no key that could be revoked.
    if (await store.get(keys.contexts, caller.contextId)) record.contextId = caller.contextId;
    await store.put(links, record);
    // The counters start at zero for each link.
    for (const box of ["inbox", "outbox"])
      for (const what of ["acked", "applied", "sent", "skipped"])
        store.add(tally, -(await store.unchecked.sum(tally, box, what)), box, what);
    const link = showLink(record);
    emit(linkCreated, { link });
    return { link };
  },
});

/** Returns the connection if the caller may use it for this address. */
async function usable(ctx: Parameters<typeof assertUsable>[0], address: string, connection: string) {
  try {
    return await assertUsable(ctx, placeOf(address, connection));
  } catch (error) {
    const codes: string[] = [ConnectionNotFound.code, ConnectionAmbiguous.code];
    throw isGatewayError(error) && codes.includes(error.code) ? ConnectionMissing({ connection }) : error;
  }
}

/** The connection must have the provider "postern" and the host of the other gateway. */
const placeOf = (consoleUrl: string, connection: string) => ({
  connection,
  provider: "postern",
  hosts: [hostIn(consoleUrl)],
});

async function identify(
  host: SyncHost,
  link: Pick<LinkRecord, "consoleUrl" | "connection"> & { readonly isPrivate: true | undefined },
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
