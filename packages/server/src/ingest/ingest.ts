import type { ContractName } from "@weir/protocol/contracts";
import type { ApiErrorName } from "@weir/protocol/errors";
import type { ActivityRecorder } from "../activity/activity-recorder.ts";
import { type Budget, type Limiter, withBudget } from "../limit/limiter.ts";
import type { Clock } from "../platform/clock.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import { type Payer, SharedRoom } from "../platform/shared-room.ts";
import { AccountLimitError } from "../queue/account-limit-error.ts";
import { positionOfDevice } from "../queue/position.ts";
import { QueueUnavailableError } from "../queue/queue.ts";
import { Acceptor, type AcceptorParts, type TimeLimits } from "./accept.ts";
import { RequestActivity } from "./activity/request-activity.ts";
import { authenticate, type Credential } from "./authenticate/authenticate.ts";
import { type Device, type DeviceRegistry, tenantOfDevice } from "./authenticate/device-registry.ts";
import type { Submitted } from "./body-examiner.ts";
import { readDeviceClock } from "./classify/clock-correction.ts";
import { findUrlSensor } from "./find-url-sensor.ts";
import type { Answer } from "./http/answer.ts";
import type { Begun, BodyRefusal } from "./http/exchange.ts";
import type { RequestHead } from "./http/request-head.ts";
import type { Route } from "./http/route.ts";
import type { LastConnected } from "./last-connected.ts";
import type { SourceKeys } from "./limit/source-key.ts";
import { bodyForm } from "./parse/body-form.ts";
import { preferredHandling } from "./parse/prefer.ts";
import type { ErrorMap } from "./parse/problems.ts";
import type { Contract, Outcome } from "./respond/contract.ts";
import { faultErrors } from "./respond/fault-errors.ts";
import { queuedContract } from "./respond/queued-contract.ts";
import { Reply } from "./respond/reply.ts";
import type { RequestId, RequestIds } from "./respond/request-ids.ts";
import { storedContract } from "./respond/stored-contract.ts";
import type { SettledPosition } from "./settled-position.ts";
import { type ArrivedBody, BodyWork, type DoneBody } from "./turns/body-work.ts";
import type { Arrived, Visit } from "./visit.ts";

interface IngestOptions extends TimeLimits {
  readonly bodyBytesMax: number;
  /** Memory for all bodies that are being received. Past it: 503. */
  readonly bodiesBytesMax: number;
  /** Shared memory in which threads count these bytes together. */
  readonly bodiesCounted?: SharedArrayBuffer;
  readonly entriesMax: number;
  readonly defaultContract: ContractName;
}

export interface IngestParts extends AcceptorParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly devices: DeviceRegistry;
  readonly limiter: Limiter;
  readonly sources: SourceKeys;
  readonly settled: SettledPosition;
  /** How many partitions the queue has. Its only one if left out. */
  readonly partitions?: number;
  readonly lastConnected: LastConnected;
  readonly activity: ActivityRecorder;
  readonly requestIds: RequestIds;
  /** Whether no change of devices can have been missed. Left out where none can be. */
  readonly knowsDevices?: () => boolean;
}

/** Answers a request by its head alone, or asks for its body. Returns a promise only if the limiter must be waited for. */
export type Ingest = (
  head: RequestHead,
  peerAddress: string,
  credential?: Credential,
) => Begun | Promise<Begun>;

const contracts: Record<ContractName, Contract> = { queued: queuedContract, stored: storedContract };

/**
 * Creates the path of a request, in the order that the contract fixes: rate limit, route and method, bearer header, device,
 * token, type and size of the body, JSON, validation, sensors, drops, durable append, answer. The first step that fails
 * answers. Requests come from `dispatchRequest` (dispatch-request.ts), which passes everything but the device API to others.
 */
