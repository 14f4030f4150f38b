import type { DeviceAnswer, DeviceRequest } from "../../bus/device-request.ts";
import { vouchedFor } from "../../ingest/authenticate/authenticate.ts";
import type { RequestHead } from "../../ingest/http/request-head.ts";
import { matchRoute } from "../../ingest/http/route.ts";
import type { Ingest } from "../../ingest/ingest.ts";

/**
 * Sends a request as a device would, without a connection and without the device's token. It takes the same path through `ingest` from the rate limit
 * on, so its answer, receipt and figures are those of a request over the network. `source` is the address for limits
 * and activity.
 */
export async function sendAsDevice(
  ingest: Ingest,
  { target, body, clockMs }: DeviceRequest,
  source: string,
): Promise<DeviceAnswer> {
  const bytes = Buffer.from(body);
  const headers = new Map([
    ["content-type", "application/json"],
    ["accept", "application/json"],
    ["content-length", String(bytes.length)],
  ]);
  if (clockMs !== undefined) headers.set("date", new Date(clockMs).toUTCString());
  const head: RequestHead = {
    method: "POST",
    target,
    route: matchRoute(target),
    headers: { get: (name) => headers.get(name) ?? null, entries: () => headers },
    body: { kind: "length", bytes: bytes.length },
    version: "HTTP/1.1",
    keepAlive: true,
    expectsContinue: false,
  };
  const begun = await ingest(head, source, vouchedFor);
  const { status, headers: sent, body: text } = "take" in begun ? await begun.take(bytes) : begun;
  if (typeof text !== "string") throw new Error("The device API answered with a stream.");
  return { status, headers: sent, body: text };
}
