import type { Bus } from "../../bus/bus.ts";
import type { CollectedConnections } from "../../bus/messages.ts";
import type { ControlStore } from "../../control/control-store.ts";
import type { TokenUse } from "../../ingest/authenticate/device-registry.ts";
import { DeviceRhythms } from "../../manage/devices/expectation/device-rhythms.ts";
import { TokenUses } from "../../manage/devices/tokens/device-tokens-uses.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { ReadingQueries } from "../../store/reading-queries.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";
import { flushAccepted, stopSightings } from "./bring-up-to-date.ts";
import { DeviceSightings } from "./device-sightings.ts";

/** Asked every second, so a slow answer need not be waited for. */
const tokenUsesTimeoutMs = 2000;

export interface SeenDevicesParts {
  readonly bus: Bus;
  readonly control: ControlStore;
  readonly readings: ReadingQueries;
  readonly publish: (events: readonly LiveEvent[]) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** What ingest has seen of devices: when they connected, how regularly, and by which of their tokens. */
export class SeenDevices {
  readonly sightings: DeviceSightings;
  readonly #tokenUses: TokenUses;
  readonly #bus: Bus;

  constructor({ bus, control, readings, publish, clock, log }: SeenDevicesParts) {
    this.#bus = bus;
    this.sightings = new DeviceSightings({ bus, rhythms: new DeviceRhythms(readings), publish });
    this.#tokenUses = new TokenUses({
      ...{ control, clock, log },
      uses: () => bus.ask("ingest", { kind: "token uses" }, { timeoutMs: tokenUsesTimeoutMs }),
    });
  }

  /** Waits, not for ever, until what was accepted has gone through its chains, and what was seen of devices is written. */
  readonly flush = (): Promise<void> => flushAccepted(this.sightings, this.#bus);

  /** what an ingest process that ends has recorded and not been asked for yet. */
  async takeOver(collected: CollectedConnections, tokenUses: readonly TokenUse[]): Promise<void> {
    await this.sightings.take(collected);
    await this.#tokenUses.take(tokenUses);
  }

  async stop(): Promise<void> {
    await this.#tokenUses.stop();
    await stopSightings(this.sightings, this.#bus);
  }
}
