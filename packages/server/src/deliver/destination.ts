import type { ChainMessage } from "@weir/rule-engine/message";
import { DeliveryError } from "./delivery-error.ts";
import { mqttTarget, originOf, webhookTarget } from "./target.ts";

/** All mail is sent through the operator's mail server. */
const mailDestination = "mail";
/** For messages without a valid destination; their delivery says why. */
const invalidDestination = "invalid";

/** Origins by the kind and URL of a message: a chain sends all of its messages to the same few. */
const origins = new Map<string, string>();
const originsMax = 1000;

/** Returns the key of limits: scheme, host and port of a URL, or the mail server. */
export function destinationOf(message: ChainMessage): string {
  if (message.kind === "mail") return mailDestination;
  const { kind, url } = message;
  const of = `${kind} ${url}`;
  const known = origins.get(of);
  if (known !== undefined) return known;
  if (origins.size === originsMax) origins.clear();
  const origin = readOrigin(kind, url);
  origins.set(of, origin);
  return origin;
}

function readOrigin(kind: "webhook" | "mqtt", url: string): string {
  try {
    return originOf(kind === "webhook" ? webhookTarget(url) : mqttTarget(url));
  } catch (error) {
    if (error instanceof DeliveryError) return invalidDestination;
    throw error;
  }
}
