import { DeliveryError } from "../delivery-error.ts";
import { authorityOf, type Target } from "../target.ts";
import { customHeaderLines } from "./custom-headers.ts";
import { signWebhook } from "./signature.ts";

const bodyBytesMax = 64 * 1024;

interface WebhookRequest {
  readonly target: Target & { readonly path: string };
  readonly body: string;
  /** The chain's headers, with secrets filled in. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as `Idempotency-Key` and `webhook-id`: the same for every try. */
  readonly key: string;
  readonly signingKey: Buffer;
  readonly timestampS: number;
  /** The version of Weir. */
  readonly version: string;
}

/** Returns the bytes of the request: HTTP/1.1, one request per connection. */
export function renderWebhook(request: WebhookRequest): Buffer {
  const { target, body: text, headers, key, signingKey, timestampS, version } = request;
  if (!/^[\x21-\x7e]{1,256}$/.test(key)) throw new Error("A key must be printable ASCII.");
  const body = Buffer.from(text, "utf8");
  if (body.length > bodyBytesMax) {
    throw new DeliveryError("hopeless", `The body exceeds ${bodyBytesMax / 1024} KiB.`);
  }
  const head = [
    `POST ${target.path} HTTP/1.1`,
    `Host: ${hostHeader(target)}`,
    "Connection: close",
    `User-Agent: Weir/${version}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    `Idempotency-Key: ${key}`,
    `webhook-id: ${key}`,
    `webhook-timestamp: ${timestampS}`,
    `webhook-signature: ${signWebhook(signingKey, key, timestampS, text)}`,
    ...customHeaderLines(headers),
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/** Leaves out the scheme's default port, as browsers do. */
export function hostHeader({ scheme, host, port }: Target): string {
  const isUsual = port === (scheme === "https" ? 443 : 80);
  return isUsual ? authorityOf(host) : `${authorityOf(host)}:${port}`;
}
