import { type LastingSource, listedBy } from "@postern/kit/access";
import { responders } from "./collections.ts";

/** The responders that a context has set up. Those of earlier versions do not know their context. */
export const setUpItems: LastingSource = {
  group: "responders",
  find: listedBy(responders, "byCreator", ({ id }) => ({ type: "responder", id, afterwards: "ends" })),
};
