export { type Created, canAccessCreated, creatorOf, isOwnCaller } from "./creator.ts";
export { isForModels, isNamed } from "./for-models.ts";
export { canAccess, isGranted, type Owned } from "./ownership.ts";
export { isTicketTime } from "./ticket-time.ts";
