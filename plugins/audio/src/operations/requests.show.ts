import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { texts } from "../collections.ts";
import { RequestNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { findRequest, showHead } from "../request.ts";
import { RequestId, ShownRequest } from "../schemas.ts";

export const requestsShow = defineQuery(group, {
  id: "audio.requests.show",
  summary: "Show a speech request",
  description:
    "Includes the text and the state, the size of the sound if it is ready, and the error if the request failed.",
  input: T.Object({ id: RequestId }),
  output: T.Object({ request: described(ShownRequest, "Request with its text") }),
  errors: [RequestNotFound],
  examples: [{ title: "Show a request", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async run({ store }, { id }) {
    const request = showHead(await findRequest(store, id));
    return { request: { ...request, text: (await store.get(texts, id))?.text ?? "" } };
  },
});
