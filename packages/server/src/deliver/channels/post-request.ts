import { withinMs } from "../deadline.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { GuardedConnector } from "../guarded-connector.ts";
import { incoming } from "../incoming.ts";
import { webhookTarget } from "../target.ts";
import { readAnswer, type WholeAnswer } from "../webhook/read-answer.ts";
import { hostHeader } from "../webhook/webhook-request.ts";
import type { ChannelRequest } from "./notice.ts";

/** The limit for everything together: resolving, connecting, TLS, the request, the answer. */
const limitMs = 8000;
const printableLine = /^[\x20-\x7e]*$/;

interface PostParts {
  readonly connector: GuardedConnector;
  /** The version of Weir, for the User-Agent header. */
  readonly version: string;
}

/**
 * Posts a request and reads the answer: HTTP/1.1 on the bare socket, as webhooks of chains are sent, because an HTTP library
 * may resolve names and follow redirects by itself, past the guard. Throws a DeliveryError if there is no answer.
 */
export async function postRequest(
  { connector, version }: PostParts,
  { url, headers, body }: ChannelRequest,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  const target = webhookTarget(url);
  const bytes = typeof body === "string" ? Buffer.from(body, "utf8") : body;
  const all = { "Content-Type": "application/json", ...headers };
  for (const [name, value] of Object.entries(all)) {
    if (!printableLine.test(value)) {
      throw new DeliveryError("hopeless", `The header ${name} can only carry printable ASCII.`);
    }
  }
  const head = [
    `POST ${target.path} HTTP/1.1`,
    `Host: ${hostHeader(target)}`,
    "Connection: close",
    `User-Agent: Weir/${version}`,
    `Content-Length: ${bytes.length}`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
  ];
  return withinMs(limitMs, signal, async (limit) => {
    const socket = await connector.connect(target, limit);
    try {
      socket.write(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), bytes]));
      return await readAnswer(incoming(socket, limit));
    } finally {
      socket.destroy();
    }
  });
}
