/** Requests to other programs: allowed hosts, signatures, limits and errors. */
export { isAllowed } from "./address.ts";
export { allowedAddresses, lookupOf } from "./addresses.ts";
export { isBlockedNow } from "./blocked-now.ts";
export { boundedFetch } from "./bounded-fetch.ts";
export { type Connections, openConnections } from "./connections.ts";
export { type FailureKind, failureOf, RequestFailed } from "./failure.ts";
export { anyHost, bareHost, faultOf, type HostRule, isAllowedHost, publicHosts } from "./host-rule.ts";
export { guardedLookup } from "./lookup.ts";
export { markExisting } from "./mark-existing.ts";
export {
  AddressNotAllowed,
  allowPrivateOption,
  markServers,
  type NamedServers,
  type Naming,
  namedHosts,
} from "./named-servers.ts";
export { type Posted, type Posting, post } from "./post.ts";
export { readBytes } from "./read.ts";
export { type Answer, type RequestOptions, request } from "./request.ts";
export { parseRetryAfter } from "./retry-after.ts";
export { createSecret, isSecret, isSigned, signed } from "./signature.ts";
