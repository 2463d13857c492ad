const AGENT = "agent:";

/** The id of the principal of an agent. */
export const agentPrincipal = (agentId: string): string => AGENT + agentId;

/** The agent of a principal; undefined for a person. */
export const agentOf = (principal: string): string | undefined =>
  principal.startsWith(AGENT) ? principal.slice(AGENT.length) : undefined;
