import type { MessageKind, MessageState as State } from "@weir/protocol/closed-sets";
import type { CallAnswer } from "../../api/route-types.ts";
import { Status, type Tone } from "../../ui/badge.tsx";

export type Message = CallAnswer<"listMessages">["items"][number];

export const kinds: Readonly<Record<MessageKind | "unreadable", string>> = {
  webhook: "Webhook",
  mail: "Email",
  mqtt: "MQTT",
  notification: "Notification",
  unreadable: "Unreadable",
};

export const messageStateLabels: Readonly<Record<State, string>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  dead: "Failed",
};

const tones: Readonly<Record<State, Tone>> = { waiting: "info", delivered: "ok", dead: "bad" };

export function MessageState({ state }: { readonly state: State }) {
  return <Status tone={tones[state]}>{messageStateLabels[state]}</Status>;
}