export function createIngest(options: IngestOptions, parts: IngestParts): Ingest {
  const { clock, log, devices, limiter, sources, lastConnected, metrics, activity } = parts;
  const { requestIds, settled, partitions = 1, knowsDevices = () => true } = parts;
  const room = new SharedRoom(options.bodiesBytesMax, options.bodiesCounted);
  const acceptor = new Acceptor(parts, options);
  const bodies = new BodyWork(options, acceptor.frame);
  const requestActivity = new RequestActivity(activity);

  return (head, peerAddress, credential = head.headers.get("authorization")) => {
    const arrival = identify(head, peerAddress, credential);
    return withBudget(limiter.take(arrival.limitKey, arrival.arrivalMs), (budget) => begin(arrival, budget));
  };

  function begin(arrival: Arrived, budget: Budget): Begun {
    const visit = admit(arrival, budget);
    const { head, route, reply } = visit;
    if (!budget.ok) {
      return finish(visit, reply.tooMany(head.headers.get("accept"), visit.arrivalMs), "tooManyRequests");
    }
    if (route === null) {
      if (head.target === "*") return finish(visit, reply.serverOptions(), null);
      return finish(visit, reply.noSuchRoute(), "notFound");
    }
    if (head.method !== "POST") return finish(visit, reply.methodNotAllowed("POST"), "methodNotAllowed");
    // A token or device that is unknown here may be a new one, so nobody is told that it is wrong. A node that knows all devices by
    // now may have looked this one up before it did, and waited for the limiter since.
    if (!visit.isDeviceCurrent) return finish(visit, reply.unavailable(), "unavailable");
    const { credential } = visit;
    const authentication = visit.authentication ?? authenticate(credential, visit.device, visit.arrivalMs);
    if (!authentication.ok) return refuse(visit, authentication.error);
    const { device } = authentication;
    visit.accountId = device.record.accountId;
    lastConnected.note(device.record.id, visit.arrivalMs);
    const form = bodyForm(head.headers, head.body, options.bodyBytesMax);
    if (!form.ok) {
      return form.error === "payloadTooLarge"
        ? refuse(visit, form.error)
        : finish(visit, reply.unsupportedMediaType(form.taken), form.error);
    }
    const { bytesMax, coding } = form;
    const share = room.share(payersOf(visit, device));
    const arrived: Omit<ArrivedBody, "bytes"> = {
      coding,
      device,
      room: share,
      submit: (bodyBytes) => submit(visit, route, device, bodyBytes),
      conclude: (done) => conclude(visit, device, done),
    };
    return {
      bytesMax,
      room: share,
      readsAtOnce: true,
      take: (body) =>
        typeof body === "string"
          ? Promise.resolve(refuseBody(visit, body))
          : bodies.take({ ...arrived, bytes: body }),
      refuse: (fault) => refuse(visit, faultErrors[fault]),
    };
  }

  function identify(head: RequestHead, peerAddress: string, credential: Credential): Arrived {
    const startedMs = performance.now();
    const arrivalMs = clock.nowMs();
    const { route } = head;
    const device = route === null ? undefined : devices.find(route.deviceUuid);
    // Asked after the device was looked up: this process may have been stopped before.
    const isDeviceCurrent = knowsDevices();
    const contract = contracts[device?.record.contract ?? options.defaultContract];
    // Only a client with the device's token may use up its budget: a stranger who knows its UUID must not lock it out.
    const authentication =
      device !== undefined && contract.limitsPerDevice ? authenticate(credential, device, arrivalMs) : null;
    const limitKey = authentication?.ok
      ? authentication.device.record.uuid
      : sources.keyOf(peerAddress, head.headers);
    return {
      head,
      arrivalMs,
      startedMs,
      route,
      device,
      isDeviceCurrent,
      contract,
      authentication,
      credential,
      limitKey,
      peerAddress,
    };
  }

  function admit(arrived: Arrived, budget: Budget): Visit {
    const identify = (): RequestId =>
      visit.accountId === null ? requestIds.next() : requestIds.nextOf(visit.accountId);
    const reply = new Reply(arrived.contract, budget, identify);
    const nothingYet = { bodyBytes: null, preferred: null, clock: null, behindMs: null };
    const nothingRefused = { problems: null, refused: null, position: null };
    const visit: Visit = { ...arrived, accountId: null, budget, reply, ...nothingYet, ...nothingRefused };
    return visit;
  }

  function submit(visit: Visit, route: Route, device: Device, bodyBytes: number): Submitted {
    const { headers } = visit.head;
    const { endpoint, sensor: urlName } = route;
    const { id, accountId, quarantine, handling } = device.record;
    visit.preferred = preferredHandling(headers.get("prefer"));
    visit.bodyBytes = bodyBytes;
    visit.clock = readDeviceClock(headers.get("date"), visit.arrivalMs);
    return {
      endpoint,
      urlName,
      handling: visit.preferred ?? handling,
      device: { id, accountId, quarantine },
      urlSensor: findUrlSensor(device, urlName, visit.contract),
      request: visit.reply.id,
      requestId: visit.reply.id.text,
      arrivalMs: visit.arrivalMs,
      deviceClockSeconds: visit.clock?.correctFrom ?? null,
    };
  }

  /** Answers by what the body contains, and hands its readings over. */
  async function conclude(visit: Visit, device: Device, done: DoneBody): Promise<Answer> {
    const { contract, reply, preferred } = visit;
    try {
      if (done.kind === "no room" || done.kind === "too large") return refuseBody(visit, done.kind);
      if (!knowsDevices()) return finish(visit, reply.unavailable(), "unavailable");
      if (done.kind === "failed") return answerFault(visit, done.error);
      if (done.kind === "undecodable") {
        visit.bodyBytes = null;
        return invalid(visit, undecodable);
      }
      const { examined, submitted, packed, readings } = done;
      if (preferred !== null && (examined.kind !== "invalid" || examined.isJson)) reply.applied(preferred);
      if (examined.kind === "invalid") return invalid(visit, examined.errors);
      visit.refused = examined.refused;
      if (examined.kind === "unmatched") {
        acceptor.countRefused(examined.refused.runs);
        return finish(visit, reply.sensorNotFound(examined.unmatched), "sensorNotFound");
      }
      visit.behindMs = examined.behindMs;
      const accepted = await acceptor.acceptPacked(packed, readings, examined.dropped);
      const { outcome, position, duplicates } = accepted;
      if (duplicates !== null) visit.refused = requestActivity.repeated(visit.refused, duplicates);
      if (outcome.accepted + outcome.duplicates === 0) {
        return finish(visit, reply.noneAccepted(outcome.rejected), "noReadingsAccepted", outcome);
      }
      if (position !== null && outcome.accepted > 0) visit.position = position;
      if (position !== null && contract.answersWhenSettled) {
        const { id, accountId } = device.record;
        await settled.until(positionOfDevice(position, id, partitions), accountId);
      }
      return finish(visit, reply.success(outcome, submitted.endpoint, submitted.urlName), null, outcome);
    } catch (error) {
      return answerFault(visit, error);
    }
  }

  /** One tenant, and one source, leave room for the bodies of others; one device leaves some for the rest of its tenant. */
  function payersOf({ peerAddress, head }: Visit, { record }: Device): Payer[] {
    return [
      { key: `tenant ${tenantOfDevice(record)}`, part: 2 },
      { key: `device ${record.id}`, part: 4 },
      { key: `source ${sources.keyOf(peerAddress, head.headers)}`, part: 2 },
    ];
  }

  function refuse(visit: Visit, error: ApiErrorName): Answer {
    return finish(visit, visit.reply.refuse(error), error);
  }

  function refuseBody(visit: Visit, refusal: BodyRefusal): Answer {
    if (refusal === "too large") return refuse(visit, "payloadTooLarge");
    return finish(visit, visit.reply.unavailable(), "unavailable");
  }

  function invalid(visit: Visit, errors: ErrorMap): Answer {
    visit.problems = errors;
    return finish(visit, visit.reply.invalid(errors), "validationFailed");
  }

  function finish(
    visit: Visit,
    answer: Answer,
    error: ApiErrorName | null,
    outcome: Outcome | null = null,
  ): Answer {
    const { route, device, position } = visit;
    const durationMs = performance.now() - visit.startedMs;
    metrics.answered(route?.endpoint ?? null, answer.status, durationMs);
    if (device === undefined || route === null) return answer;
    const source = sources.addressOf(visit.peerAddress, visit.head.headers);
    const requestNumber = visit.reply.id.number;
    const given = { requestNumber, status: answer.status, durationMs, source, error, outcome, position };
    requestActivity.answered(visit, device, route, given);
    return answer;
  }

  function answerFault(visit: Visit, error: unknown): Answer {
    const { device, reply } = visit;
    if (error instanceof AccountLimitError) return finish(visit, reply.accountLimit(error), "accountLimit");
    if (error instanceof QueueUnavailableError) return finish(visit, reply.unavailable(), "unavailable");
    log.error("a request failed", {
      request: reply.id.text,
      device: device?.record.uuid,
      reason: reasonOf(error),
    });
    return refuse(visit, "serverError");
  }
}

const undecodable = { body: ["The body does not match its Content-Encoding."] };
