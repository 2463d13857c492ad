import { createGateway, type Plugin } from "@postern/core";
import { list, readJson } from "../../../architecture/sources.ts";

/** The manifest of all packages of the repository that are plugins, as the build reads it. */
export async function firstPartyManifest() {
  const isPlugin = (name: string) =>
    name !== "cli" &&
    readJson<{ keywords: string[] }>(`plugins/${name}/package.json`).keywords.includes("postern-plugin");
  const names = list("plugins").filter(isPlugin);
  const plugins = await Promise.all(
    names.map(async (name) => {
      const { default: plugin } = (await import(`@postern/${name}`)) as { default: (config: object) => Plugin };
      return plugin({});
    }),
  );
  return createGateway({ plugins }).manifest;
}
