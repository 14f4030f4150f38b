import type { EngineProcess } from "../engines/engine-process.ts";

const stopTimeoutMs = 15_000;

/** Starts the part and resolves when it is ready. `under` is a command that executes the part. */
export type StartPart = (under: readonly string[]) => Promise<EngineProcess>;

/** One process of a cluster by its name, such as "nats-1" or "ingest-2". It can be ended and started again. */
export class ClusterPart {
  readonly name: string;
  readonly #start: StartPart;
  readonly #under: readonly string[];
  #engine: EngineProcess;

  private constructor(
    name: string,
    { start, under, engine }: { start: StartPart; under: readonly string[]; engine: EngineProcess },
  ) {
    this.name = name;
    this.#start = start;
    this.#under = under;
    this.#engine = engine;
  }

  static async start(name: string, start: StartPart, under: readonly string[] = []): Promise<ClusterPart> {
    return new ClusterPart(name, { start, under, engine: await start(under) });
  }

  get pid(): number {
    return this.#engine.pid;
  }

  get exited(): Promise<number | null> {
    return this.#engine.exited;
  }

  get isRunning(): boolean {
    return !this.#engine.hasExited;
  }

  signal(signal: NodeJS.Signals): void {
    this.#engine.signalAll(signal);
  }

  /** Ends the part and all its child processes at once, as when a machine loses power. */
  async kill(): Promise<void> {
    this.#engine.signalAll("SIGKILL");
    await this.#engine.exited;
  }

  /** Asks the part to end, and kills it if that takes too long. Resolves to its exit code. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const timer = setTimeout(() => this.#engine.signalAll("SIGKILL"), stopTimeoutMs);
    await this.#engine.stop(signal);
    clearTimeout(timer);
    return this.#engine.exited;
  }

  /** Starts the part again after it has ended. `under` replaces its first command for this start. */
  async startAgain(under = this.#under): Promise<void> {
    this.#engine = await this.#start(under);
  }
}
