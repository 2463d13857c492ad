export { actingPrincipal, type Created, canAccessCreated, creatorOf, isOwnCaller, limitedBy } from "./creator.ts";
export { isForModels, withheldFromModels } from "./for-models.ts";
export { canAccess, isGranted, type Owned } from "./ownership.ts";
export { hasRotated, isOutdated, type Opened } from "./rotation.ts";
export { isTicketTime } from "./ticket-time.ts";
