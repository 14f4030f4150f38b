import { waitOutsideTurn, workWithoutGivingWay } from "./give-way.ts";

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly answer: PromiseWithResolvers<Answer>;
  isTaken: boolean;
}

interface TogetherOptions<Item, Answer> {
  /** Answers all items, in their order. If it throws, it has failed for all of them. */
  readonly work: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** How much is done at once: the sizes of the items. One that is larger is done alone. */
  readonly sizeMax?: number;
  /** One by default. */
  readonly sizeOf?: (item: Item) => number;
}

/**
 * Does for several callers at once what costs little more for many than for one, such as a transaction. While the work is done
 * for some, others wait, and it is done for all of them next. A caller who comes when nobody else is there waits for nobody.
 *
 * One of those who wait does the work for the others, in its own turn (give-way.ts). The others have no turn meanwhile, so
 * they do not keep out who could join them.
 */
export class Together<Item, Answer> {
  readonly #options: TogetherOptions<Item, Answer>;
  #waiting: Waiting<Item, Answer>[] = [];
  #working: Promise<void> | null = null;

  constructor(options: TogetherOptions<Item, Answer>) {
    this.#options = options;
  }

  async do(item: Item): Promise<Answer> {
    const own: Waiting<Item, Answer> = { item, answer: Promise.withResolvers(), isTaken: false };
    // It may fail before this caller has its turn again.
    own.answer.promise.catch(() => undefined);
    this.#waiting.push(own);
    while (!own.isTaken) {
      const working = this.#working;
      await (working === null ? this.#lead() : waitOutsideTurn(() => working));
    }
    // Whoever did the work has the answer already.
    return this.#working === null ? own.answer.promise : waitOutsideTurn(() => own.answer.promise);
  }

  async #lead(): Promise<void> {
    const group = this.#takeGroup();
    this.#working = this.#workOn(group);
    await this.#working;
  }

  #takeGroup(): Waiting<Item, Answer>[] {
    const { sizeMax = Number.POSITIVE_INFINITY, sizeOf = () => 1 } = this.#options;
    let size = 0;
    const end = this.#waiting.findIndex(({ item }, index) => {
      size += sizeOf(item);
      return index > 0 && size > sizeMax;
    });
    const group = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    for (const one of group) one.isTaken = true;
    return group;
  }

  async #workOn(group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const items = group.map(({ item }) => item);
      const answers = await workWithoutGivingWay(() => this.#options.work(items));
      for (const [index, { answer }] of group.entries()) answer.resolve(answers[index]!);
    } catch (fault) {
      for (const { answer } of group) answer.reject(fault);
    } finally {
      this.#working = null;
    }
  }
}
