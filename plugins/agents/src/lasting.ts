import { type LastingSource, listedBy } from "@postern/kit/access";
import { agents } from "./collections.ts";

/** The agents that a context has created, which receive messages until they are archived. */
export const setUpItems: LastingSource = {
  group: "agents",
  find: listedBy(agents, "byCreator", ({ id, name }) => ({ type: "agent", id, name, afterwards: "stays" })),
};
