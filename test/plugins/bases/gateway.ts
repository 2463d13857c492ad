import bases from "@postern/bases";
import type { Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import { onTestFinished } from "vitest";

/** A gateway with a base named Leads. */
export async function openGateway(others: readonly Plugin[] = []) {
  const setup = await testGateway({ plugins: [bases(), projects(), ...others] });
  onTestFinished(() => setup.stop());
  const { admin } = setup;
  const done = async (id: string, body: object = {}) => {
    const reply = await admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const { base } = await done("bases.create", {
    name: "Leads",
    props: [
      { name: "Company", type: "text", required: true },
      { name: "Worth", type: "number", config: { precision: 2 } },
      { name: "Stage", type: "select", config: { options: [{ name: "New" }, { name: "Won" }, { name: "Lost" }] } },
      { name: "Due", type: "date" },
    ],
  });
  const add = async (values: object) => (await done("bases.rows.create", { base: base.id, values })).row;
  const list = async (body: object = {}) => (await done("bases.rows.list", { base: base.id, ...body })).rows;
  return { ...setup, base, done, add, list };
}
