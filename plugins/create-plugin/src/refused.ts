/** Why no plugin was made; the message is one line for people. */
export class CreateRefused extends Error {
  override readonly name = "CreateRefused";
}
