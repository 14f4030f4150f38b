import { describe, expect, test } from "bun:test";
import { signingKey, signWebhook } from "./signature.ts";

describe("signWebhook", () => {
  test("agrees with the example of the Standard Webhooks libraries", () => {
    const key = signingKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    const signature = signWebhook(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}');
    expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test("changes with the id, the time, the body and the key", () => {
    const key = signingKey("plain");
    const signatures = [
      signWebhook(key, "a", 1, "{}"),
      signWebhook(key, "b", 1, "{}"),
      signWebhook(key, "a", 2, "{}"),
      signWebhook(key, "a", 1, "{ }"),
      signWebhook(signingKey("plain "), "a", 1, "{}"),
    ];
    expect(new Set(signatures).size).toBe(signatures.length);
  });
});

describe("signingKey", () => {
  test("decodes the part after whsec_, and uses any other text as it is", () => {
    expect(signingKey("whsec_AAEC")).toEqual(Buffer.from([0, 1, 2]));
    expect(signingKey("whsec_AA==")).toEqual(Buffer.from([0]));
    expect(signingKey("AAEC")).toEqual(Buffer.from("AAEC"));
    expect(signingKey("größer")).toEqual(Buffer.from("größer", "utf8"));
  });

  test.each(["whsec_!!!", "whsec_AAAAA", "whsec_AA=A", "whsec_AA\n"])(
    "refuses %p without repeating it",
    (secret) => {
      expect(() => signingKey(secret)).toThrow("the rest is not base64");
      expect(() => signingKey(secret)).not.toThrow(secret);
    },
  );

  test("refuses an empty key", () => {
    expect(() => signingKey("whsec_")).toThrow("the rest is not base64");
    expect(() => signingKey("")).toThrow("is empty");
  });
});
