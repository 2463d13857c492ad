import { gatewayErrors } from "@postern/core";

/** The ticket in the body of a request. Throws `gateway.invalid_input` if it has none. */
export async function ticketIn(request: Request): Promise<string> {
  const body = (await request.json().catch(() => undefined)) as { ticket?: unknown } | undefined;
  if (typeof body?.ticket === "string") return body.ticket;
  const message = "is required: send the ticket as JSON";
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/ticket", code: "required", message }] });
}
