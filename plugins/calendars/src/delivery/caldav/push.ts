import type { Glance } from "@postern/core";
import { Fault } from "../fault.ts";
import type { Story } from "../story.ts";
import type { Held } from "./dav.ts";

/** An event's object as it is to be on the server. */
export async function eventIn(
  _store: Glance,
  _story: Story,
): Promise<(held: Held | undefined) => { text: string; isChanged: boolean }> {
  throw new Fault("rejected", "Only answers are told so far");
}
