import type { StepProgress } from "../installation/migration/migration-data.ts";
import type { MigrationReport } from "../installation/migration/migration-run.ts";
import { durationInWords } from "../platform/times-in-words.ts";
import { Progress } from "./progress.ts";

/** A line for each step of a migration, with an estimate while it runs. */
export class MigrationProgress implements MigrationReport {
  readonly #progress = new Progress();
  #step = "";
  #beganMs = 0;
  #itemsBefore = 0;

  readonly copied = (step: string, { items, isDone }: StepProgress, expected: number): void => {
    if (step !== this.#step) this.#begin(step, items);
    if (isDone) this.#progress.end(`${step}: ${items} copied`);
    else
      this.#progress.show(() => `${step}: ${items} of ${expected} copied${this.#estimate(items, expected)}`);
  };

  readonly verifying = (subject: string): void => {
    if (subject !== this.#step) this.#begin(subject, 0);
    this.#progress.show(() => `comparing ${subject}`);
  };

  readonly note = (text: string): void => this.#progress.end(text);

  /** What an earlier run has copied says nothing about the pace of this one. */
  #begin(step: string, items: number): void {
    this.#step = step;
    this.#beganMs = performance.now();
    this.#itemsBefore = items;
  }

  #estimate(items: number, expected: number): string {
    const copied = items - this.#itemsBefore;
    if (copied <= 0 || items >= expected) return "";
    const leftMs = ((performance.now() - this.#beganMs) / copied) * (expected - items);
    return `, about ${durationInWords(leftMs)} left`;
  }
}
