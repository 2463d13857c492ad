import { secret, T } from "@postern/core";

/** A text that signs in to the console once. */
export const TicketText = secret(T.String({ maxLength: 4_096, description: "The ticket" }));

export const Label = T.String({
  minLength: 1,
  maxLength: 200,
  description: "Name of the key of the console (default: console)",
});
