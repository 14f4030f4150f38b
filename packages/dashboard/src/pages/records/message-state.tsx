import type { CallAnswer } from "../../api/route-types.ts";
import { Status } from "../../ui/badge.tsx";

export type Message = CallAnswer<"listMessages">["items"][number];

export const kinds: Record<Message["message"]["kind"], string> = {
  webhook: "Webhook",
  mail: "Email",
  mqtt: "MQTT",
};

/** How far a message has come. */
export function MessageState({ state }: { readonly state: Message["state"] }) {
  if (state === "delivered") return <Status tone="ok">Delivered</Status>;
  return state === "waiting" ? <Status tone="info">Waiting</Status> : <Status tone="bad">Failed</Status>;
}
