import { Agent } from "./operations/agents.list.ts";
import { Message, Option, Permission, Piece, PlanEntry, Session, Tool, Turn } from "./schemas.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = {
  CodingAgent: Agent,
  CodingContent: Piece,
  CodingMessage: Message,
  CodingPlanEntry: PlanEntry,
  CodingSession: Session,
  CodingTool: Tool,
  CodingTurn: Turn,
  Permission,
  PermissionOption: Option,
};
