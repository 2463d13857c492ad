import type { AdapterContext, Link } from "../services.ts";

/**
 * Opens a link that holds the secret as long as it is open. This counts as one use of the secret: one use per request
 * would add an entry to the audit log every few seconds.
 */
export function openWithSecret(
  context: Pick<AdapterContext, "useSecret">,
  open: (secret: string) => Promise<Link>,
): Promise<Link> {
  return new Promise((resolve, reject) => {
    const use = context.useSecret(async (secret) => {
      const link = await open(secret.reveal());
      resolve(link);
      await link.closed;
    });
    use.catch(reject);
  });
}
