/** Requests to addresses that somebody else named: where they may go, how they are signed, and what comes back. */
export { isAllowed } from "./address.ts";
export { boundedFetch } from "./bounded-fetch.ts";
export { type Answer, exchange } from "./exchange.ts";
export { guardedLookup } from "./lookup.ts";
export { type Posting, post } from "./post.ts";
export { waitOf } from "./retry-after.ts";
export { createSecret, isSecret, isSigned, signed } from "./signature.ts";
export { faultOf, isAllowedHost } from "./target.ts";
export { Unreachable } from "./unreachable.ts";
