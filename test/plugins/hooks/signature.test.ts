import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecret, signed } from "../../../plugins/hooks/src/signature.ts";

describe("a signature", () => {
  it("is the one that Standard Webhooks gives as its example", () => {
    const body = '{"test": 2432232314}';
    const headers = signed("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330_000, body, [
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ]);
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("is made with each secret, over the bytes of the body", () => {
    const [one, other] = [createSecret(), createSecret()];
    const body = '{"text":"Grüße 🎉"}';
    const headers = signed("entry_1", 5_999, body, [one, other]);
    const own = (secret: string) =>
      createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
        .update(`entry_1.5.${body}`, "utf8")
        .digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${own(one)} v1,${own(other)}`);
  });
});

describe("a secret", () => {
  it("is 32 random bytes, and never the same", () => {
    const secrets = Array.from({ length: 100 }, createSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    }
  });
});
