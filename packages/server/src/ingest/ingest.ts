import type { ContractName } from "@weir/protocol/contracts";
import type { Clock } from "../platform/clock.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import { type Queue, QueueUnavailableError } from "../queue/queue.ts";
import { Acceptor } from "./accept.ts";
import { authenticate } from "./authenticate/authenticate.ts";
import type { Device, DeviceRegistry, Sensor } from "./authenticate/device-registry.ts";
import { deviceClockSeconds } from "./classify/clock-correction.ts";
import type { IdentityMemory } from "./classify/identity-memory.ts";
import { ReadingColumns } from "./classify/reading-columns.ts";
import { matchRoute, type Route } from "./http/route.ts";
import type { IngestMetrics } from "./ingest-metrics.ts";
import type { LastConnected } from "./last-connected.ts";
import type { Budget, RateLimiter } from "./limit/rate-limiter.ts";
import type { SourceKeys } from "./limit/source-key.ts";
import { parseJson } from "./parse/parse-json.ts";
import { preferredHandling } from "./parse/prefer.ts";
import { readBody } from "./parse/read-body.ts";
import { ReadingsParser } from "./parse/readings-parser.ts";
import type { Contract } from "./respond/contract.ts";
import { queuedContract } from "./respond/queued-contract.ts";
import { Reply } from "./respond/reply.ts";
import { type RequestId, RequestIds } from "./respond/request-ids.ts";
import { storedContract } from "./respond/stored-contract.ts";

export interface IngestOptions {
  readonly bodyBytesMax: number;
  readonly entriesMax: number;
  readonly clockToleranceMs: number;
  readonly defaultContract: ContractName;
}

export interface IngestParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly devices: DeviceRegistry;
  readonly limiter: RateLimiter;
  readonly sources: SourceKeys;
  readonly queue: Queue;
  readonly memory: IdentityMemory;
  readonly lastConnected: LastConnected;
  readonly metrics: IngestMetrics;
}

export type Ingest = (request: Request, peerAddress: string) => Promise<Response>;

/** A request once it is known whom it addresses and what is left of its budget. */
interface Visit {
  readonly request: Request;
  readonly id: RequestId;
  readonly arrivalMs: number;
  readonly route: Route | null;
  readonly device: Device | undefined;
  readonly contract: Contract;
  readonly budget: Budget;
  readonly reply: Reply;
}

const contracts: Record<ContractName, Contract> = { queued: queuedContract, stored: storedContract };

/**
 * The path of a request, in the order the contract fixes: rate limit, route and method, bearer header, device, token,
 * type and size of the body, JSON, validation, sensors, drops, durable append, answer. The first that fails answers.
 */
export function createIngest(options: IngestOptions, parts: IngestParts): Ingest {
  const { clock, log, devices, limiter, sources, queue, memory, lastConnected, metrics } = parts;
  const columns = new ReadingColumns();
  const parser = new ReadingsParser(columns, options.entriesMax);
  const acceptor = new Acceptor(queue, memory, metrics, options.clockToleranceMs);
  const requestIds = new RequestIds();

  return async (request, peerAddress) => {
    const startedMs = performance.now();
    const visit = admit(request, peerAddress);
    let response: Response;
    try {
      response = await ingest(visit);
    } catch (error) {
      response = answerFault(visit, error);
    }
    metrics.answered(visit.route?.endpoint ?? null, response.status, performance.now() - startedMs);
    return response;
  };

  function admit(request: Request, peerAddress: string): Visit {
    const arrivalMs = clock.nowMs();
    const route = matchRoute(request.url);
    const device = route === null ? undefined : devices.find(route.deviceUuid);
    const contract = contracts[device?.record.contract ?? options.defaultContract];
    const key =
      device !== undefined && contract.limitsPerDevice
        ? device.record.uuid
        : sources.keyOf(peerAddress, request.headers);
    const budget = limiter.take(key, arrivalMs);
    const id = requestIds.next();
    return {
      request,
      id,
      arrivalMs,
      route,
      device,
      contract,
      budget,
      reply: new Reply(contract, budget, id),
    };
  }

  async function ingest(visit: Visit): Promise<Response> {
    const { request, arrivalMs, route, device, contract, budget, reply } = visit;
    const { headers } = request;
    if (!budget.ok) return reply.tooMany(headers.get("accept"), arrivalMs);
    if (route === null) return reply.refuse("notFound");
    if (request.method !== "POST") return reply.methodNotAllowed("POST");

    const authentication = authenticate(headers.get("authorization"), device);
    if (!authentication.ok) return reply.refuse(authentication.error);
    lastConnected.note(authentication.device, arrivalMs);

    const body = await readBody(request, options.bodyBytesMax);
    if (!body.ok) return body.error === "undecodable" ? reply.invalid(undecodable) : reply.refuse(body.error);
    const json = parseJson(body.bytes);
    if (!json.ok) return reply.invalid({ body: [json.problem] });

    const { endpoint, sensor } = route;
    const urlSensor = findUrlSensor(authentication.device, sensor, contract);
    const preferred = preferredHandling(headers.get("prefer"));
    if (preferred !== null) reply.applied(preferred);
    const handling = preferred ?? authentication.device.record.handling;
    const parsed = parser.parse(json.body, { endpoint, device: authentication.device, urlSensor, handling });
    if (!parsed.ok) return reply.invalid(parsed.errors);
    const unmatched = sensor !== null && urlSensor === null ? [sensor] : parsed.unmatched;
    if (!parsed.someMatched && unmatched.length > 0) return reply.sensorNotFound(unmatched);

    if (!queue.hasRoom()) return reply.unavailable();
    const outcome = await acceptor.accept(columns, {
      device: authentication.device,
      request: visit.id,
      arrivalMs,
      deviceClockSeconds: deviceClockSeconds(headers.get("date"), arrivalMs),
      batteryVolts: parsed.batteryVolts,
    });
    if (outcome.accepted + outcome.duplicates === 0) return reply.noneAccepted(outcome.rejected);
    return reply.success(outcome, endpoint, sensor);
  }

  function answerFault({ request, id, device, reply }: Visit, error: unknown): Response {
    if (error instanceof QueueUnavailableError) return reply.unavailable();
    // A client that hung up in the middle of its body is no fault of ours, and hears no answer.
    if (!request.signal.aborted) {
      log.error("a request failed", {
        request: id.text,
        device: device?.record.uuid,
        reason: reasonOf(error),
      });
    }
    return reply.refuse("serverError");
  }
}

const undecodable = { body: ["The body does not match its Content-Encoding."] };

function findUrlSensor(device: Device, identifier: string | null, contract: Contract): Sensor | null {
  if (identifier === null) return null;
  const sensor = device.sensor(identifier);
  if (sensor === undefined) return null;
  return contract.takesSlugInUrl || sensor.uuid === identifier ? sensor : null;
}
