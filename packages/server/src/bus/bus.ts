import type { ControlChange } from "../control/control.ts";
import type { Answers, Events, Member, Questions } from "./messages.ts";

/**
 * How the members of an installation talk to each other.
 *
 * `announce` is for changes that are committed. It resolves when every running member, the caller among them, works by them: no
 * request begun later sees the old state. A member that dies meanwhile needs no answer, because it loads everything when it
 * starts. A member that is starting opens the bus before it loads, so each change is either loaded or kept for it, and
 * it works by what was kept before it serves anybody (see `follow`). Rejects when a member is there and does not answer in time.
 *
 * `ask` resolves with the member's answer. It rejects with MemberUnavailableError when the member is not there or dies before
 * it answers, with MemberTimeoutError when it takes too long, and with RefusedError when it has thrown; in the first two cases
 * what was asked may be done all the same.
 *
 * `tell` promises nothing but order: what one member says to another, asked or told, is heard in the order it was said.
 * What is told to a member that is not there, or that does not listen for long, is lost. `joined` says when a member has come
 * that knows nothing of what was told before.
 */
export interface Bus {
  announce(changes: readonly ControlChange[]): Promise<void>;
  ask<To extends Member, Question extends Questions[To]>(
    member: To,
    question: Question,
    options?: AskOptions,
  ): Promise<Answers[Question["kind"]]>;
  tell<To extends Member>(member: To, event: Events[To]): void;
  /** Whether the member can be reached at the moment. */
  isThere(member: Member): boolean;
  /**
   * Called once, when all is loaded and before anybody is served. Until then changes are kept. Resolves when the kept ones
   * are applied; from then on each is applied before whoever announces it goes on.
   */
  follow(apply: ApplyChanges): Promise<void>;
  /** Called once. Until then what is asked and told waits. */
  attend(attendance: Attendance): void;
  close(): Promise<void>;
}

export interface AskOptions {
  readonly timeoutMs?: number;
  /** Whether a member that is not there is waited for, within the time. */
  readonly isPatient?: boolean;
}

export type ApplyChanges = (changes: readonly ControlChange[]) => Promise<void> | void;

/** What a member does with what it hears. */
export interface Attendance {
  answer(question: Questions[Member]): unknown;
  hear(event: Events[Member]): void;
  joined(member: Member): void;
}
