import { type LastingSource, listedBy } from "@postern/kit/access";
import { identities, policies } from "./collections.ts";

const identitiesOf = listedBy(identities, "byContext", ({ id, name }) => ({
  ...{ type: "approver in a chat", id, name, afterwards: "ends" },
}));
const policiesOf = listedBy(policies, "byCreator", ({ id, name }) => ({
  ...{ type: "policy", id, name, afterwards: "stays" },
}));

/** The senders in chats that decide by a context, and the policies that it has set up, which protect others. */
export const setUpItems: LastingSource = {
  group: "approvals",
  find: async (store, contextId, limit) =>
    [...(await identitiesOf(store, contextId, limit)), ...(await policiesOf(store, contextId, limit))].slice(0, limit),
};
