/** Lets a loop sleep until somebody calls. A call while it is awake counts for the next sleep. */
export class WakeCall {
  #called = Promise.withResolvers<void>();

  call(): void {
    this.#called.resolve();
  }

  /** Resolves to whether somebody calls within that time, or has called already. The call still counts for the next sleep. */
  async isWithin(ms: number): Promise<boolean> {
    const isOver = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => isOver.resolve(false), ms);
    const isCalled = await Promise.race([this.#called.promise.then(() => true), isOver.promise]);
    clearTimeout(timer);
    return isCalled;
  }

  async sleep(): Promise<void> {
    await this.#called.promise;
    this.#called = Promise.withResolvers();
  }
}
