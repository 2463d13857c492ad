/** `notes.show` by hand on node:http: the key's digest looked up, its scope, the schema, the record, and JSON. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { answer, listenRaw, readBody } from "./http.ts";
import { bearerOf, holds } from "./keys.ts";
import { leaveBodies, openNotes, showInput, showPath, showScope } from "./notes.ts";
import { folder, tellReady } from "./ready.ts";

const store = openNotes(folder);
const fits = new Ajv2020().compile<{ id: string }>(showInput);

const port = await listenRaw((request, response) => {
  const caller = store.admit(bearerOf(request.headers.authorization));
  if (!caller) return answer(response, 401, { code: "unauthenticated" });
  if (request.url !== showPath) return answer(response, 404, { code: "unknown_operation" });
  if (request.method !== "POST") return answer(response, 405, { code: "method_not_allowed" });
  if (!holds(caller.scopes, showScope)) return answer(response, 403, { code: "forbidden" });
  if (request.headers["content-type"] !== "application/json")
    return answer(response, 415, { code: "unsupported_media_type" });
  readBody(request, (text) => {
    let input: unknown;
    try {
      input = JSON.parse(text);
    } catch {
      return answer(response, 400, { code: "invalid_json" });
    }
    if (!fits(input)) return answer(response, 400, { code: "invalid_input", issues: fits.errors });
    const note = store.show(input.id);
    if (!note) return answer(response, 404, { code: "note_not_found" });
    answer(response, 200, { note });
  });
});
tellReady({ port, token: store.token, target: showPath, bodies: leaveBodies() }, store.close);
