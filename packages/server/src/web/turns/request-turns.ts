import type { Clock } from "../../platform/clock.ts";
import { workInTurn } from "../../platform/give-way.ts";
import type { ProblemDetails } from "../api-answer.ts";
import { DividedTime } from "./divided-time.ts";
import { strangers } from "./request-owner.ts";
import { RequestShares } from "./request-shares.ts";
import { type TurnOwner, WorkTurns } from "./work-turns.ts";

/** Some requests wait for other processes, so one caller and one account may have several under way. */
const turnsMax = 200;
const perAccountMax = 8;
const perCallerMax = 4;
/** Requests that wait or are under way. A page makes about thirty at once. */
const waitingMax = 2000;
export const requestsPerAccountMax = 400;
export const requestsPerCallerMax = 100;
/** Bodies of requests that wait or are under way. One more is accepted while there is less. */
export const bodyBytesPerAccountMax = 16 * 1024 * 1024;
/** Whoever owes more than this is refused instead of kept waiting. */
const waitMaxMs = 10_000;

/** Turns are given by time that passes, not by time of day, which somebody may set. */
const passingTime: Clock = { nowMs: () => performance.now() };
/**
 * Requests are charged for the time in which this process works. So nobody pays for waiting, neither for other processes
 * nor for a machine that is busy with something else.
 */
const workingTime: Clock = {
  nowMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Gives turns to the requests of people and programs, which one thread answers. Accounts have turns one after the other,
 * and the callers of an account, too, so that everybody waits for at most one piece of work of each account, however many
 * requests somebody sends. Whoever takes long also has to pause while others ask for something (`request-shares.ts`). Past
 * a number of waiting requests, further ones are refused.
 *
 * It does not interrupt a request: whatever takes long has to give way (`platform/give-way.ts`), as every query of control data
 * does, and goes on in the next turn of its owner.
 */
export class RequestTurns {
  readonly #working: Clock;
  readonly #shares: RequestShares;
  readonly #turns: WorkTurns;
  readonly #time = new DividedTime();
  /** By account. */
  readonly #bodyBytes = new Map<string, number>();

  constructor(clock: Clock = passingTime, working: Clock = workingTime) {
    this.#working = working;
    this.#shares = new RequestShares(clock);
    this.#turns = new WorkTurns({
      turnsMax,
      perOwnerMax: perAccountMax,
      perCallerMax,
      waitingMax,
      dueTimes: this.#shares,
      isOnThisThread: true,
    });
  }

  /** Answers a request in a turn of its owner, or refuses it. */
  async answer<T>(
    owner: TurnOwner,
    bodyBytes: number,
    work: () => Promise<T>,
  ): Promise<{ readonly refused: ProblemDetails } | { readonly answer: T }> {
    const refused = this.#refuse(owner);
    if (refused !== null) return { refused };
    this.#hold(owner, bodyBytes);
    try {
      return { answer: await this.take(owner, work) };
    } finally {
      this.#hold(owner, -bodyBytes);
    }
  }

  /**
   * Does a piece of work in a turn of its owner. Work that is continued, such as passing on what was made already, comes before
   * requests of the caller that have not begun.
   */
  take<T>(owner: TurnOwner, work: () => Promise<T>, isContinued = false): Promise<T> {
    const inTurn = async (again: (after?: Promise<unknown>) => Promise<void>): Promise<T> => {
      let charge = this.#begin(owner);
      const rest = async (after?: Promise<unknown>) => {
        charge();
        await again(after);
        charge = this.#begin(owner);
      };
      try {
        return await workInTurn(rest, work);
      } finally {
        charge();
      }
    };
    return this.#turns.take(owner, inTurn, isContinued);
  }

  /** Returns what ends the turn, by charging its owner for the time. */
  #begin(owner: TurnOwner): () => void {
    this.#shares.begun(owner);
    const spent = this.#time.begin(this.#working.nowMs());
    return () => this.#shares.add(owner, this.#time.end(spent, this.#working.nowMs()));
  }

  #refuse(owner: TurnOwner): ProblemDetails | null {
    const dueInMs = this.#shares.dueInMs(owner);
    const retryAfterS = Math.max(1, Math.ceil(dueInMs / 1000));
    const headers = { "Retry-After": String(retryAfterS) };
    const again = `Try again in ${retryAfterS} s.`;
    const tooMany = { status: 429, code: "too_many_requests", headers } as const;
    if (dueInMs > waitMaxMs) {
      return { ...tooMany, detail: `Your requests take up too much of the server's time. ${again}` };
    }
    if (this.#turns.countOfCaller(owner) >= requestsPerCallerMax) {
      const detail = `You have ${requestsPerCallerMax} requests under way, which is the limit. ${again}`;
      return { ...tooMany, detail };
    }
    if (this.#turns.countOf(owner.name) >= requestsPerAccountMax) {
      const detail = `${subjectOf(owner)} ${requestsPerAccountMax} requests under way, which is the limit. ${again}`;
      return { ...tooMany, detail };
    }
    if ((this.#bodyBytes.get(owner.name) ?? 0) >= bodyBytesPerAccountMax) {
      const detail = `${subjectOf(owner)} requests under way with bodies of more than ${bodyBytesPerAccountMax} bytes. ${again}`;
      return { ...tooMany, detail };
    }
    if (!this.#turns.isFull) return null;
    const detail = `The server has too many requests under way. ${again}`;
    return { status: 503, code: "too_busy", detail, headers };
  }

  #hold({ name }: TurnOwner, bytes: number): void {
    const held = (this.#bodyBytes.get(name) ?? 0) + bytes;
    if (held > 0) this.#bodyBytes.set(name, held);
    else this.#bodyBytes.delete(name);
  }
}

function subjectOf({ name }: TurnOwner): string {
  return name === strangers ? "Callers who are not signed in have" : "The account has";
}
