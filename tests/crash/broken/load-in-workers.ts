/** Loads a broken variant before Weir in the threads of a process as well. */
export function loadInWorkers(path: string): void {
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, { ...options, preload: path });
    }
  };
}
