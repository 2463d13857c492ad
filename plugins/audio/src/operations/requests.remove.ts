import { defineCommand, T } from "@postern/core";
import { RequestNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { forget, requestOf } from "../request.ts";
import { RequestId } from "../schemas.ts";
import { work } from "../work/work.ts";

export const requestsRemove = defineCommand(group, {
  id: "audio.requests.remove",
  summary: "Remove a request with its text and its sound",
  description:
    "For good; what was told of it stays in the journal as long as that is kept. An id that a caller gave stays taken: the same request is not published a second time.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: RequestId }),
  output: T.Object({ removed: T.String({ description: "Id of the request that was removed" }) }),
  errors: [RequestNotFound],
  examples: [{ title: "One request", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    const { state } = await requestOf(store, id);
    return { summary: `Remove the request ${id}, which is ${state}, with its text and its sound`, state };
  },
  async execute(ctx, _plan, { id }) {
    await work.discardAbout(ctx, id);
    await forget(ctx, id);
    return { removed: id };
  },
});
