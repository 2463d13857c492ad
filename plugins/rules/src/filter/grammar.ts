import type { ASTNode } from "@marcbachmann/cel-js";
import { suggest } from "@postern/core";
import { MEMBERS } from "./view.ts";

/** A part of an expression that a filter cannot have. `at` is the index of its first character. */
export interface Refused {
  readonly at: number;
  readonly reason: string;
}

/** The nodes of an expression whose values are not read as a whole, and those that are searched for in a text. */
export interface Roles {
  /** Their members are read. */
  readonly opened: ReadonlySet<unknown>;
  /** A macro visits their items, one step each. */
  readonly visited: ReadonlySet<unknown>;
  /** A text is searched for them. */
  readonly needles: ReadonlySet<unknown>;
}

const FUNCTIONS = ["has", "size", "int", "double", "string", "timestamp", "duration"];
const METHODS = ["size", "contains", "startsWith", "endsWith", "lowerAscii", "upperAscii", "trim"];
const MACROS = ["exists", "all", "exists_one"];

/** The library calls itself for each level. Long chains of `||` have a level for each term. */
const MAX_LEVELS = 250;

interface Visit {
  readonly level: number;
  readonly roles: { readonly [Role in keyof Roles]: Set<unknown> };
  readonly variables: readonly string[];
}

/**
 * Checks that an expression has only what ends soon: no regular expressions, and nothing that makes lists of a size that
 * the event does not have.
 */
export function rolesIn(expression: ASTNode): Roles | Refused {
  const roles = { opened: new Set(), visited: new Set(), needles: new Set() };
  const refused = visit(expression, { roles, variables: [], level: 0 });
  return refused ?? roles;
}

export const isRefused = (found: object): found is Refused => "reason" in found;

function visit(node: ASTNode, outer: Visit): Refused | undefined {
  const to = { ...outer, level: outer.level + 1 };
  if (to.level > MAX_LEVELS) return refuse(node, "it is nested too deeply");
  switch (node.op) {
    case "value":
      return node.args instanceof Uint8Array ? refuse(node, "bytes are not available; use a text") : undefined;
    case "id":
      return visitName(node, node.args, to);
    case ".": {
      const [object, member] = node.args;
      to.roles.opened.add(object);
      return visit(object, to) ?? visitMember(node, object, member, to);
    }
    case "[]":
      to.roles.opened.add(node.args[0]);
      return visitAll(node.args, to);
    case "call":
      return visitCall(node, ...node.args, to);
    case "rcall":
      return visitMethod(node, ...node.args, to);
    case "list":
      return visitAll(node.args, to);
    case "map":
      return visitAll(node.args.flat(), to);
    case "!_":
    case "-_":
      return visit(node.args, to);
    case ".?":
    case "[?]":
      return refuse(node, "optional members are not available; use has(…)");
    default:
      return visitAll(node.args, to);
  }
}

function visitAll(nodes: readonly ASTNode[], to: Visit): Refused | undefined {
  for (const node of nodes) {
    const refused = visit(node, to);
    if (refused) return refused;
  }
  return undefined;
}

const refuse = ({ start }: ASTNode, reason: string): Refused => ({ at: start, reason });

function visitName(node: ASTNode, name: string, { variables }: Visit): Refused | undefined {
  if (name === "event" || variables.includes(name)) return undefined;
  return refuse(node, `"${name}" is not known; an expression is about "event"`);
}

/** A member of the event itself, which is the same for all types. */
function visitMember(node: ASTNode, object: ASTNode, member: string, { variables }: Visit): Refused | undefined {
  if (object.op !== "id" || object.args !== "event" || variables.includes("event")) return undefined;
  if ((MEMBERS as readonly string[]).includes(member)) return undefined;
  const [nearest] = suggest(member, MEMBERS);
  const hint = nearest ? `did you mean "${nearest}"?` : `it has ${MEMBERS.join(", ")}`;
  return { at: node.pos, reason: `event has no member "${member}"; ${hint}` };
}

function visitCall(node: ASTNode, name: string, args: readonly ASTNode[], to: Visit): Refused | undefined {
  if (!FUNCTIONS.includes(name))
    return refuse(node, `the function ${name}() is not available; there are ${FUNCTIONS.join(", ")}`);
  const [first] = args;
  if (name === "has" && first) to.roles.opened.add(first);
  // Its digits are converted at once, however many there are.
  if (name === "duration" && first?.op !== "value")
    return refuse(first ?? node, 'duration() needs a literal text, such as duration("1h30m")');
  return visitAll(args, to);
}

function visitMethod(
  node: ASTNode,
  name: string,
  receiver: ASTNode,
  args: readonly ASTNode[],
  to: Visit,
): Refused | undefined {
  if (MACROS.includes(name) && args.length === 2) return visitMacro(receiver, args as readonly [ASTNode, ASTNode], to);
  if (!METHODS.includes(name)) {
    const instead = name === "matches" ? ", since a regular expression can take any time" : "";
    const known = [...METHODS, ...MACROS].join(", ");
    return refuse(node, `the function ${name}() is not available${instead}; there are ${known}`);
  }
  if (name === "contains") for (const needle of args) to.roles.needles.add(needle);
  return visitAll([receiver, ...args], to);
}

function visitMacro(receiver: ASTNode, [variable, body]: readonly [ASTNode, ASTNode], to: Visit) {
  if (variable.op !== "id") return refuse(variable, "must be the name of a variable");
  if (variable.args === "event") return refuse(variable, 'the name "event" is already used; choose another');
  to.roles.visited.add(receiver);
  return visit(receiver, to) ?? visit(body, { ...to, variables: [...to.variables, variable.args] });
}
