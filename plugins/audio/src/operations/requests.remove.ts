import { defineCommand, T } from "@postern/core";
import { RequestNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { deleteRequest, findRequest } from "../request.ts";
import { RequestId } from "../schemas.ts";
import { work } from "../work/work.ts";

export const requestsRemove = defineCommand(group, {
  id: "audio.requests.remove",
  summary: "Delete a speech request with its text and sound",
  description:
    "The request is deleted permanently. Past events stay in the journal until they are trimmed. An id chosen by a caller stays reserved, so the same request is not published again.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: RequestId }),
  output: T.Object({ removed: T.String({ description: "Id of the request that was deleted" }) }),
  errors: [RequestNotFound],
  examples: [{ title: "Delete a request", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    const { state } = await findRequest(store, id);
    return { summary: `Delete the request ${id} (${state}) with its text and sound`, state };
  },
  async execute(ctx, _plan, { id }) {
    await work.discardAbout(ctx, id);
    await deleteRequest(ctx, id);
    return { removed: id };
  },
});
