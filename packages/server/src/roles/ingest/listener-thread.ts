/**
 * A listener thread: receives requests and passes their readings to the intake thread, which also sends it the devices.
 */

import { ActivityRecorder } from "../../activity/activity-recorder.ts";
import { DeviceRegistry } from "../../ingest/authenticate/device-registry.ts";
import type { Listener } from "../../ingest/http/listener.ts";
import { IngestMetrics } from "../../ingest/ingest-metrics.ts";
import { LastConnected } from "../../ingest/last-connected.ts";
import { SourceKeys } from "../../ingest/limit/source-key.ts";
import { RequestIds } from "../../ingest/respond/request-ids.ts";
import { SettledPosition } from "../../ingest/settled-position.ts";
import { openLimiter, openSharedIntake } from "../../installation/open-installation.ts";
import { systemClock } from "../../platform/clock.ts";
import { errorCode } from "../../platform/error-code.ts";
import { createLog, reasonOf } from "../../platform/log.ts";
import type {
  FromListener,
  ListenerAnswers,
  ListenerQuestion,
  ListenerStart,
  ToListener,
} from "./listener-messages.ts";
import { type DeviceApi, openDeviceApi } from "./open-device-api.ts";
import { openListener } from "./open-listener.ts";

declare const self: Worker;

class ListenerThread {
  readonly #devices = new DeviceRegistry();
  readonly #lastConnected = new LastConnected();
  readonly #metrics = new IngestMetrics();
  readonly #activity: ActivityRecorder;
  readonly #settled: SettledPosition;
  readonly #intake: ReturnType<typeof openSharedIntake>;
  readonly #api: DeviceApi;
  readonly #listener: Listener;
  #asking: PromiseWithResolvers<boolean>[] = [];
  #isDraining = false;

  constructor(start: ListenerStart) {
    const { config, threads, port, bodiesCounted, sourcesCounted } = start;
    const log = createLog(config.logLevel, "ingest");
    const requestIds = new RequestIds();
    const { boot } = requestIds;
    this.#activity = new ActivityRecorder({ keptPerDevice: config.activityPerDevice, boot });
    this.#activity.onFull = () => post({ kind: "full" });
    this.#settled = new SettledPosition(start.settledPositions, config.storedWaitS * 1000);
    this.#intake = openSharedIntake(start.ring, post);
    for (const record of start.devices) this.#devices.put(record);
    const sources = new SourceKeys(config.trustedProxies);
    this.#api = openDeviceApi({
      config,
      clock: systemClock,
      log,
      sources,
      requestIds,
      bodiesCounted,
      dataFolder: start.dataFolder,
      devices: this.#devices,
      lastConnected: this.#lastConnected,
      metrics: this.#metrics,
      activity: this.#activity,
      settled: this.#settled,
      partitions: start.settledPositions.length,
      intake: this.#intake,
      limiter: openLimiter(start.limit),
      counts: { count: (counter, by) => post({ kind: "count", counter, by }) },
      isReady: () => this.#isReady(),
    });
    this.#listener = openListener({
      config: { ...config, port },
      sources,
      clock: systemClock,
      log,
      exchange: this.#api.exchange,
      shared: { threads, sourcesCounted },
    });
    post({ kind: "listening", url: this.#listener.url });
  }

  receive(message: Exclude<ToListener, ListenerStart>): void {
    switch (message.kind) {
      case "outcomes":
        this.#intake.receive(message);
        break;
      case "reached":
        this.#settled.reached(message.position, message.parked);
        break;
      case "ready":
        for (const { resolve } of this.#asking.splice(0)) resolve(message.isReady);
        break;
      case "ask":
        void this.#answer(message.question).then((answer) =>
          post({ kind: "answer", id: message.id, answer }),
        );
        break;
    }
  }

  async #answer(question: ListenerQuestion): Promise<ListenerAnswers[ListenerQuestion["kind"]]> {
    switch (question.kind) {
      case "change devices":
        for (const record of question.put) this.#devices.put(record);
        for (const deviceId of question.removed) this.#devices.remove(deviceId);
        return null;
      case "collect activity":
        return this.#activity.collect();
      case "show":
        return this.#activity.show(question.accountIds, question.max);
      case "collect connections":
        return this.#lastConnected.collect(question.max);
      case "token uses":
        return this.#devices.tokenUses(systemClock.nowMs());
      case "figures": {
        const { connections, heldBytes } = this.#listener;
        return { connections, heldBytes, totals: this.#metrics.totals() };
      }
      case "drain":
        this.#isDraining = true;
        await this.#listener.drain(question.timeoutMs);
        this.#api.close();
        return null;
    }
  }

  async #isReady(): Promise<boolean> {
    const asked = Promise.withResolvers<boolean>();
    this.#asking.push(asked);
    post({ kind: "is ready" });
    return (await asked.promise) && !this.#isDraining;
  }
}

let thread: ListenerThread | null = null;

self.onmessage = ({ data: message }: MessageEvent<ToListener>) => {
  if (message.kind !== "start") {
    thread?.receive(message);
    return;
  }
  try {
    thread = new ListenerThread(message);
  } catch (error) {
    const code = errorCode(error) ?? undefined;
    post({ kind: "failed", message: reasonOf(error), code });
  }
};

function post(message: FromListener): void {
  self.postMessage(message);
}
