import type chats from "@postern/chats";
import { createClient } from "@postern/client";
import type { Api } from "@postern/client/plugins";
import { freePort } from "../run/port.ts";
import type { Cluster } from "../storage-drivers/postgres/cluster.ts";
import { newUser } from "../surfaces/postern.ts";
import { startProxy } from "./haproxy.ts";

/** Two gateways of their own processes and data folders on one store, behind a proxy, and an admin key. */
export async function startBalanced(cluster: Cluster) {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const store = ["--store", cluster.database()];
  const users = [newUser(), newUser()] as const;
  for (const user of users) user.configure({ hosts: [host], trustedProxy: true });
  const { key } = (await users[0].json("init", ...store)) as { key: string };
  await users[1].run("init", ...store);
  const gateways = await Promise.all(users.map((user) => user.serve("serve", store)));
  const proxy = await startProxy(
    gateways.map(({ url }) => url),
    { port, host },
  );
  const url = `http://${host}`;
  return {
    ...{ url, key, host, gateways, proxy },
    client: createClient<Api<[ReturnType<typeof chats>]>>({ url, key, retry: false }),
    /** Serves a gateway that has ended again, at the same port. */
    async restart(gateway: 0 | 1) {
      const { port } = new URL((gateways[gateway] as { url: string }).url);
      gateways[gateway] = await users[gateway].serve("serve", ["--port", port, ...store]);
    },
  };
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  readonly body: any;
}

/** Posts once, without an idempotency key, to any gateway or proxy. The status is 0 if there is no answer. */
export async function post(url: string, key: string, id: string, body: object = {}): Promise<Answer> {
  try {
    const response = await fetch(`${url}/api/v1/${id.replaceAll(".", "/")}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}
