export { backup } from "./backup.ts";
export { backupsVerify } from "./backups.verify.ts";
export { doctor } from "./doctor.ts";
export { plugins } from "./plugins.ts";
export { status } from "./status.ts";
export { verify } from "./verify.ts";
