import { createHmac } from "node:crypto";
import { createSecret, isSecret, isSigned, signed } from "@postern/kit/outbound";
import { describe, expect, it } from "vitest";

describe("a signature", () => {
  it("matches the example of Standard Webhooks", () => {
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

  it("is computed with each secret over the bytes of the body", () => {
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
  it("consists of 32 random bytes and is never repeated", () => {
    const secrets = Array.from({ length: 100 }, createSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    }
  });
});

describe("an incoming signature", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  const body = '{"test": 2432232314}';
  const right = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  const message = { id, timestamp: "1614265330", signatures: right };

  it("is valid for the signed content, also among other signatures", () => {
    expect(isSigned(message, body, secret)).toBe(true);
    expect(isSigned(message, Buffer.from(body), secret)).toBe(true);
    expect(isSigned({ ...message, signatures: `v1,AAAA v2,abc ${right}` }, body, secret)).toBe(true);
  });

  it.each([
    ["another body", message, `${body} `],
    ["another id", { ...message, id: "msg_2" }, body],
    ["another time", { ...message, timestamp: "1614265331" }, body],
    ["no signature", { ...message, signatures: "" }, body],
    ["a truncated signature", { ...message, signatures: right.slice(0, 20) }, body],
    ["an unknown version", { ...message, signatures: right.replace("v1", "v2") }, body],
  ])("is invalid for %s", (_, changed, text) => {
    expect(isSigned(changed, text, secret)).toBe(false);
  });
});

describe("a secret provided by a user", () => {
  it("must have the format of Standard Webhooks", () => {
    expect(isSecret(createSecret())).toBe(true);
    for (const wrong of ["", "whsec_", "whsec_short", createSecret().slice(6), `${createSecret()} `, "whsec_ü"])
      expect(isSecret(wrong)).toBe(false);
  });
});
