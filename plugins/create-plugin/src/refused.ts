/** The plugin cannot be created; the message is one line for the user. */
export class CreateRefused extends Error {
  override readonly name = "CreateRefused";
}
