import type { OperationEntry } from "@postern/core";
import { type EndsLater, presentationOf } from "@postern/core/presentation";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openGateway } from "./lists/gateway.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway?.stop());

const memberOf = (schema: unknown, path: string): Schema | undefined =>
  path.split(".").reduce<Schema | undefined>((found, name) => found?.properties?.[name], schema as Schema);
const endOf = ({ output }: OperationEntry) => presentationOf(output).wait;

it("every operation that ends later names a query that shows its end", () => {
  const { operations } = gateway.manifest;
  const ending = operations.filter(endOf);
  for (const operation of ending) {
    const { id, kind, output } = operation;
    const { what, query: named, input, state, good, bad = [], reason } = endOf(operation) as EndsLater;
    expect(kind, id).toBe("command");
    expect(what, id).toMatch(/^[a-z]+( [a-z]+)*$/);
    const query = operations.find((one) => one.id === named);
    expect(query?.kind, `${id}: ${named}`).toBe("query");
    const asked = query?.input as Schema;
    expect(Object.keys(input), `${id}: the fields of ${named}`).toEqual(asked.required ?? []);
    for (const path of Object.values(input)) expect(memberOf(output, path)?.type, `${id}: ${path}`).toBe("string");
    const states = memberOf(query?.output, state)?.enum;
    expect(states, `${id}: ${state}`).toEqual(expect.arrayContaining([...good, ...bad]));
    expect(good.length, id).toBeGreaterThan(0);
    expect(
      good.filter((word) => bad.includes(word)),
      id,
    ).toEqual([]);
    expect(states?.length, `${id} has a state that is not final`).toBeGreaterThan(good.length + bad.length);
    if (reason !== undefined) expect(memberOf(query?.output, reason)?.type, `${id}: ${reason}`).toBe("string");
    expect(Object.keys(operation.input.properties ?? {}), id).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(wait|timeout)$/)]),
    );
  }
  expect(ending.length).toBeGreaterThan(20);
});

it("every entry of a queue can be awaited after a retry", () => {
  const { operations } = gateway.manifest;
  const retries = operations.filter(({ id }) => id.endsWith(".retry"));
  expect(retries.filter((operation) => !endOf(operation)).map(({ id }) => id)).toEqual([]);
});
