import { secret, T, type TSchema, withoutSecrets } from "@postern/core";

import { describe, expect, it } from "vitest";
import { inlineSecrets } from "../../core/kit/src/actions/secrets.ts";

const Secret = secret(T.String());
const Login = T.Object({ user: T.String(), password: T.Optional(Secret) });
const Tree = T.Recursive((This) => T.Object({ key: T.Optional(Secret), inner: T.Array(This) }), { $id: "Tree" });
const login = { user: "ann", password: "sesame" };
const ann = { user: "ann" };

interface Vector {
  readonly of: string;
  readonly schema: TSchema;
  readonly value: unknown;
  readonly kept: unknown;
  readonly paths: readonly string[];
}

const vectors: Vector[] = [
  { of: "of the value itself", schema: Login, value: login, kept: ann, paths: ["/password"] },
  {
    of: "of a member",
    schema: T.Object({ server: Login }),
    value: { server: login },
    kept: { server: ann },
    paths: ["/server/password"],
  },
  {
    of: "two levels deep",
    schema: T.Object({ a: T.Object({ b: Login }) }),
    value: { a: { b: login } },
    kept: { a: { b: ann } },
    paths: ["/a/b/password"],
  },
  {
    of: "three levels deep",
    schema: T.Object({ a: T.Object({ b: T.Object({ c: Login }) }) }),
    value: { a: { b: { c: login } } },
    kept: { a: { b: { c: ann } } },
    paths: ["/a/b/c/password"],
  },
  {
    of: "of the items of an array",
    schema: T.Object({ logins: T.Array(Login) }),
    value: { logins: [ann, login] },
    kept: { logins: [ann, ann] },
    paths: ["/logins/1/password"],
  },
  {
    of: "that are items of an array",
    schema: T.Object({ codes: T.Array(Secret) }),
    value: { codes: ["one", "two"] },
    kept: { codes: [] },
    paths: ["/codes/0", "/codes/1"],
  },
  {
    of: "of the first items of an array",
    schema: T.Object({ pair: { type: "array", prefixItems: [T.String(), Login] } as unknown as TSchema }),
    value: { pair: ["a", login] },
    kept: { pair: ["a", ann] },
    paths: ["/pair/1/password"],
  },
  {
    of: "of one alternative of a union",
    schema: T.Object({ by: T.Union([T.Object({ name: T.String() }), Login]) }),
    value: { by: login },
    kept: { by: ann },
    paths: ["/by/password"],
  },
  {
    of: "that are an alternative of a union",
    schema: T.Object({ by: T.Union([T.Null(), Secret]) }),
    value: { by: "sesame" },
    kept: {},
    paths: ["/by"],
  },
  {
    of: "of an intersection",
    schema: T.Intersect([T.Object({ name: T.String() }), Login]),
    value: { name: "a", ...login },
    kept: { name: "a", ...ann },
    paths: ["/password"],
  },
  {
    of: "of the values of a record",
    schema: T.Object({ by: T.Record(T.String(), Login) }),
    value: { by: { "a/b": login, c: ann } },
    kept: { by: { "a/b": ann, c: ann } },
    paths: ["/by/a~1b/password"],
  },
  {
    of: "that are the values of a record",
    schema: T.Object({ headers: T.Object({}, { additionalProperties: Secret }) }),
    value: { headers: { cookie: "sesame" } },
    kept: { headers: {} },
    paths: ["/headers/cookie"],
  },
  {
    of: "of a schema that refers to itself",
    schema: T.Object({ tree: Tree }),
    value: { tree: { inner: [{ key: "one", inner: [{ key: "two", inner: [] }] }] } },
    kept: { tree: { inner: [{ inner: [{ inner: [] }] }] } },
    paths: ["/tree/inner/0/key", "/tree/inner/0/inner/0/key"],
  },
  {
    of: "of a schema by its pointer",
    schema: T.Object({ by: T.Unsafe({ $ref: "#/$defs/Login" }) }, { $defs: { Login } }),
    value: { by: login },
    kept: { by: ann },
    paths: ["/by/password"],
  },
];

describe("secrets", () => {
  it.each(vectors)("$of are removed, and named by their paths", ({ schema, value, kept, paths }) => {
    const before = structuredClone(value);
    const found: string[] = [];
    expect(withoutSecrets(schema, value, (path) => found.push(path))).toEqual(kept);
    expect(found.toSorted()).toEqual([...paths].sort());
    expect(value).toEqual(before);
    expect(inlineSecrets(schema, value, "/input").sort()).toEqual(paths.map((path) => `/input${path}`).sort());
  });

  it.each(vectors)("$of that are not given leave the value unchanged", ({ schema, kept }) => {
    expect(withoutSecrets(schema, kept)).toBe(kept);
  });

  it.each([
    ["a member", Login, { user: "ann", password: { $: "run.password" } }],
    ["a record", T.Object({ by: T.Record(T.String(), Secret) }), { by: { $: "run.logins" } }],
  ])("in an action can be %s that refers to a stored one", (_, schema, value) => {
    expect(inlineSecrets(schema, value, "/input")).toEqual([]);
  });
});
