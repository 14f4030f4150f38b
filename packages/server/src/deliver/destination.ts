import type { OutboxMessage } from "@weir/rule-engine/message";
import { DeliveryError } from "./delivery-error.ts";
import { mqttTarget, originOf, webhookTarget } from "./target.ts";

/** All mail leaves through the operator's one mail server. */
export const mailDestination = "mail";
/** For messages that lead nowhere; their delivery says why. */
export const invalidDestination = "invalid";

/** What limits are counted by: scheme, host and port of a URL, or the mail server. */
export function destinationOf(message: OutboxMessage): string {
  try {
    switch (message.kind) {
      case "webhook":
        return originOf(webhookTarget(message.url));
      case "mqtt":
        return originOf(mqttTarget(message.url));
      case "mail":
        return mailDestination;
    }
  } catch (error) {
    if (error instanceof DeliveryError) return invalidDestination;
    throw error;
  }
}
