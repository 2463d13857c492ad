import type { AdapterContext, Link } from "../services.ts";

/**
 * Opens a link that has the secret for as long as it stands. That is one use of it, however often the platform is shown
 * it: a use for each request would fill the audit with a line for every few seconds.
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
