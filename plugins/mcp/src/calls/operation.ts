import { gatewayErrors, type OperationEntry, parseBody, type TObject, withoutSecrets } from "@postern/core";
import { withheldFromModels } from "@postern/kit/access";
import type { Json } from "../json.ts";
import type { Session } from "../session.ts";
import { takesDigest } from "../tools/schemas.ts";
import { answerOf, type Reply, type ToolAnswer } from "./result.ts";

/** Shorter messages cannot break the rules for the body of an operation, in bytes. */
const HARMLESS = 64 * 1024;

/** Also what would call an operation for the model later, or undo a command, must not call these. */
const WITHHELD = withheldFromModels().join(" ");

export interface Wanted {
  readonly input: Json;
  /** The digest of the plan that was shown. */
  readonly planDigest?: unknown;
  /** Only plan. */
  readonly isDryRun?: boolean;
  /** Why it is wanted, if it waits for approval. */
  readonly approvalReason?: unknown;
}

/** Calls an operation as a request of its own would: with the key checked again and the same limits. */
export async function callOperation(session: Session, operation: OperationEntry, wanted: Wanted): Promise<Reply> {
  const { calls, traceparent } = session;
  const { planDigest, isDryRun, approvalReason } = wanted;
  try {
    const { input, size } = admitted(session, operation, wanted.input);
    if (planDigest !== undefined && (typeof planDigest !== "string" || !/^[\w-]{1,128}$/.test(planDigest)))
      throw invalid("/planDigest", "must be the digest of a plan, as the answer with the plan has it");
    if (approvalReason !== undefined && typeof approvalReason !== "string")
      throw invalid("/approvalReason", "must be a text");
    const reply = await calls.call(
      {
        operation: operation.id,
        input,
        headers: {
          "content-length": String(size),
          "x-postern-withhold": WITHHELD,
          ...(isDryRun && { "x-dry-run": "true" }),
          ...(planDigest !== undefined && { "if-match": `"${planDigest}"` }),
          ...(traceparent !== undefined && { traceparent }),
          ...(approvalReason !== undefined && { "x-postern-reason": encodeURIComponent(approvalReason) }),
        },
      },
      operation.id,
    );
    return withoutKeys(operation, reply);
  } catch (error) {
    return calls.refuse(error, operation.id);
  }
}

/** What a model reads it may repeat, so no secret of an answer reaches it. */
function withoutKeys({ output, properties }: OperationEntry, reply: Reply): Reply {
  if (reply.status !== 200 || !properties.some((one) => one.startsWith("gives-"))) return reply;
  return { ...reply, text: JSON.stringify(withoutSecrets(output as TObject, JSON.parse(reply.text))) };
}

export const invalid = (path: string, message: string, code = "mcp") =>
  gatewayErrors.InvalidInput({ issues: [{ path, code, message }] });

/** The input within the limits that its operation sets for a body. The message was read with those of the largest. */
function admitted({ size }: Session, { bodyLimit: limit }: OperationEntry, input: Json) {
  if (size <= Math.min(HARMLESS, limit)) return { input: { ...input }, size };
  const bytes = Buffer.from(JSON.stringify(input));
  if (bytes.length > limit) throw gatewayErrors.BodyTooLarge({ limit });
  return { input: parseBody(bytes, limit, "application/json"), size: bytes.length };
}

/**
 * Calls the operation of a tool. `planDigest` and `approvalReason` are members of the arguments where the tool has
 * them.
 */
export async function callTool(session: Session, operation: OperationEntry, given: Json): Promise<ToolAnswer> {
  const { approvalReason, ...named } = given;
  const isReason =
    operation.kind === "command" && !Object.hasOwn(operation.input.properties as object, "approvalReason");
  const why = isReason ? { approvalReason } : {};
  const asked = isReason ? named : given;
  if (!takesDigest(operation)) return answerOf(await callOperation(session, operation, { input: asked, ...why }));
  const { planDigest, ...input } = asked;
  return answerOf(await callOperation(session, operation, { input, planDigest, ...why }));
}
