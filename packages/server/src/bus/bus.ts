import type { ControlChange } from "../control/control.ts";
import type { Answers, Events, Questions, Role } from "./messages.ts";

/**
 * How the members of an installation talk to each other. Each process is a member and has one role. `routes.ts` decides
 * where a question or an event goes: to one member of the role, to every member, or to the owners of the partitions.
 *
 * `announce` is for committed changes. It resolves when every member, including the caller, has applied them or can no
 * longer act, so no request that begins later sees the old state. A member that dies in the meantime does not have to
 * answer, because it loads everything when it starts again. A starting member opens the bus before it loads its data. Each
 * change is therefore either loaded or kept for the member, which applies the kept changes before it serves anybody (see
 * `follow`). `announce` rejects when a member is reachable, does not answer in time and cannot be kept from acting.
 *
 * `ask` resolves with the answer. If several members are asked, their answers are merged into one; a member that dies
 * before it answers is left out, unless it is an owner. `ask` rejects with MemberUnavailableError when there is no member
 * to ask, when the only member asked dies before it answers, or when owners are asked and a partition has none (on one
 * machine, also when every processor is asked and one is missing); with MemberTimeoutError when an answer takes too long;
 * and with RefusedError when a member throws. In the first two cases the request may have been carried out nevertheless.
 *
 * `tell` promises only order: a member receives the questions and events of another member in the order they were sent.
 * Events for a member that is unreachable, or that does not listen for a long time, are lost. `joined` reports a new
 * member, which has not received any earlier events.
 */
export interface Bus {
  announce(changes: readonly ControlChange[]): Promise<void>;
  ask<To extends Role, Question extends Questions[To]>(
    role: To,
    question: Question,
    options?: AskOptions,
  ): Promise<Answers[Question["kind"]]>;
  tell<To extends Role>(role: To, event: Events[To]): void;
  /** Whether a member of the role can be reached at the moment. */
  isThere(role: Role): boolean;
  /**
   * Called once, after the member has loaded its data and before it serves anybody. Changes are kept until then. Resolves
   * when the kept changes are applied. From then on, each change is applied before its `announce` resolves.
   */
  follow(apply: ApplyChanges): Promise<void>;
  /** Called once. Questions and events wait until then. */
  attend(attendance: Attendance): void;
  close(): Promise<void>;
}

export interface AskOptions {
  readonly timeoutMs?: number;
  /** Whether to wait for a member if there is none yet, within the timeout. */
  readonly isPatient?: boolean;
}

/**
 * What has to be loaded again. "everything" is for a member that the others gave up, because it may have missed changes.
 * It serves nobody until everything is applied.
 */
export type Changes = readonly ControlChange[] | "everything";

export type ApplyChanges = (changes: Changes) => Promise<void> | void;

/** How a member handles the questions and events it receives. */
export interface Attendance {
  answer(question: Questions[Role]): unknown;
  /** `sender` names the process that sent the event, for as long as that process can be reached. */
  hear(event: Events[Role], sender: string): void;
  /** A member of this role has joined. */
  joined(role: Role): void;
  /** This sender is gone. If the same process comes back, it may have another name. */
  left(sender: string): void;
}
