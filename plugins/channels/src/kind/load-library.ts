import { permanent } from "../services.ts";

/**
 * Loads the library of a kind. It is an optional peer: only those install it who use the kind. If it is missing, the
 * adapter fails with the command that installs it. `packages` are separated by spaces.
 */
export async function loadLibrary<L>(packages: string, load: () => Promise<L>): Promise<L> {
  try {
    return await load();
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    // Node remembers that a package was not found, so a restart is required.
    throw permanent(
      `The library of this kind is not installed. Run "npm install ${packages}", then "postern channels restart"`,
    );
  }
}
