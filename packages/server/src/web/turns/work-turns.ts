/** The limit of waiting work of all owners together. Each may hold a chain of up to 256 KiB. */
const defaultWaitingMax = 500;

/** On whose behalf work is done. */
export interface TurnOwner {
  readonly name: string;
  /** The caller within the owner. Each has its own line. Empty if callers need not be distinguished. */
  readonly caller: string;
}

/** Says when an owner may have its next turn, and is told when the owner waits for one. */
export interface DueTimes {
  dueInMs(owner: TurnOwner): number;
  beginWait(owner: TurnOwner): void;
  endWait(owner: TurnOwner): void;
}

interface TurnOptions {
  /** How many turns may be under way at a time. */
  readonly turnsMax: number;
  /** The same for one owner, and for one caller of it. Work that mostly waits for others allows more than one. */
  readonly perOwnerMax?: number;
  readonly perCallerMax?: number;
  readonly waitingMax?: number;
  /** Null if everybody may always have the next turn. */
  readonly dueTimes?: DueTimes | null;
  /**
   * Gives one turn for each turn of the event loop. For work that is done on this thread: whoever asks meanwhile is heard
   * before the next piece of somebody else's work.
   */
  readonly isOnThisThread?: boolean;
}

interface Line {
  readonly owner: TurnOwner;
  readonly begins: (() => void)[];
}

/**
 * Gives turns to owners. An owner has a limited number of turns at a time, usually one, and goes to the end after each, so
 * that everybody waits for as many turns as there are other owners, however much one of them asks for. Each caller of an
 * owner has its own line. A line that is not due yet is passed over.
 */
export class WorkTurns {
  readonly #turnsMax: number;
  readonly #perOwnerMax: number;
  readonly #perCallerMax: number;
  readonly #waitingMax: number;
  readonly #dueTimes: DueTimes | null;
  readonly #isOnThisThread: boolean;
  /** The first entry of the map is next. */
  readonly #lines = new Map<string, Line>();
  /** The turns under way by the name of the owner, and by line. */
  readonly #ofOwners = new Map<string, number>();
  readonly #ofLines = new Map<string, number>();
  #workingCount = 0;
  #waitingCount = 0;
  #isResting = false;
  #untilDue: Timer | undefined;

  constructor({
    turnsMax,
    perOwnerMax = 1,
    perCallerMax = perOwnerMax,
    waitingMax = defaultWaitingMax,
    dueTimes = null,
    isOnThisThread = false,
  }: TurnOptions) {
    this.#turnsMax = turnsMax;
    this.#perOwnerMax = perOwnerMax;
    this.#perCallerMax = perCallerMax;
    this.#waitingMax = waitingMax;
    this.#dueTimes = dueTimes;
    this.#isOnThisThread = isOnThisThread;
  }

  /** Whether nobody else may wait. */
  get isFull(): boolean {
    return this.#waitingCount >= this.#waitingMax;
  }

  /** Whether anybody waits for a turn. */
  get isWaitedFor(): boolean {
    return this.#waitingCount > 0;
  }

