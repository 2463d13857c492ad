import { ServerFailed } from "../errors.ts";
import type { OurHost } from "../host.ts";
import { connect, type Link } from "./connect.ts";
import { explain } from "./explain.ts";
import type { ServerSettings } from "./servers.ts";

/** Connects, does something and closes the connection. Throws ServerFailed with the reason. */
export async function withServer<T>(
  host: Pick<OurHost, "services" | "config">,
  record: ServerSettings & { readonly id: string; readonly stream: string },
  work: (link: Link) => Promise<T>,
): Promise<T> {
  let link: Link | undefined;
  try {
    link = await connect(host, record, `postern ${record.id}`);
    return await work(link);
  } catch (error) {
    throw ServerFailed({ server: record.servers.join(", "), reason: explain(error, record) });
  } finally {
    await link?.close();
  }
}
