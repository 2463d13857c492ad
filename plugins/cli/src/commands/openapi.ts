import type { Manifest } from "@postern/core";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { runningGateway } from "../running.ts";
import type { Settings } from "../settings.ts";

/** Prints the document that a gateway serves at /api/v1/openapi.json. */
export async function openapi(manifest: Manifest, { gateway, data, port }: Settings, io: Io): Promise<ExitCode> {
  const { openapiOf } = await import("@postern/openapi").catch(() => {
    throw new Refusal(
      'The package @postern/openapi is not installed. Run "npm install @postern/openapi".',
      Exit.failed,
    );
  });
  const url = gateway ?? runningGateway(data)?.url ?? `http://127.0.0.1:${port}`;
  io.out(`${JSON.stringify(openapiOf(manifest, { url }), null, 2)}\n`);
  return Exit.done;
}
