import type { ChainReading } from "./chain-reading.ts";
import type { NodePlace } from "./node-place.ts";
import type { Step } from "./node-type.ts";

/**
 * The maximum number of steps of one reading, through however many chains. A step takes at most 10 ns, so this is 2 ms.
 *
 * Steps are counted and the clock is not used: a pause of the garbage collector or a busy machine must not condemn a reading,
 * and a batch that is processed again after a crash must end as it did before.
 */
const readingStepsMax = 200_000;
export const readingTimeMaxMs = 2;

/** Below this, the steps of each node are recorded. Most readings never get there and pay nothing. */
const watchedBelow = readingStepsMax / 2;

/** Thrown through all nodes of a reading that has used up its steps. Not an Error, because nobody needs the stack. */
export class StepsUsedUp {
  /** The node that took most of the recorded steps. */
  readonly place: NodePlace;

  constructor(place: NodePlace) {
    this.place = place;
  }

  get reason(): string {
    return `The reading took more than ${readingTimeMaxMs} ms of processing time (${readingStepsMax} steps), most of it at "${this.place.label}". Make this node cheaper: fewer loops, shorter lists, fewer messages.`;
  }
}

/** Counts the steps of the current reading. There is one reading at a time, so there is one meter. */
class ReadingMeter {
  /** Infinite while no reading is under way, for example when expressions are checked. */
  stepsLeft = Number.POSITIVE_INFINITY;
  #place: NodePlace | null = null;
  #leftAtEntry = 0;
  readonly #taken = new Map<NodePlace, number>();

  /** Runs a reading through a chain; returns what stopped it, or null. */
  run(step: Step, reading: ChainReading): StepsUsedUp | null {
    this.stepsLeft = readingStepsMax;
    this.#leftAtEntry = readingStepsMax;
    this.#place = null;
    if (this.#taken.size > 0) this.#taken.clear();
    try {
      step(reading);
      return null;
    } catch (error) {
      if (error instanceof StepsUsedUp) return error;
      throw error;
    } finally {
      this.stepsLeft = Number.POSITIVE_INFINITY;
    }
  }

  /** Hot: called once per node that a reading visits. `steps` is the cost of a visit besides what the node counts itself. */
  enter(place: NodePlace, steps: number): void {
    const left = this.stepsLeft;
    if (left < watchedBelow) this.#watch();
    this.#place = place;
    this.#leftAtEntry = left;
    this.stepsLeft = left - steps;
  }

  spend(steps: number): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0) this.#stop();
  }

  #watch(): void {
    if (this.stepsLeft < 0) this.#stop();
    this.#noteTaken();
  }

  #stop(): never {
    this.#noteTaken();
    const [most] = [...this.#taken].sort(([, one], [, other]) => other - one);
    if (most === undefined) throw new Error("A reading used up its steps before it came to a node.");
    throw new StepsUsedUp(most[0]);
  }

  #noteTaken(): void {
    if (this.#place === null) return;
    const taken = this.#leftAtEntry - this.stepsLeft;
    this.#taken.set(this.#place, taken + (this.#taken.get(this.#place) ?? 0));
  }
}

export const readingMeter = new ReadingMeter();
