import { eventPlaceOf } from "@postern/core";
import { defineConsumer } from "@postern/kit/queue";
import { links } from "../collections.ts";
import { group } from "../group.ts";
import { rootOf } from "./root.ts";

/** Notes which events belong to a chain. Events that follow from nothing are not read. */
export const link = defineConsumer(group, "link", {
  from: "beginning",
  accept: ({ cause }) => cause?.correlationId !== undefined,
  async handle({ store }, events) {
    for (const { id, time, correlationId } of events) {
      const place = eventPlaceOf(id);
      if (place && correlationId !== undefined)
        await store.put(links, { root: rootOf(correlationId), ...place, at: Date.parse(time) });
    }
  },
});
