import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { RawConnection } from "../../../../../tests/harness/raw-connection.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { ActivityRecorder } from "../../activity/activity-recorder.ts";
import { unpackRequests } from "../../activity/request-records.ts";
import { makeLimit, openLimiter } from "../../installation/open-installation.ts";
import type { Limiter } from "../../limit/limiter.ts";
import { parseNetwork } from "../../platform/address.ts";
import { createLog } from "../../platform/log.ts";
import { RandomOrder } from "../../platform/random-order.ts";
import { openTestIntake } from "../../queue/log-intake/test-intake.ts";
import { onlyPartition } from "../../queue/position.ts";
import type { SqliteLogQueue } from "../../queue/sqlite-log/sqlite-log-queue.ts";
import { SqliteLogReader } from "../../queue/sqlite-log/sqlite-log-reader.ts";
import { at } from "../../queue/test-positions.ts";
import { type DeviceRecord, DeviceRegistry } from "../authenticate/device-registry.ts";
import type { UsualTaker } from "../http/exchange.ts";
import { listen } from "../http/listener.ts";
import { createIngest } from "../ingest.ts";
import { IngestMetrics } from "../ingest-metrics.ts";
import { LastConnected } from "../last-connected.ts";
import { SourceKeys } from "../limit/source-key.ts";
import { createRefusing } from "../refuse-requests.ts";
import { RequestIds } from "../respond/request-ids.ts";
import { SettledPosition } from "../settled-position.ts";
import { UsualRequests } from "./usual-requests.ts";

/** For tests. */
export const start = "2026-06-15T12:00:00Z";
export const tokens = ["a", "b", "c", "d"].map((letter) => `wdt_${letter.repeat(43)}`);
export const uuids = ["1", "2", "3", "4"].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`);
export const slugs = ["temp", "humidity", "a.b_c-d"];

/** The second uses the earlier contract, the third is disabled, the fourth has many sensors. */
export const devices = uuids.map((uuid, index): DeviceRecord => {
  const sensorNames = index === 3 ? [...slugs, ..."abcdefghij"] : slugs;
  return {
    id: index + 1,
    uuid,
    accountId: 3,
    enabled: index !== 2,
    handling: "strict",
    quarantine: false,
    contract: index === 1 ? "stored" : "queued",
    tokenHash: new Bun.CryptoHasher("sha256").update(tokens[index]!).digest(),
    previousToken: null,
    sensors: sensorNames.map((slug, nth) => ({
      id: index * 100 + nth + 1,
      slug,
      uuid: `${index}${nth.toString(16).padStart(7, "0")}-2222-4222-8222-222222222222`,
    })),
  };
});

/** A request of the first device, with one reading. */
export function single(value: number, token = tokens[0]): string {
  const body = `{"data":{"value":${value},"timestamp":"2026-06-15T11:00:00Z"}}`;
  const line = `POST /api/v1/devices/${uuids[0]}/sensors/temp/readings HTTP/1.1\r\nHost: weir\r\n`;
  const authorization = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  return `${line}${authorization}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function limitOf(limit: number): Limiter {
  return openLimiter(makeLimit({ limit, windowMs: 60_000, keysMax: 1000 }));
}

/** A limiter that asks another process where `mustAsk` returns true, and has its answer when `answered` resolves. */
function askingLimiter(limit: number, mustAsk: () => boolean, answered: Promise<void>): Limiter {
  const limiter = limitOf(limit);
  return {
    take: (key, nowMs) => {
      const budget = limiter.take(key, nowMs);
      return mustAsk() ? answered.then(() => budget) : budget;
    },
    takeNow: (key, nowMs) => (mustAsk() ? null : limiter.takeNow(key, nowMs)),
    peek: (key, nowMs) => limiter.peek(key, nowMs),
    giveBack: (key, taken) => limiter.giveBack(key, taken),
  };
}

/** The device API on its own port, with or without the short way. */
export class TestServer implements AsyncDisposable {
  readonly clock = new ManualClock(start);
  taken = 0;
  readonly registry = new DeviceRegistry();
  /** Whether changes of devices may be missed. */
  isCutOff = false;
  readonly #folder = tempFolder();
  #close = (): Promise<void> => Promise.resolve();
  #url = "";
  #connection!: RawConnection;
  #activity!: ActivityRecorder;
  #queue!: SqliteLogQueue;
  #boot = "";
  readonly #metrics = new IngestMetrics();
  readonly #lastConnected = new LastConnected();

  /** `proxies` are the networks whose X-Forwarded-For is trusted. */
  static async start(hasShortWay: boolean, limit = 30, proxies: readonly string[] = []): Promise<TestServer> {
    const server = new TestServer();
    await server.#start(hasShortWay, limitOf(limit), proxies);
    return server;
  }

  /** Starts a server whose limiter must ask another process every third time, as one that machines share. */
  static async startAsking(limit: number): Promise<TestServer> {
    const server = new TestServer();
    let calls = 0;
    const mustAsk = () => calls++ % 3 === 0;
    await server.#start(true, askingLimiter(limit, mustAsk, Promise.resolve()), []);
    return server;
  }

