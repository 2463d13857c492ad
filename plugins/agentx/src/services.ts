export { sessionsCancel } from "./operations/sessions.cancel.ts";
export { sessionsCreate } from "./operations/sessions.create.ts";
export { sessionsMessages } from "./operations/sessions.messages.ts";
export { sessionsSend } from "./operations/sessions.send.ts";
export { sessionsShow } from "./operations/sessions.show.ts";
export { turnsShow } from "./operations/turns.show.ts";
