import { RandomOrder } from "../../platform/random-order.ts";
import type { RequestNumber } from "../../queue/packed-readings.ts";
import { numbersPerBlock, requestIdFormat } from "../../queue/request-number.ts";

/** The smallest number has as many digits in base 36 as that of a billionth block. Answers of equal length are cheaper. */
const smallest = 36 ** 7;
/** Accounts whose blocks are remembered. Past it all begin new blocks, of which there are plenty. */
const accountsMax = 10_000;

/**
 * Numbers the requests of one start of the server. The text form is the X-Request-Id, a receipt for its readings.
 *
 * The requests of an account are numbered one after the other in a block, because what is kept of requests with numbers close
 * together takes little room. The order of the blocks is random, and a request of nobody known has a block of its own, so nobody
 * can tell from two numbers how many requests others have made in between.
 */
export class RequestIds {
  readonly boot = crypto.getRandomValues(new Uint8Array(6)).reduce((sum, byte) => sum * 256 + byte, 0);
  readonly #textOf = requestIdFormat(this.boot);
  readonly #blocks: RandomOrder;
  /** The numbers that the next requests of accounts get. */
  readonly #upcoming = new Map<number, number>();

  constructor(blocks = new RandomOrder()) {
    this.#blocks = blocks;
  }

  /** For a request that belongs to no account, or not for certain. */
  next(): RequestId {
    return this.of(this.#beginBlock());
  }

  nextOf(accountId: number): RequestId {
    return this.of(this.nextNumberOf(accountId));
  }

  /** The number that the next request of the account gets. */
  upcomingOf(accountId: number): number {
    const known = this.#upcoming.get(accountId);
    if (known !== undefined) return known;
    if (this.#upcoming.size >= accountsMax) this.#upcoming.clear();
    const number = this.#beginBlock();
    this.#upcoming.set(accountId, number);
    return number;
  }

  /** Like `nextOf`, if the text is not needed yet. */
  nextNumberOf(accountId: number): number {
    const number = this.upcomingOf(accountId);
    const following = number + 1;
    if (following % numbersPerBlock === 0) this.#upcoming.delete(accountId);
    else this.#upcoming.set(accountId, following);
    return number;
  }

  of(number: number): RequestId {
    return { boot: this.boot, number, text: this.#textOf(number) };
  }

  #beginBlock(): number {
    return smallest + this.#blocks.next() * numbersPerBlock;
  }
}

export interface RequestId extends RequestNumber {
  readonly text: string;
}
