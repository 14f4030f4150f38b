/**
 * Counts readings that never enter the queue, by the name of the counter. Best effort, as with `Counters`. It does not
 * wait for anything, because it is called while devices wait for their answers.
 */
export interface CountTaker {
  count(counter: string, by: number): void;
}
