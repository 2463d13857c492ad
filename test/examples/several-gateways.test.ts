import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseAllDocuments } from "yaml";
import { newUser } from "../surfaces/postern.ts";

const folder = fileURLToPath(new URL("../../examples/several-gateways", import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), "utf8");

interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
}

const documents = parseAllDocuments(read("kubernetes.yaml")).map((one) => {
  expect(one.errors).toEqual([]);
  return one.toJS();
});
const of = (kind: string) => documents.find((one) => one.kind === kind);
const { spec } = of("Deployment").spec.template;
const [container] = spec.containers;

describe("the manifest for Kubernetes", () => {
  it("probes paths that a gateway answers, under any host name", async () => {
    const test = await testGateway({ plugins: [service()], hosts: ["postern.example"] });
    onTestFinished(() => test.stop());
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const { path } = container[probe].httpGet;
      const response = await test.gateway.fetch(new Request(`http://10.0.0.1:4870${path}`));
      expect([probe, response.status]).toEqual([probe, 200]);
    }
  });

  it("has settings that the command line accepts", async () => {
    const user = newUser();
    const config = JSON.parse(of("ConfigMap").data["postern.config.json"].replaceAll(/<([\w.]+)>/g, "$1"));
    user.configure(config);
    const shown = await user.json("config", "show");
    expect(shown.settings).toContainEqual(expect.objectContaining({ name: "publicUrl", value: config.publicUrl }));
    expect(config.store).toMatch(/^postgres:\/\/[^:]+@/);
  });

  it("leaves the root read-only, and mounts a volume wherever a gateway writes", () => {
    const all = [...spec.containers, ...spec.initContainers, ...of("Job").spec.template.spec.containers];
    for (const { securityContext, volumeMounts } of all) {
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
      const writable = (volumeMounts as Mount[]).filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath);
      expect(writable.sort()).toEqual(["/config", "/config/postern/vault-keys", "/data", "/tmp", "/workspace"]);
      const volumes = spec.volumes.map(({ name }: { name: string }) => name);
      for (const { name } of volumeMounts as Mount[]) expect(volumes).toContain(name);
    }
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true });
  });

  it("keeps a gateway while others are replaced", () => {
    const { selector, minAvailable } = of("PodDisruptionBudget").spec;
    expect(selector.matchLabels).toEqual(of("Deployment").spec.template.metadata.labels);
    expect(minAvailable).toBeLessThan(of("Deployment").spec.replicas);
    expect(of("Deployment").spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  });
});
