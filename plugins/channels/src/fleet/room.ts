import type { Outlook } from "../outbox/outlook.ts";
import type { Member } from "./member.ts";

/** What the outbox of a process finds of its fleet. */
export interface Room {
  member(adapter: string): Member | undefined;
  readonly outlook: Outlook;
}

/** By the plugin's host, which the fleet and the outbox of a gateway have in common. */
export const rooms = new WeakMap<object, Room>();
