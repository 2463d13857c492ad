/** Any part of an OpenAPI document: plain JSON. */
export type Json = Readonly<Record<string, unknown>>;
