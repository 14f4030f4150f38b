import type { Weir } from "../systems/weir.ts";
import { boardDevices } from "../systems/weir-board.ts";
import type { WeirKey } from "../systems/weir-key.ts";
import { LiveListeners } from "./live-listeners.ts";

/** How often an open board loads its devices, and its sensors and curves, as the page does. */
const devicesEveryMs = 30_000;
const restEveryMs = 60_000;
/** A usual board: the last day of ten sensors, in buckets of five minutes. */
const curves = 10;
const bucketSeconds = 300;
const dayMs = 86_400_000;

/**
 * Boards that are open in browsers of other machines: each has a live stream and loads again what it shows, all at different
 * moments. They ignore the answers.
 */
export class OpenBoards {
  readonly #listeners: LiveListeners;
  readonly #timers: Timer[] = [];
  #answered = 0;
  #failed: string | null = null;

  static async open(system: Weir, access: WeirKey, count: number): Promise<OpenBoards> {
    const boards = new OpenBoards(await LiveListeners.open(system, access, count));
    await boards.#start(`http://127.0.0.1:${system.port}${access.path}`, access.key, count);
    return boards;
  }

  constructor(listeners: LiveListeners) {
    this.#listeners = listeners;
  }

  async #start(api: string, key: string, count: number): Promise<void> {
    const headers = { authorization: `Bearer ${key}` };
    const get = async (path: string) => {
      const response = await fetch(`${api}${path}`, { headers });
      const text = await response.text();
      if (response.ok) this.#answered++;
      else this.#failed ??= `${path.slice(0, 60)} answered ${response.status}: ${text}`;
      return text;
    };
    const itemsOf = async (path: string) => JSON.parse(await get(path)).items as { uuid: string }[];
    const devices = (await itemsOf(`/devices?limit=${boardDevices}`)).map(({ uuid }) => uuid).join(",");
    const sensorsPath = `/sensors?devices=${devices}&limit=1000`;
    const sensors = (await itemsOf(sensorsPath)).slice(0, curves).map(({ uuid }) => uuid);
    const curvesPath = () => {
      const from = new Date(Date.now() - dayMs).toISOString();
      return `/readings/buckets?sensors=${sensors.join(",")}&bucket=${bucketSeconds}&from=${from}`;
    };
    for (let nth = 0; nth < count; nth++) {
      this.#every(devicesEveryMs, nth / count, () => get(`/devices?limit=100&devices=${devices}`));
      this.#every(restEveryMs, nth / count, () => get(sensorsPath));
      this.#every(restEveryMs, nth / count, () => get(curvesPath()));
    }
  }

  /** `share` of the interval passes before the first time. */
  #every(intervalMs: number, share: number, act: () => Promise<unknown>): void {
    const later = setTimeout(() => {
      void act();
      this.#timers.push(setInterval(() => void act(), intervalMs));
    }, intervalMs * share);
    this.#timers.push(later);
  }

  /** How many requests were answered. Throws if one was refused or a listener was let go. */
  answered(): number {
    this.#listeners.leastBytes();
    if (this.#failed !== null) throw new Error(this.#failed);
    return this.#answered;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#listeners.close();
  }
}
