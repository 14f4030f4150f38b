import type { ControlChange } from "../control/control.ts";
import type { Answers, Events, Questions, Role } from "./messages.ts";

/**
 * How the members of an installation talk to each other. Each process is a member and has one role. Who of a role is asked
 * or told something depends on its kind (see `routes.ts`): one member, every member, or the owners of the partitions.
 *
 * `announce` is for changes that are committed. It resolves when every member, the caller among them, works by them or can
 * no longer act: no request begun later sees the old state. A member that dies meanwhile needs no answer, because it loads
 * everything when it starts. A member that is starting opens the bus before it loads, so each change is either loaded or
 * kept for it, and it works by what was kept before it serves anybody (see `follow`). Rejects when a member is there,
 * does not answer in time and cannot be kept from acting.
 *
 * `ask` resolves with the answer. Where several members are asked, that is their answers merged into one. It rejects
 * with MemberUnavailableError when nobody is there to ask, when the one member that was asked dies before it answers, or when
 * owners are asked and a partition has none; with MemberTimeoutError when an answer takes too long; and with RefusedError
 * when a member has thrown. In the first two cases what was asked may be done all the same.
 *
 * `askAll` resolves with one answer from every member of the role that is there, in no particular order: none where
 * nobody is there. A member that dies before it answers is left out. It rejects as `ask` does where a member takes
 * too long or throws.
 *
 * `tell` promises nothing but order: what one member says to another, asked or told, is heard in the order it was said.
 * What is told to a member that is not there, or that does not listen for long, is lost. `joined` says when a member has come
 * that knows nothing of what was told before.
 */
export interface Bus {
  announce(changes: readonly ControlChange[]): Promise<void>;
  ask<To extends Role, Question extends Questions[To]>(
    role: To,
    question: Question,
    options?: AskOptions,
  ): Promise<Answers[Question["kind"]]>;
  askAll<To extends Role, Question extends Questions[To]>(
    role: To,
    question: Question,
    options?: AskOptions,
  ): Promise<readonly Answers[Question["kind"]][]>;
  tell<To extends Role>(role: To, event: Events[To]): void;
  /** Whether a member of the role can be reached at the moment. */
  isThere(role: Role): boolean;
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
  /** Whether a member is waited for where none is there, within the time. */
  readonly isPatient?: boolean;
}

/**
 * What has to be loaded again. "everything" is for a member that others had to give up, so that it may have missed changes. It
 * serves nobody until that is applied.
 */
export type Changes = readonly ControlChange[] | "everything";

export type ApplyChanges = (changes: Changes) => Promise<void> | void;

/** What a member does with what it hears. */
export interface Attendance {
  answer(question: Questions[Role]): unknown;
  hear(event: Events[Role]): void;
  /** A member of this role has come. */
  joined(role: Role): void;
}
