export { callsProfilesCheck } from "./calls.profiles.check.ts";
export { callsProfilesCreate } from "./calls.profiles.create.ts";
export { callsProfilesList } from "./calls.profiles.list.ts";
export { callsProfilesRemove } from "./calls.profiles.remove.ts";
export { callsProfilesShow } from "./calls.profiles.show.ts";
export { callsProfilesUpdate } from "./calls.profiles.update.ts";
