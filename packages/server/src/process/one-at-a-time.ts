/** Does one piece of work after the other, in the order they were asked for. One that fails does not keep back the next. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
