import { reasonOf } from "../platform/log.ts";
import { isOfContent } from "./is-of-content.ts";
import { type LetterForm, letterForms } from "./letter-form.ts";
import type { ReadingBatch } from "./reading-batch.ts";

const reasonCharsMax = 1000;

export interface PutAside {
  readonly reason: string;
  readonly form: LetterForm;
}

/**
 * Finds the reading that the store refuses, so that one reading cannot hold up its partition. The same batch would be
 * refused for ever, so the next attempt contains less of it: half of its entries, then half of the readings of the only
 * entry that is left, and at last one reading. What is left out stays in the queue, or is parked. If the store refuses one
 * reading twice, it is put aside as a dead letter. If the store refuses the letter as well, it gets a plainer one, and in the
 * end the reading is only counted and logged.
 */
export class Narrowing {
  /** How many entries and readings the attempt contains at most. */
  entriesMax = Number.POSITIVE_INFINITY;
  readingsMax = Number.POSITIVE_INFINITY;
  /** Why and how the only reading of the attempt is put aside; null if it goes through its chain. */
  aside: PutAside | null = null;
  #isSecond = false;
  readonly #batch: Pick<ReadingBatch, "readings">;

  constructor(batch: Pick<ReadingBatch, "readings">) {
    this.#batch = batch;
  }

  /** Whether the attempt contains less than a whole batch. */
  get isOn(): boolean {
    return this.readingsMax !== Number.POSITIVE_INFINITY;
  }

  /** Attempts a batch, and less and less of it for as long as the store refuses its content. */
  async untilTaken(entries: number, attempt: () => Promise<void>): Promise<void> {
    try {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          if (!isOfContent(error) || !this.#narrow(entries, error)) throw error;
        }
      }
    } finally {
      this.entriesMax = Number.POSITIVE_INFINITY;
      this.readingsMax = Number.POSITIVE_INFINITY;
      this.aside = null;
      this.#isSecond = false;
    }
  }

  /** Returns false if trying less of the batch is no use. */
  #narrow(entriesOfBatch: number, error: unknown): boolean {
    if (this.aside !== null) return this.#putAsidePlainer(this.aside);
    const entries = Math.min(this.entriesMax, entriesOfBatch);
    const readings = Math.min(this.readingsMax, this.#batch.readings);
    if (entries > 1) this.entriesMax = Math.floor(entries / 2);
    else if (readings > 1) this.readingsMax = Math.floor(readings / 2);
    else if (this.#isSecond)
      this.aside = {
        form: letterForms[0],
        reason: plainText(`The store refused the reading: ${reasonOf(error)}`),
      };
    else {
      this.readingsMax = 1;
      this.#isSecond = true;
    }
    return true;
  }

  #putAsidePlainer({ form, reason }: PutAside): boolean {
    const plainer = letterForms[letterForms.indexOf(form) + 1];
    if (plainer === undefined) return false;
    this.aside = { form: plainer, reason };
    return true;
  }
}

/** The reason of an engine may quote what it has refused. */
function plainText(text: string): string {
  return text
    .slice(0, reasonCharsMax)
    .toWellFormed()
    .replace(/\p{Cc}/gu, "\uFFFD");
}
