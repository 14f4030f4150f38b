import { queryOf } from "../../packages/dashboard/src/api/wanted-events.ts";
import type { Weir } from "../systems/weir.ts";
import { boardDevices } from "../systems/weir-board.ts";
import type { WeirKey } from "../systems/weir-key.ts";
import { LiveListeners } from "./live-listeners.ts";

/** How often an open board loads its devices, sensors and curves, as the page does. */
const devicesEveryMs = 60_000;
const sensorsEveryMs = 120_000;
const curvesEveryMs = 300_000;
/** A usual board: the last day of ten sensors, in buckets of five minutes. */
const curves = 10;
const bucketMs = 300_000;
const dayMs = 86_400_000;

/**
 * Boards that are open in browsers of other machines: each has a live stream of its sensors and loads again what it shows, all
 * at different moments. They ignore the answers.
 */
export class OpenBoards {
  readonly #timers: Timer[] = [];
  readonly #api: string;
  readonly #key: string;
  #listeners: LiveListeners | null = null;
  #answered = 0;
  #failed: string | null = null;

  static async open(system: Weir, access: WeirKey, count: number): Promise<OpenBoards> {
    const boards = new OpenBoards(`http://127.0.0.1:${system.port}${access.path}`, access.key);
    const devices = await boards.#uuids(`/devices?limit=${boardDevices}`);
    const sensorsPath = `/sensors?devices=${devices.join(",")}&limit=1000`;
    const sensors = await boards.#uuids(sensorsPath);
    const events = new URLSearchParams(queryOf({ requests: false, sensors }));
    boards.#listeners = await LiveListeners.open(system, access, count, `?${events}`);
    boards.#start(count, { devices, sensors, sensorsPath });
    return boards;
  }

  constructor(api: string, key: string) {
    this.#api = api;
    this.#key = key;
  }

  async #get(path: string): Promise<string> {
    const response = await fetch(`${this.#api}${path}`, {
      headers: { authorization: `Bearer ${this.#key}` },
    });
    const text = await response.text();
    if (response.ok) this.#answered++;
    else this.#failed ??= `${path.slice(0, 60)} answered ${response.status}: ${text}`;
    return text;
  }

  async #uuids(path: string): Promise<string[]> {
    const { items } = JSON.parse(await this.#get(path)) as { items: { uuid: string }[] };
    return items.map(({ uuid }) => uuid);
  }

  #start(count: number, { devices, sensors, sensorsPath }: BoardContent): void {
    const drawn = sensors.slice(0, curves).join(",");
    const curvesPath = () => {
      const from = new Date(Math.floor((Date.now() - dayMs) / bucketMs) * bucketMs).toISOString();
      return `/readings/buckets?sensors=${drawn}&bucket=${bucketMs / 1000}&from=${from}`;
    };
    for (let nth = 0; nth < count; nth++) {
      this.#every(devicesEveryMs, nth / count, () =>
        this.#get(`/devices?limit=100&devices=${devices.join(",")}`),
      );
      this.#every(sensorsEveryMs, nth / count, () => this.#get(sensorsPath));
      this.#every(curvesEveryMs, nth / count, () => this.#get(curvesPath()));
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

  /** Throws if a request was refused or a listener was let go. */
  received() {
    if (this.#failed !== null) throw new Error(this.#failed);
    return { ...this.#listeners?.received(), "requests that were answered": this.#answered };
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#listeners?.close();
  }
}

interface BoardContent {
  readonly devices: readonly string[];
  readonly sensors: readonly string[];
  readonly sensorsPath: string;
}
