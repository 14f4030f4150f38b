import type { ControlChange } from "../../control/control.ts";
import type { Events, Questions, Role } from "../messages.ts";

/** What members say to each other. The channel knows who has said it. */
export type BusMessage =
  | Hello
  /** The member acts no more and leaves. `hasAnnounced` says that others know of all that it has committed. */
  | { readonly kind: "bye"; readonly hasAnnounced: boolean }
  | { readonly kind: "ask"; readonly ticket: number; readonly question: Questions[Role] }
  | { readonly kind: "answer"; readonly ticket: number; readonly answer: unknown }
  | {
      readonly kind: "refusal";
      readonly ticket: number;
      readonly reason: string;
      readonly code: string | null;
    }
  | { readonly kind: "tell"; readonly event: Events[Role] }
  | Announcement
  | Acknowledgement;

/** Who the sender is, and whether it asks the receiver to say the same. */
export interface Hello {
  readonly kind: "hello";
  readonly id: string;
  readonly role: Role;
  /** Grows when it has lost its connection, and with it perhaps what it was told. */
  readonly session: number;
  readonly asksBack: boolean;
}

/** Sent until it is acknowledged. */
export interface Announcement {
  readonly kind: "change";
  readonly number: number;
  readonly changes: readonly ControlChange[];
}

export interface Acknowledgement {
  readonly kind: "ack";
  readonly number: number;
  readonly state: "working" | "applied" | "failed";
}

/** Ids of members are made of that of their channel and a number, which grows when the process joins again. */
export function memberId(channel: string, number: number): string {
  return `${channel}-${number}`;
}

export function channelOf(id: string): string {
  return id.slice(0, id.lastIndexOf("-"));
}