  /** How many turns the owner has or waits for. */
  countOf(name: string): number {
    let count = this.#ofOwners.get(name) ?? 0;
    for (const { begins } of this.#linesOf(name)) count += begins.length;
    return count;
  }

  /** The same for one caller of the owner. */
  countOfCaller(owner: TurnOwner): number {
    const line = lineOf(owner);
    return (this.#ofLines.get(line) ?? 0) + (this.#lines.get(line)?.begins.length ?? 0);
  }

  /**
   * Does the work in the owner's turn, which lasts until the work is done. Work that takes long calls `again`, which ends the turn
   * and resolves in the next one. It then comes before other work of the caller that has not begun, as does work that is
   * continued from the start. Work that waits for something passes it to `again`, and waits for its next turn only afterwards.
   */
  async take<T>(
    owner: TurnOwner,
    work: (again: (after?: Promise<unknown>) => Promise<void>) => Promise<T>,
    isContinued = false,
  ): Promise<T> {
    const begun = this.#wait(owner, (begins, begin) =>
      isContinued ? begins.unshift(begin) : begins.push(begin),
    );
    this.#giveTurns();
    await begun;
    try {
      return await work((after) => this.#again(owner, after));
    } finally {
      this.#end(owner);
    }
  }

  #again(owner: TurnOwner, after: Promise<unknown> | undefined): Promise<void> {
    const wait = () => this.#wait(owner, (begins, begin) => begins.unshift(begin));
    if (after === undefined) {
      const begun = wait();
      this.#end(owner);
      return begun;
    }
    this.#end(owner);
    const waitNow = () => {
      const begun = wait();
      this.#giveTurns();
      return begun;
    };
    return after.then(waitNow, waitNow);
  }

  #wait(owner: TurnOwner, add: (begins: (() => void)[], begin: () => void) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waitingCount++;
    this.#dueTimes?.beginWait(owner);
    const line = this.#lines.get(lineOf(owner)) ?? { owner, begins: [] };
    this.#lines.set(lineOf(owner), line);
    add(line.begins, resolve);
    return promise;
  }

  #end(owner: TurnOwner): void {
    this.#workingCount--;
    count(this.#ofOwners, owner.name, -1);
    count(this.#ofLines, lineOf(owner), -1);
    this.#moveToEnd(owner);
    this.#giveTurns();
  }

  /** The line that had the turn comes after the owner's other lines. */
  #moveToEnd(owner: TurnOwner): void {
    const own = lineOf(owner);
    const lines = this.#linesOf(owner.name).toSorted(
      (a, b) => Number(lineOf(a.owner) === own) - Number(lineOf(b.owner) === own),
    );
    for (const line of lines) {
      this.#lines.delete(lineOf(line.owner));
      this.#lines.set(lineOf(line.owner), line);
    }
  }

  #linesOf(name: string): Line[] {
    return [...this.#lines.values()].filter(({ owner }) => owner.name === name);
  }

  #giveTurns(): void {
    if (this.#isResting) return;
    clearTimeout(this.#untilDue);
    let nextMs = Number.POSITIVE_INFINITY;
    // The order changes with each turn, so the lines are listed first.
    for (const line of [...this.#lines.values()]) {
      if (this.#workingCount >= this.#turnsMax) return;
      if (!this.#mayBegin(line.owner)) continue;
      const dueInMs = this.#dueTimes?.dueInMs(line.owner) ?? 0;
      if (dueInMs > 0) {
        nextMs = Math.min(nextMs, dueInMs);
        continue;
      }
      this.#begin(line);
      if (!this.#isOnThisThread) continue;
      this.#rest();
      return;
    }
    if (nextMs < Number.POSITIVE_INFINITY)
      this.#untilDue = setTimeout(() => this.#giveTurns(), Math.ceil(nextMs));
  }

  #mayBegin(owner: TurnOwner): boolean {
    return (
      (this.#ofOwners.get(owner.name) ?? 0) < this.#perOwnerMax &&
      (this.#ofLines.get(lineOf(owner)) ?? 0) < this.#perCallerMax
    );
  }

  #begin({ owner, begins }: Line): void {
    const begin = begins.shift()!;
    if (begins.length === 0) this.#lines.delete(lineOf(owner));
    this.#workingCount++;
    count(this.#ofOwners, owner.name, 1);
    count(this.#ofLines, lineOf(owner), 1);
    this.#waitingCount--;
    this.#dueTimes?.endWait(owner);
    if (this.#perOwnerMax > 1) this.#moveToEnd(owner);
    begin();
  }

  /** Gives the next turn in the next turn of the event loop. */
  #rest(): void {
    this.#isResting = true;
    setImmediate(() => {
      this.#isResting = false;
      this.#giveTurns();
    });
  }
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const left = (counts.get(key) ?? 0) + change;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

export function lineOf({ name, caller }: TurnOwner): string {
  return `${name}, ${caller}`;
}
