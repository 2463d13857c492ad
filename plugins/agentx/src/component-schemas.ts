import { Agent } from "./operations/agents.list.ts";
import { Content, Message, Option, Permission, PlanEntry, Session, Tool, Turn } from "./schemas.ts";

/** Schemas shared by several operations or events. The keys become type names in generated clients. */
export const schemas = {
  CodingAgent: Agent,
  CodingContent: Content,
  CodingMessage: Message,
  CodingPlanEntry: PlanEntry,
  CodingSession: Session,
  CodingTool: Tool,
  CodingTurn: Turn,
  Permission,
  PermissionOption: Option,
};
