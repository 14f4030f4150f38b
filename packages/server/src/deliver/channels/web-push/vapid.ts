import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

/**
 * The key by which push services recognize this installation (RFC 8292). Browsers bind a subscription to the public key, so
 * nobody else can use it.
 */
export interface VapidKey {
  /** An uncompressed P-256 point, base64url. */
  readonly publicKey: string;
  /** The private key as JWK text. */
  readonly privateKey: string;
}

/** Push services refuse tokens that are valid for more than a day. */
const validS = 12 * 3600;

export function generateVapidKey(): VapidKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), decode(jwk.x!), decode(jwk.y!)]);
  return { publicKey: point.toString("base64url"), privateKey: JSON.stringify(jwk) };
}

/** The Authorization header for a message to this endpoint. `contact` is whom its operator can ask about the messages. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKey,
  {
    endpoint,
    contact,
    nowMs,
  }: { readonly endpoint: string; readonly contact: string; readonly nowMs: number },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1000) + validS, sub: contact };
  const content = [{ typ: "JWT", alg: "ES256" }, claims].map(encode).join(".");
  const key = createPrivateKey({ key: JSON.parse(privateKey), format: "jwk" });
  const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${content}.${signature.toString("base64url")}, k=${publicKey}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function decode(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
