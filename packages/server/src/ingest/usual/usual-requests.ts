import type { ApiErrorName } from "@weir/protocol/errors";
import type { ActivityRecorder } from "../../activity/activity-recorder.ts";
import type { Limiter } from "../../limit/limiter.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { QueueUnavailableError } from "../../queue/queue.ts";
import { Acceptor, type AcceptorParts, type Arrival } from "../accept.ts";
import { authenticate, isTokenOf } from "../authenticate/authenticate.ts";
import type { Device, DeviceRegistry, Sensor } from "../authenticate/device-registry.ts";
import { type FindStored, ForgottenReadings } from "../classify/forgotten-readings.ts";
import { ReadingColumns } from "../classify/reading-columns.ts";
import { createRenderer } from "../http/answer.ts";
import type { UsualClient, UsualTaker } from "../http/exchange.ts";
import type { RequestHead, RequestHeaders } from "../http/request-head.ts";
import type { LastConnected } from "../last-connected.ts";
import type { SourceKeys } from "../limit/source-key.ts";
import { PlainReadings } from "../parse/plain-readings.ts";
import { queuedContract } from "../respond/queued-contract.ts";
import { Reply } from "../respond/reply.ts";
import type { RequestIds } from "../respond/request-ids.ts";
import { AcceptedAnswer } from "./accepted-answer.ts";
import { UsualHeads } from "./usual-heads.ts";
import { type WaitingGroup, type WaitingRequest, WaitingRequests } from "./waiting-requests.ts";

export interface UsualParts extends AcceptorParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly devices: DeviceRegistry;
  readonly limiter: Limiter;
  readonly sources: SourceKeys;
  readonly findStored: FindStored;
  readonly lastConnected: LastConnected;
  readonly activity: ActivityRecorder;
  readonly requestIds: RequestIds;
}

export interface UsualOptions {
  readonly bodyBytesMax: number;
  readonly clockToleranceMs: number;
  /** Whether the listener speaks TLS. */
  readonly hasTls: boolean;
}

const notUsual = -1;
const noHeaders: RequestHeaders = { get: () => null };
/** Of sensors of a device that are compared with the bytes one by one. */
const searchedSensorsMax = 8;

/**
 * The short way of the request that nearly all requests are: one reading of a known device, plain, whole in one piece, fresh
 * and within its budget. It takes the steps of ingest.ts in the same order, with the same parts, and does nothing
 * before it is certain that all of them succeed; every other request goes that way instead. It makes neither text nor
 * objects of a request and has one continuation for a group of them: 11 to 13 us of user time instead of 26 to 31 (0024).
 */
