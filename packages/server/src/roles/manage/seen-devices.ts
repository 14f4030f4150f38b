import type { AskOptions, Bus } from "../../bus/bus.ts";
import type { CollectedConnections } from "../../bus/messages.ts";
import type { Control } from "../../control/control.ts";
import type { TokenUse } from "../../ingest/authenticate/device-registry.ts";
import { ConnectionCollector } from "../../manage/devices/connection-collector.ts";
import { DeviceRhythms } from "../../manage/devices/expectation/device-rhythms.ts";
import { TokenUses } from "../../manage/devices/tokens/device-tokens-uses.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { ReadingQueries } from "../../store/readings/reading-queries.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";
import { flushAccepted, settleAccepted, stopCollecting } from "./bring-up-to-date.ts";

/** Asked every second, so a slow answer is not worth waiting for. */
const tokenUsesTimeoutMs = 2000;

/** A backlog may be large. Whoever waits for all of it tries again after this. */
const settleTimeoutMs = 30_000;

interface SeenDevicesParts {
  readonly bus: Bus;
  readonly control: Control;
  readonly readings: ReadingQueries;
  readonly publish: (events: readonly LiveEvent[]) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** How to ask the processor to store its last messages. */
  readonly lastWord: AskOptions;
}

/** What ingest has observed of devices: when they connected, how regularly, and with which of their tokens. */
export class SeenDevices {
  readonly connections: ConnectionCollector;
  readonly #tokenUses: TokenUses;
  readonly #bus: Bus;
  readonly #lastWord: AskOptions;

  constructor({ bus, control, readings, publish, clock, log, lastWord }: SeenDevicesParts) {
    this.#bus = bus;
    this.#lastWord = lastWord;
    this.connections = new ConnectionCollector({ bus, rhythms: new DeviceRhythms(readings), publish });
    this.#tokenUses = new TokenUses({
      control,
      clock,
      log,
      uses: () => bus.ask("ingest", { kind: "token uses" }, { timeoutMs: tokenUsesTimeoutMs }),
    });
  }

  /** Waits, with a limit, until accepted readings have gone through their chains and connections of devices are stored. */
  readonly flush = (): Promise<void> => flushAccepted(this.connections, this.#bus);

  /** Like `flush`, with the activity of devices too. Rejects if not everything is written. */
  async settle(): Promise<void> {
    await this.#bus.ask("ingest", { kind: "flush activity" });
    await settleAccepted(this.connections, this.#bus, settleTimeoutMs);
  }

  /** Takes what an ingest process has recorded and was not asked for before it ended. */
  async takeOver(collected: CollectedConnections, tokenUses: readonly TokenUse[]): Promise<void> {
    await this.connections.take(collected);
    await this.#tokenUses.take(tokenUses);
  }

  async stop(): Promise<void> {
    await this.#tokenUses.stop();
    await stopCollecting(this.connections, this.#bus, this.#lastWord);
  }
}
