/** The list a field refers to, so that surfaces for people accept a name or the start of an id. */
export interface Reference {
  /** The list operation whose items the field refers to. If it has a field `name`, the list finds items by name. */
  readonly list: string;
  /** The members of an item that are its names; none by default. */
  readonly names?: readonly string[];
  /** The member that is the value of the field; `id` by default. */
  readonly id?: string;
  /** Fields of the list with values of their own, such as `{ status: "archived" }`. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Fields of the list that have the value of a field of this operation, such as `{ base: "base" }`. */
  readonly from?: Readonly<Record<string, string>>;
}
