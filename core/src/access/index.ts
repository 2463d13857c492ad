export { canAccess, isGranted, type Owned } from "./ownership.ts";
