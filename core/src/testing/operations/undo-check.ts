import assert from "node:assert/strict";
import { defineGroup } from "../../define/group.ts";
import { definePlugin, type Plugin } from "../../define/plugin.ts";
import { withoutSecrets } from "../../define/secrets.ts";
import { type DoneCall, undoLog } from "../../define/undo.ts";
import { read } from "../../define/validate.ts";
import { type GatewayView, gatewayView } from "../../runtime/view.ts";

const group = defineGroup("undo-check", { title: "Check of undo", needs: { gateway: gatewayView } });

/** Fails calls whose inverse could not be executed. Left out if a plugin undoes commands itself. */
export const undoCheck = (plugins: readonly Plugin[]): readonly Plugin[] =>
  plugins.some(({ provides }) => Object.values(provides).some(({ id }) => id === undoLog.id))
    ? plugins
    : [...plugins, checking()];

const checking = definePlugin(group, {
  version: "1.0.0",
  operations: [],
  provides: { undo: undoLog },
  setup: ({ services }) => ({ services: { undo: { note: (_ctx, done) => assertInverse(services.gateway, done) } } }),
});

function assertInverse(gateway: GatewayView, { operation: { id }, inverse }: DoneCall): void {
  if (!inverse) return;
  const target = gateway.operation(inverse.operation);
  assert.ok(target, `${id} is undone by ${inverse.operation}, which does not exist`);
  assert.match(target.effect, /write|destroy/, `${id} is undone by ${target.id}, whose effect is ${target.effect}`);
  assert.equal(withoutSecrets(target.input, inverse.input), inverse.input, `${id} is undone with a secret`);
  const issues = read(target.input, structuredClone(inverse.input));
  assert.deepEqual(issues, [], `${id} is undone by ${target.id} with an input that it does not accept`);
}
