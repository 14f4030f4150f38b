import type { MqttMessage } from "@weir/rule-engine/message";
import { DeliveryError } from "../delivery-error.ts";

const topicBytesMax = 512;
const payloadBytesMax = 64 * 1024;
const usernameBytesMax = 512;
export const passwordBytesMax = 512;

/** Throws a DeliveryError for a message that no broker accepts, or that a broker would misread. */
export function validatePublish({ topic, payload, username, passwordSecret }: MqttMessage): void {
  if (topic === "") throw invalid("The topic is empty.");
  if (bytesOf(topic) > topicBytesMax) throw invalid(`The topic exceeds ${topicBytesMax} bytes.`);
  if (/[+#]/.test(topic)) throw invalid("The topic must not contain + or #, which are wildcards.");
  if (topic.startsWith("$"))
    throw invalid("The topic must not begin with $, which is reserved for the broker.");
  if (!isClean(topic)) throw invalid("The topic must not contain control characters.");
  if (bytesOf(payload) > payloadBytesMax) throw invalid(`The payload exceeds ${payloadBytesMax / 1024} KiB.`);
  if (username !== null && (bytesOf(username) > usernameBytesMax || !isClean(username))) {
    throw invalid(`The user name exceeds ${usernameBytesMax} bytes or contains control characters.`);
  }
  if (username === null && passwordSecret !== null) {
    throw invalid("MQTT requires a user name with a password.");
  }
}

export function bytesOf(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

function isClean(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

function invalid(problem: string): DeliveryError {
  return new DeliveryError("hopeless", problem);
}
