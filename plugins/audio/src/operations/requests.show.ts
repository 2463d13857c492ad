import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { texts } from "../collections.ts";
import { RequestNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { requestOf, showHead } from "../request.ts";
import { RequestId, ShownRequest } from "../schemas.ts";

export const requestsShow = defineQuery(group, {
  id: "audio.requests.show",
  summary: "Show a request for speech: what it says, and what became of it",
  description: "The answer has the text, the state, the sound's size when it is ready and the reason when it failed.",
  input: T.Object({ id: RequestId }),
  output: T.Object({ request: described(ShownRequest, "The request") }),
  errors: [RequestNotFound],
  examples: [{ title: "One request", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async run({ store }, { id }) {
    const request = showHead(await requestOf(store, id));
    return { request: { ...request, text: (await store.get(texts, id))?.text ?? "" } };
  },
});