export class UsualRequests implements UsualTaker {
  readonly #options: UsualOptions;
  readonly #parts: UsualParts;
  readonly #heads = new UsualHeads();
  readonly #columns = new ReadingColumns();
  readonly #plain = new PlainReadings(this.#columns, 1);
  readonly #acceptor: Acceptor;
  readonly #forgotten: ForgottenReadings;
  readonly #answer: AcceptedAnswer;
  readonly #waiting = new WaitingRequests(
    (group) => this.#answerAll(group),
    (group, error) => this.#refuseAll(group, error),
  );
  /** Of the request that is looked at. */
  readonly #arrival: MutableArrival;
  #token = new Uint8Array(0);
  #sensor: Sensor | null = null;
  #identifier = "";

  constructor(options: UsualOptions, parts: UsualParts) {
    const { memory, metrics, findStored, requestIds } = parts;
    const toleranceMs = options.clockToleranceMs;
    this.#options = options;
    this.#parts = parts;
    this.#acceptor = new Acceptor(parts, toleranceMs);
    this.#forgotten = new ForgottenReadings({ memory, findStored, metrics, toleranceMs });
    this.#answer = new AcceptedAnswer(createRenderer(options.hasTls), requestIds);
    this.#arrival = {
      ...{ device: { record: { id: 0, accountId: 0 } }, request: { boot: requestIds.boot, number: 0 } },
      ...{ arrivalMs: 0, deviceClockSeconds: null, batteryVolts: null },
    };
  }

  take(bytes: Buffer, start: number, client: UsualClient): number {
    const heads = this.#heads;
    if (!heads.read(bytes, start)) return notUsual;
    const device = this.#parts.devices.find(heads.deviceUuid(bytes));
    if (device === undefined || device.record.contract !== "queued") return notUsual;
    if (!this.#isAuthenticated(device, bytes) || !this.#findSensor(device, bytes)) return notUsual;
    if (!this.#parse(bytes)) return notUsual;
    return this.#accept(device, client) ? heads.bodyEnd : notUsual;
  }

  learn(text: string, head: RequestHead): void {
    const { devices, clock } = this.#parts;
    if (head.route?.endpoint !== "single") return;
    // Only those who belong here: nobody else gets to fill the memory for shapes.
    const device = devices.find(head.route.deviceUuid);
    if (device === undefined || device.overlap !== null) return;
    if (authenticate(head.headers.get("authorization"), device, clock.nowMs()).ok)
      this.#heads.learn(text, head);
  }

  #isAuthenticated(device: Device, bytes: Buffer): boolean {
    const { tokenStart, tokenEnd } = this.#heads;
    const length = tokenEnd - tokenStart;
    if (this.#token.length !== length) this.#token = new Uint8Array(length);
    const token = this.#token;
    for (let at = 0; at < length; at++) token[at] = bytes[tokenStart + at]!;
    return isTokenOf(device, token);
  }

  #findSensor(device: Device, bytes: Buffer): boolean {
    const { sensorStart, sensorEnd } = this.#heads;
    const { sensors } = device.record;
    if (sensors.length > searchedSensorsMax) {
      this.#identifier = bytes.toString("latin1", sensorStart, sensorEnd);
      this.#sensor = device.sensor(this.#identifier) ?? null;
      return this.#sensor !== null;
    }
    for (const sensor of sensors) {
      const isSlug = isText(bytes, sensorStart, sensorEnd, sensor.slug);
      if (!isSlug && !isText(bytes, sensorStart, sensorEnd, sensor.uuid)) continue;
      this.#sensor = sensor;
      this.#identifier = isSlug ? sensor.slug : sensor.uuid;
      return true;
    }
    return false;
  }

  #parse(bytes: Buffer): boolean {
    const { bodyStart, bodyEnd } = this.#heads;
    return (
      bodyEnd - bodyStart <= this.#options.bodyBytesMax &&
      this.#plain.readSingle(bytes, bodyStart, bodyEnd, this.#sensor!.id)
    );
  }

  #accept(device: Device, client: UsualClient): boolean {
    const { clock, memory, limiter, sources, lastConnected, requestIds } = this.#parts;
    const startedMs = performance.now();
    const arrivalMs = clock.nowMs();
    const { accountId } = device.record;
    if (!this.#acceptor.hasRoom(accountId)) return false;
    if (this.#forgotten.lateRows(this.#columns, arrivalMs, null) !== null) return false;
    const before = memory.mark;
    const arrival = this.#arrival;
    arrival.device = device;
    arrival.request.number = requestIds.upcoming;
    arrival.arrivalMs = arrivalMs;
    if (this.#acceptor.classify(this.#columns, arrival).accepted === 0) return false;
    const budget = limiter.take(sources.keyOf(client.peerAddress, noHeaders), arrivalMs);
    if (!budget.ok) {
      memory.rewind(before);
      return false;
    }
    lastConnected.note(device, arrivalMs);
    const request = this.#waiting.add(this.#acceptor.append(accountId, 1), memory.mark);
    request.client = client;
    request.device = device;
    request.sensorId = this.#sensor!.id;
    request.identifier = this.#identifier;
    request.requestNumber = requestIds.nextNumber();
    request.limit = budget.limit;
    request.remaining = budget.remaining;
    request.arrivalMs = arrivalMs;
    request.startedMs = startedMs;
    request.bodyBytes = this.#heads.bodyEnd - this.#heads.bodyStart;
    return true;
  }

  #answerAll({ requests, mark }: WaitingGroup): void {
    const { memory, metrics, queue } = this.#parts;
    memory.confirm(mark);
    metrics.outcome(requests.length, 0);
    const answeredMs = performance.now();
    for (const request of requests) {
      this.#note(request, 202, null, answeredMs, queue.lastPosition);
      try {
        const sent = request.client.answerBytes(this.#answer.bytesOf(request));
        if (!sent) request.client.answerWith(this.#answer.answerTo(request));
      } catch (error) {
        request.client.fault(error);
      }
    }
  }

  #refuseAll({ requests }: WaitingGroup, error: unknown): void {
    const { log, requestIds } = this.#parts;
    const isUnavailable = error instanceof QueueUnavailableError;
    if (!isUnavailable) log.error("requests failed", { requests: requests.length, reason: reasonOf(error) });
    for (const request of requests) {
      const { limit, remaining } = request;
      const id = requestIds.of(request.requestNumber);
      const reply = new Reply(queuedContract, { ok: true, limit, remaining, resetMs: 0 }, id);
      const answer = isUnavailable ? reply.unavailable() : reply.refuse("serverError");
      const refusal = isUnavailable ? "unavailable" : "serverError";
      this.#note(request, answer.status, refusal, performance.now(), 0);
      request.client.answerWith(answer);
    }
  }

  /** Hot: once per request, hence plain parameters and one object. */
  #note(
    request: WaitingRequest,
    status: number,
    error: ApiErrorName | null,
    answeredMs: number,
    position: number,
  ): void {
    const { metrics, activity } = this.#parts;
    const { record } = request.device;
    const durationMs = answeredMs - request.startedMs;
    metrics.answered("single", status, durationMs);
    activity.request({
      accountId: record.accountId,
      deviceId: record.id,
      requestNumber: request.requestNumber,
      arrivalMs: request.arrivalMs,
      durationMs,
      source: request.client.peerAddress,
      endpoint: "single",
      sensorId: request.sensorId,
      bodyBytes: request.bodyBytes,
      status,
      error,
      accepted: error === null ? 1 : 0,
      duplicates: 0,
      clockOffsetMs: null,
      position,
      trouble: null,
    });
  }
}

interface MutableArrival extends Arrival {
  device: Arrival["device"];
  readonly request: { readonly boot: number; number: number };
  arrivalMs: number;
}

function isText(bytes: Buffer, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}
