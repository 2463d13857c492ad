import { createHash, randomUUID } from "node:crypto";
import { currentEpoch, decodeRecord, type Epoch, type Version } from "@postern/core/storage";
import type { Connection } from "./connection.ts";
import { isConnectionFailure } from "./failure.ts";
import type { Statements } from "./statements.ts";

/** A commit by which a gateway recognises the commits it knows: its number, and the id of its transaction. */
export interface Witness {
  readonly number: Version;
  readonly flight: string;
}

/** What a gateway must know of the server before it commits. */
export interface Server {
  /** Names the server and its timeline; undefined if the role may not read them. */
  readonly name: string | undefined;
  readonly isStandby: boolean;
  /** Whether the server does not have the commit that the gateway knows. */
  readonly isBehind: boolean;
}

/** The place of the version in an id, and the version of ids that begin with the name of a server. */
const VERSION_AT = 14;
const OWN = "8";

/**
 * Looks at a server. A primary keeps its timeline as long as it runs, so once for each connection is enough; a promoted
 * standby and a server restored to a point in time have a new one.
 */
export async function inspectServer(
  connection: Connection,
  texts: Statements,
  witness: Witness | undefined,
): Promise<Server> {
  const identity = await identityOf(connection, texts);
  const isStandby = identity === null;
  const isBehind = !isStandby && witness !== undefined && (await lacks(connection, texts, witness));
  const name = identity && createHash("sha256").update(identity).digest("hex").slice(0, 12);
  return { name: name ? `${name.slice(0, 8)}-${name.slice(8)}` : undefined, isStandby, isBehind };
}

/** Null for a standby, undefined if the role may not read it. */
async function identityOf(connection: Connection, texts: Statements): Promise<string | null | undefined> {
  try {
    const [rows] = await connection.run([{ name: "identity", text: texts.identity }]);
    return rows?.[0]?.[0];
  } catch (error) {
    if (isConnectionFailure(error)) throw error;
    return undefined;
  }
}

/**
 * Old numbers are removed in order, so a missing commit was lost if an older one is still there. If an epoch has begun
 * after its number, another gateway has already noticed that.
 */
async function lacks(connection: Connection, texts: Statements, { number, flight }: Witness): Promise<boolean> {
  const { key } = currentEpoch;
  const [around, epochs] = await connection.run([
    { name: "around", text: texts.around, values: [number] },
    { name: "items", text: texts.items, values: [key] },
  ]);
  const [first, last, found] = around?.[0] ?? [];
  const isMissing = Number(last ?? 0) < number || (found !== flight && Number(first) <= number);
  const text = epochs?.[0]?.[1];
  return isMissing && !(text !== undefined && (decodeRecord(key, text).data as Epoch).first > number);
}

/** A new id of a transaction, which names the server it is meant for. */
export function newFlight(server: string | undefined): string {
  const random = randomUUID();
  return server === undefined ? random : `${server}-${OWN}${random.slice(VERSION_AT + 1)}`;
}

/** Whether a transaction was committed by another server, or before this one was promoted. */
export const isForeign = (flight: string | undefined, server: string | undefined): boolean =>
  server !== undefined && flight?.[VERSION_AT] === OWN && !flight.startsWith(server);
