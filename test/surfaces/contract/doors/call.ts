import { isGatewayError } from "@postern/core";
import { type Door, outcomeOf } from "../door.ts";

/** `gateway.call` in the process of the gateway. */
export const callDoor: Door = {
  name: "gateway.call",
  async open({ gateway, key }) {
    return {
      async call({ id }, input, mode, idempotencyKey) {
        // Each time, because an operation may have changed the rights of the key.
        const caller = await gateway.keys.recognize(key);
        if (!caller) throw new Error("The key is not accepted");
        const options = { caller, idempotencyKey, ...(mode === "execute" && { execute: true }) };
        try {
          return outcomeOf(await gateway.call(id, structuredClone(input), options));
        } catch (error) {
          if (!isGatewayError(error)) throw error;
          const { code, status, data } = error;
          return { kind: "error", code, status, data };
        }
      },
    };
  },
};
