import { defineCommand, digestOf, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { connections } from "../collections.ts";
import { connectionOf, describeConnection, resourceOf, resourcesOf, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { connectionUpdated } from "../events.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, Hosts, Label, ProviderText, Scopes } from "../schemas.ts";
import { assertOwn } from "../use.ts";

export const connectionsUpdate = defineCommand(group, {
  id: "credentials.connections.update",
  summary: "Update the label, scopes or hosts of a connection",
  description: "Omitted fields keep their values. Change the secret with `credentials.connections.rotate`.",
  properties: ["lasting"],
  input: T.Object({
    connection: ConnectionText,
    provider: ProviderText,
    label: T.Optional(described(Label, "Label for people")),
    scopes: T.Optional(Scopes),
    hosts: T.Optional(Hosts),
  }),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [
    { title: "Change the label", input: { connection: "main", provider: "github", label: "Our releases" } },
    { title: "Change the hosts", input: { connection: "main", provider: "github", hosts: ["api.github.com"] } },
  ],
  resource: resourceOf,
  resources: resourcesOf,
  async plan({ store, caller }, { hosts, ...named }) {
    const found = await connectionOf(store, named);
    assertOwn(caller, found);
    const { id, connection, provider } = found;
    const hostsNote = hosts ? `; its secret may be sent to ${hosts.join(", ") || "the hosts of its next use"}` : "";
    return { summary: `Update ${describeConnection({ connection, provider })}${hostsNote}`, connectionId: id };
  },
  async undo({ store }, { connectionId }, { connection: _, provider: __, ...given }) {
    const before = await connectionOf(store, { connection: connectionId });
    const fields = restoring(given, before);
    // Hosts that are given are final, even if their uses added to them before.
    if (!fields || (given.hosts && before.isGathering)) return undefined;
    return { operation: "credentials.connections.update", input: { connection: connectionId, ...fields } };
  },
  async execute(ctx, { connectionId }, { label, scopes, hosts }) {
    const { store, now, emit } = ctx;
    const before = await connectionOf(store, { connection: connectionId });
    const { isGathering: _, ...rest } = before;
    const same = {
      ...(hosts ? rest : before),
      ...(label !== undefined && { label }),
      ...(scopes && { scopes }),
      ...(hosts && { hosts }),
    };
    if (digestOf(same) === digestOf(before)) return { connection: await showConnection(ctx, before) };
    const record = { ...same, updatedAt: now };
    await store.put(connections, record);
    const connection = await showConnection(ctx, record);
    emit(connectionUpdated, { connection });
    return { connection };
  },
});
