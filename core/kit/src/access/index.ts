export {
  actingPrincipal,
  assertMayDirect,
  type Created,
  canAccessCreated,
  creatorOf,
  isOwnCaller,
  limitedBy,
} from "./creator.ts";
export { isForModels, withheldFromModels } from "./for-models.ts";
export { type LastingItem, type LastingSource, type LastingWork, lastingWork, listedBy } from "./lasting.ts";
export { canAccess, isGranted, type Owned } from "./ownership.ts";
export { hasRotated, isOutdated, type Opened } from "./rotation.ts";
export { hasCreatorEnded, type SetUp, setUpBy } from "./set-up.ts";
export { isTicketTime } from "./ticket-time.ts";
