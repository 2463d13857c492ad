import { defineError, T } from "@postern/core";

export const TicketNotValid = defineError("console.ticket_not_valid", {
  status: 401,
  title: "Ticket not valid",
  data: T.Object({}),
  message: () => 'The ticket was used already or has expired. Get a new one with "postern open".',
});
