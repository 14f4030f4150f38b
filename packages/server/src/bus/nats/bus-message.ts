import type { ControlChange } from "../../control/control.ts";
import type { Events, Questions, Role } from "../messages.ts";

/** The messages between members. The channel knows the sender. */
export type BusMessage =
  | Hello
  /**
   * The member no longer acts and leaves. `hasAnnounced` says that the others know of every change that it has
   * committed.
   */
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

/** Introduces the sender. `asksBack` asks the receiver to introduce itself too. */
export interface Hello {
  readonly kind: "hello";
  readonly id: string;
  readonly role: Role;
  /** Increases when the sender has lost its connection, and with it perhaps events that it should have received. */
  readonly session: number;
  readonly asksBack: boolean;
}

/** Sent repeatedly until it is acknowledged. */
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

/** The id of a member is the id of its channel and a number, which increases when the process joins again. */
export function memberId(channel: string, number: number): string {
  return `${channel}-${number}`;
}

export function channelOf(id: string): string {
  return id.slice(0, id.lastIndexOf("-"));
}
