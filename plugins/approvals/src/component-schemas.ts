import { notices } from "./chat/notices.ts";
import { replies } from "./chat/replies.ts";
import { Identity } from "./chat/schemas.ts";
import { executions } from "./executions.ts";
import { Policy } from "./policies/schemas.ts";
import { Approval } from "./schemas.ts";

/** Schemas shared by several operations or events, under their names in generated clients. */
export const schemas = {
  Approval,
  ApprovalExecution: executions.item,
  ApprovalIdentity: Identity,
  ApprovalNotice: notices.item,
  ApprovalPolicy: Policy,
  ApprovalReply: replies.item,
};
