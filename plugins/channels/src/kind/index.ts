/** Tools for kinds of adapters. The contract of a kind is in `@postern/channels/services`. */
export { hostIn } from "@postern/credentials/services";
export { ApiUrl } from "./api-url.ts";
export { failureOf } from "./failure.ts";
export { createIntake, type Intake } from "./intake.ts";
export { loadLibrary } from "./load-library.ts";
export { readInPortions } from "./portions.ts";
export { settledWithin } from "./settled-within.ts";
export { connectPlain, connectSecurely, type Endpoint, startTls, type WithoutTls } from "./socket.ts";
export { oneLine, wellFormed } from "./text.ts";
export { speaksTls } from "./tls-mismatch.ts";
export { createTroubles, type Troubles } from "./troubles.ts";
export { openWithSecret } from "./with-secret.ts";
