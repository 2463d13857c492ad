import { isIP } from "node:net";
import { type Caller, defineError, T } from "@postern/core";
import { withDefault } from "../fields/index.ts";
import { bareHost, type HostRule, publicHosts } from "./host-rule.ts";

/** The option `allowPrivate` of a group whose callers name servers. */
export const allowPrivateOption = withDefault(
  T.Boolean({
    description:
      "Whether all callers may name servers on this machine and in private networks. By default only keys with the scope * may",
  }),
  false,
);

/** A caller named a server at an address that it may not name, or that no server can have. */
export const AddressNotAllowed = defineError("gateway.address_not_allowed", {
  status: 403,
  data: T.Object({ host: T.String(), group: T.String() }),
  message: ({ host, group }) => `Requests to ${host} are not allowed: ${reasonFor(host, group)}.`,
});

/** Who names a server, and the configuration of the group that connects to it. */
export interface Naming {
  readonly caller: Pick<Caller, "isAdmin">;
  readonly config: { readonly allowPrivate: boolean };
}

/** The servers of a record, and its mark: set if a caller named them who may name private addresses. */
export interface NamedServers {
  readonly hosts: readonly string[];
  readonly isPrivate?: boolean | undefined;
}

/**
 * The mark to store with servers that a caller names, which `namedHosts` reads. `hosts` are names or addresses, with or
 * without a port. Call it only if the call names servers; otherwise the record keeps its mark. Throws `AddressNotAllowed` for a private address,
 * unless the key has the scope `*` or the configuration allows it; names are resolved at each connection.
 */
export function markServers(
  { caller, config }: Naming,
  group: string,
  hosts: readonly string[],
  before?: NamedServers,
): { isPrivate?: true } {
  const isSame = before !== undefined && before.hosts.join() === hosts.join();
  const rule = publicHosts(caller.isAdmin || config.allowPrivate);
  if (!isSame || caller.isAdmin)
    for (const host of hosts.map(hostMeant))
      if (rule(host, true) !== undefined) throw AddressNotAllowed({ host, group });
  return caller.isAdmin || (isSame && before.isPrivate) ? { isPrivate: true } : {};
}

/**
 * The hosts that a server named by a caller may have: public ones, and private ones if the record has the mark or the
 * configuration allows them. Metadata services and other reserved addresses are never allowed.
 */
export function namedHosts(
  group: string,
  { isPrivate }: Pick<NamedServers, "isPrivate">,
  { allowPrivate }: Naming["config"],
): HostRule {
  const rule = publicHosts(isPrivate === true || allowPrivate);
  return (host, isSecure) => rule(host, isSecure) && reasonFor(host, group);
}

/** The reason names no address that a name has resolved to. */
const reasonFor = (host: string, group: string): string =>
  publicHosts(true)(host, true) !== undefined
    ? "its address is reserved"
    : `its address is private. Name the server with a key that has the scope *, or set allowPrivate in the configuration of the plugin ${group}`;

/** The host without its port, as URL parsing spells it: `0x7f.1` becomes `127.0.0.1`. IPv6 needs no brackets. */
function hostMeant(text: string): string {
  const address = [text.replace(/:\d+$/, ""), text].find((one) => isIP(one) === 6);
  if (address !== undefined) return address;
  return URL.canParse(`http://${text}`) ? bareHost(new URL(`http://${text}`)) : text;
}
