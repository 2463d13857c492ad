import { hostname } from "node:os";
import type { Gateway } from "@postern/core";

/** What creates a ticket. Gateways without the console, or of an older version, do not have it. */
export const TICKET_PATH = "/api/v1/console/ticket";

/** The body of that request: the name of the key that the console gets. */
export const ticketRequest = (): string => JSON.stringify({ label: `console on ${hostname()}` });

/** The address of the console of the gateway at `url` that signs in once, within five minutes. */
export const signInAddress = (url: string, ticket: string): string => `${url}/console/#ticket=${ticket}`;

/** A way to sign in to the console once. */
export interface SignIn {
  readonly ticket: string;
  /** The address of the console, and the ticket in it. */
  readonly address: string;
}

/** A sign-in with the rights of the key. Undefined if the gateway has no console or cannot issue tickets. */
export async function signInTo(gateway: Gateway, url: string, key: string): Promise<SignIn | undefined> {
  const response = await gateway.fetch(
    new Request(`http://localhost${TICKET_PATH}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: ticketRequest(),
    }),
  );
  const { ticket } = (await response.json()) as { ticket?: string };
  return ticket === undefined ? undefined : { ticket, address: signInAddress(url, ticket) };
}

/** What is printed with a new key: how to open the console without typing it. */
export const consoleHint = (signIn: SignIn | undefined): string =>
  signIn === undefined
    ? ""
    : `
Open the console, signed in. This address works once, within five minutes:
  ${signIn.address}
`;