  /** Starts a server whose limiter does not answer before `answered`, and calls `onAsked` when it is asked. */
  static async startWaiting(answered: Promise<void>, onAsked: () => void): Promise<TestServer> {
    const server = new TestServer();
    const mustAsk = () => {
      onAsked();
      return true;
    };
    await server.#start(true, askingLimiter(30, mustAsk, answered), []);
    return server;
  }

  async #start(hasShortWay: boolean, limiter: Limiter, proxies: readonly string[]): Promise<void> {
    const { clock } = this;
    const { intake, queue } = await openTestIntake(this.#folder.path, {
      nowMs: () => clock.nowMs(),
      backlogBytesMax: 2000,
    });
    this.#queue = queue;
    const { registry } = this;
    for (const device of devices) registry.put(device);
    // The same numbers on every server, so that their answers can be compared.
    const requestIds = new RequestIds(new RandomOrder(new Uint32Array(4)));
    this.#boot = requestIds.of(0).text.slice(0, 12);
    this.#activity = new ActivityRecorder({ keptPerDevice: 200, boot: requestIds.boot });
    const parts = {
      clock,
      devices: registry,
      intake,
      counts: queue,
      requestIds,
      activity: this.#activity,
      metrics: this.#metrics,
      lastConnected: this.#lastConnected,
      log: createLog("error", "server", () => undefined),
      limiter,
      sources: new SourceKeys(proxies.map((network) => parseNetwork(network)!)),
      settled: new SettledPosition([at(0)], 0),
      knowsDevices: () => !this.isCutOff,
    };
    const options = {
      bodyBytesMax: 1000,
      clockToleranceMs: 5000,
      clockBehindMs: 30 * 86_400_000,
      hasTls: false,
    };
    const usual = new UsualRequests(options, parts);
    const counting: UsualTaker = {
      take: (bytes, at, client) => {
        const end = usual.take(bytes, at, client);
        if (end >= 0) this.taken++;
        return end;
      },
      learn: (text, head) => usual.learn(text, head),
    };
    const begin = createIngest(
      { ...options, bodiesBytesMax: 100_000, entriesMax: 1000, defaultContract: "queued" },
      parts,
    );
    const listener = listen(
      {
        host: "127.0.0.1",
        port: 0,
        certificate: null,
        sourceLimit: null,
        onCertificateReplaced: () => undefined,
        onCertificateUnusable: () => undefined,
        onFault: (error) => {
          throw error;
        },
      },
      { begin, refuse: createRefusing(parts), ...(hasShortWay ? { usual: counting } : {}) },
    );
    this.#url = listener.url;
    this.#close = async () => {
      await listener.drain(0);
      await queue.close();
    };
    await this.#connect();
  }

  async #connect(): Promise<void> {
    this.#connection?.[Symbol.dispose]();
    this.#connection = await RawConnection.open(this.#url);
  }

  /** Resolves to the answer, without the parts that differ from server to server. */
  async send(request: string): Promise<string> {
    this.clock.advanceMs(700);
    this.#connection.write(request);
    return this.#answer();
  }

  async sendTogether(requests: readonly string[]): Promise<string[]> {
    this.#connection.write(requests.join(""));
    const answers: string[] = [];
    for (const _ of requests) answers.push(await this.#answer());
    return answers;
  }

  async #answer(): Promise<string> {
    const { headers, ...answer } = await this.#connection.answer();
    const { date, ...others } = headers;
    if (headers.connection === "close") await this.#connect();
    const text = JSON.stringify({ ...answer, others, hasDate: date !== undefined });
    return text.replaceAll(this.#boot, "boot");
  }

  /** Lets a minute pass, and the processor settle everything. */
  becomeFree(): void {
    this.clock.advanceMs(60_000);
    const { lastPosition } = this.#queue;
    this.#queue.settled({ position: lastPosition, durablePosition: at(0) });
  }

  /** Returns everything that the requests left behind. */
  async traces(): Promise<unknown> {
    const reader = new SqliteLogReader(this.#folder.path);
    const entries = await reader.read(onlyPartition, null, Number.MAX_SAFE_INTEGER);
    const frames = Buffer.concat(entries.map(({ data }) => data));
    reader.close();
    const collected = this.#activity.collect();
    const records = (collected === null ? [] : unpackRequests(collected.requests)).map((record) => ({
      ...record,
      durationMs: 0,
      requestId: record.requestId.slice(12),
    }));
    const figures = this.#metrics.metrics.map((metric) => metric.render()).join("");
    const counters = figures.split("\n").filter((line) => line.includes("_total"));
    const { refusals, refusedRequests } = collected ?? { refusals: [], refusedRequests: [] };
    const activity = { records, refusals, refusedRequests };
    return { frames: withoutBoot(frames), activity, counters, seen: this.#lastConnected.collect() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]();
    await this.#close();
    this.#folder[Symbol.dispose]();
  }
}

/** Returns the frames as hexadecimal text. All accepted frames here have one reading without metadata. */
function withoutBoot(frames: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < frames.length; at += frames.readUInt32LE(at)) {
    const frame = Buffer.from(frames.subarray(at, at + frames.readUInt32LE(at)));
    texts.push(frame.fill(0, 32, 40).toString("hex"));
  }
  return texts;
}
