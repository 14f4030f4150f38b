import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";

/** For tests: a browser's subscription with its private key, so that a test can read what the browser would. */
export class TestSubscription {
  readonly #keys = createECDH("prime256v1");
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  target(endpoint: string) {
    const p256dh = this.#keys.getPublicKey().toString("base64url");
    return { kind: "push", endpoint, p256dh, auth: this.#auth.toString("base64url") } as const;
  }

  /** Decrypts a message as RFC 8291 says, with code of its own. */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + idLength);
    const text = body.subarray(21 + idLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), sender]);
    const ikm = hkdfSync("sha256", this.#keys.computeSecret(sender), this.#auth, info, 32);
    const derive = (name: string, bytes: number) =>
      Buffer.from(
        hkdfSync("sha256", Buffer.from(ikm), salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes),
      );
    const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    cipher.setAuthTag(text.subarray(-16));
    const padded = Buffer.concat([cipher.update(text.subarray(0, -16)), cipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

/** Returns the claims of a VAPID header if its signature fits its key; otherwise null. */
export function verifiedClaims(header: string): Record<string, unknown> | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const isValid = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return isValid ? JSON.parse(Buffer.from(claims, "base64url").toString()) : null;
}
