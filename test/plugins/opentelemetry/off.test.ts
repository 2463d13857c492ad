import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs a program with a gateway of the built packages. Returns whether its process has loaded OpenTelemetry. */
function isLoadedWith(plugins: string): boolean {
  const program = `
    import { createRequire } from "node:module";
    import { createGateway } from "@postern/core";
    import service from "@postern/service";
    import opentelemetry from "@postern/opentelemetry";
    const gateway = createGateway({ plugins: [${plugins}] });
    await gateway.call("service.status", {});
    await gateway.stop();
    const { cache } = createRequire(import.meta.url);
    console.log(Object.keys(cache).some((path) => path.includes("@opentelemetry")));
  `;
  const options = { cwd: root, encoding: "utf8" } as const;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], options).trim() === "true";
}

it("loads nothing of OpenTelemetry unless the plugin is enabled", () => {
  expect(isLoadedWith("service()")).toBe(false);
  expect(isLoadedWith("service(), opentelemetry()")).toBe(true);
});
