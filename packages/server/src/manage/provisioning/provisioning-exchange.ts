import type { ContractName } from "@weir/protocol/contracts";
import {
  isProvisionTarget,
  type ProvisionErrorName,
  provisionBodyBytesMax,
  provisionErrors,
  provisionMessages,
  provisionRetryS,
} from "@weir/protocol/provisioning";
import type { Control } from "../../control/control.ts";
import type { Answer } from "../../ingest/http/answer.ts";
import type { BodyRefusal } from "../../ingest/http/exchange.ts";
import type { RequestHead } from "../../ingest/http/request-head.ts";
import type { SourceKeys } from "../../ingest/limit/source-key.ts";
import { bodyForm, decodeBody } from "../../ingest/parse/body-form.ts";
import { answerMarks, withMarks } from "../../ingest/respond/answer-marks.ts";
import { faultErrors } from "../../ingest/respond/fault-errors.ts";
import { queuedContract } from "../../ingest/respond/queued-contract.ts";
import { Reply } from "../../ingest/respond/reply.ts";
import { type RequestId, RequestIds } from "../../ingest/respond/request-ids.ts";
import { type Budget, withBudget } from "../../limit/limiter.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { OneAtATime } from "../../platform/one-at-a-time.ts";
import { PerKey } from "../../platform/per-key.ts";
import type { ManagedTaker } from "../../web/managed-taker.ts";
import { passingProblem } from "../../web/passing-problem.ts";
import { isTooPlain, type PlainHttp } from "../../web/refuse-plain-http.ts";
import type { RequestTurns } from "../../web/turns/request-turns.ts";
import type { Provisioned } from "./provision-device.ts";
import type { ProvisioningLimits } from "./provisioning-limits.ts";

interface ProvisioningParts {
  readonly control: Control;
  readonly sources: SourceKeys;
  /** Whether the listener itself speaks TLS. */
  readonly hasTls: boolean;
  readonly plainHttp: PlainHttp;
  readonly limits: ProvisioningLimits;
  /** The turns of all requests that this thread answers. */
  readonly turns: Pick<RequestTurns, "take">;
  readonly defaultContract: ContractName;
  readonly clock: Clock;
  readonly log: Log;
}

/** A request of a device, and how to answer it. */
interface Visit {
  readonly head: RequestHead;
  readonly source: string;
  readonly id: RequestId;
  readonly budget: Budget;
  readonly reply: Reply;
}

/**
 * Answers devices that ask for their UUID and token. It is part of the device API, with its checks, bodies and errors, but
 * writes control data, so the manage role answers it. Returns null for all other requests.
 */
export function createProvisioningExchange(parts: ProvisioningParts) {
  const { control, sources, hasTls, plainHttp, limits, turns, defaultContract, clock, log } = parts;
  const requestIds = new RequestIds();
  // The database keeps requests of a hardware id apart anyway, also those of other processes, but many at once would all be run
  // again and again, and some would be refused. As many wait as requests are in progress.
  const hardware = new PerKey((_text: string) => new OneAtATime());

  return (head: RequestHead, peerAddress: string): Answer | Promise<Answer | ManagedTaker> | null => {
    if (!isProvisionTarget(head.target)) return null;
    const id = requestIds.next();
    const taken = limits.bySource.take(sources.keyOf(peerAddress, head.headers), clock.nowMs());
    return withBudget<Answer | ManagedTaker>(taken, (budget) => {
      const reply = new Reply(queuedContract, budget, id);
      const source = sources.addressOf(peerAddress, head.headers);
      const isSecure = hasTls || sources.isSecureByProxy(peerAddress, head.headers);
      if (budget.ok && isTooPlain({ isSecure, source }, plainHttp)) {
        return withMarks(refusal("plainHttp"), answerMarks(budget, id.text));
      }
      return begin({ head, source, id, budget, reply });
    }) as Answer | Promise<Answer | ManagedTaker>;
  };

  function begin(visit: Visit): Answer | ManagedTaker {
    const { head, budget, reply } = visit;
    if (!budget.ok) return reply.tooMany(head.headers.get("accept"), clock.nowMs());
    if (head.method !== "POST") return reply.methodNotAllowed("POST");
    const form = bodyForm(head.headers, head.body, provisionBodyBytesMax);
    if (!form.ok) {
      return form.error === "payloadTooLarge"
        ? reply.refuse(form.error)
        : reply.unsupportedMediaType(form.taken);
    }
    return {
      bytesMax: form.bytesMax,
      payers: [{ key: `source ${sources.keyOfAddress(visit.source)}`, part: 4 }],
      refuse: (fault) => reply.refuse(faultErrors[fault]),
      async take(body: Uint8Array | BodyRefusal): Promise<Answer> {
        if (body === "too large") return reply.refuse("payloadTooLarge");
        if (typeof body === "string") return reply.unavailable();
        if (form.inflate === null) return answer(visit, body);
        const decoded = await decodeBody(body, form.inflate, provisionBodyBytesMax);
        if (decoded.ok) return answer(visit, decoded.bytes);
        return decoded.error === "payloadTooLarge"
          ? reply.refuse(decoded.error)
          : reply.invalid({ body: ["The body does not match its Content-Encoding."] });
      },
    };
  }

  async function answer(visit: Visit, bytes: Uint8Array): Promise<Answer> {
    try {
      return await provision(visit, bytes);
    } catch (error) {
      if (passingProblem(error) !== null) return visit.reply.unavailable();
      log.error("a device could not be provisioned", { request: visit.id.text, reason: reasonOf(error) });
      return visit.reply.refuse("serverError");
    }
  }

  async function provision({ head, source, id, budget, reply }: Visit, bytes: Uint8Array): Promise<Answer> {
    // Loaded for the first request: few servers have devices that provision themselves.
    const [{ readProvisionBody }, { provisionDevice }, { hashOfProvisioningKey }] = await Promise.all([
      import("./read-provision-body.ts"),
      import("./provision-device.ts"),
      import("./provisioning-keys.ts"),
    ]);
    const read = readProvisionBody(bytes);
    if (!read.ok) return reply.invalid(read.errors);
    const { provisioningKey, ...device } = read.body;
    const hash = hashOfProvisioningKey(provisioningKey);
    const refuse = (name: ProvisionErrorName) => withMarks(refusal(name), answerMarks(budget, id.text));
    if (hash === null) return refuse("invalidKey");
    const keyText = Buffer.from(hash).toString("base64url");
    const hardwareText = `${keyText} ${device.hardwareId}`;
    const nowMs = clock.nowMs();
    const ofKey = await limits.byKey.take(keyText, nowMs);
    const tokens = limits.tokensByHardware.peek(hardwareText, nowMs);
    for (const used of [ofKey, { ...tokens, ok: tokens.remaining > 0 }]) {
      if (!used.ok) return new Reply(queuedContract, used, id).tooMany(head.headers.get("accept"), nowMs);
    }
    const request = { ...device, source, requestId: id.text };
    // Nobody is refused, because a hall of devices may be switched on together: their number is limited by minute and key.
    const done = await hardware.use(hardwareText, (line) =>
      line.run(() =>
        turns.take({ name: "provisioning", caller: keyText }, () =>
          provisionDevice(control, hash, request, defaultContract),
        ),
      ),
    );
    if (done.kind === "again") await limits.tokensByHardware.take(hardwareText, nowMs);
    switch (done.kind) {
      case "invalid key":
        return refuse("invalidKey");
      case "rejected":
        return refuse("rejected");
      case "key limit":
        return refuse("keyLimit");
      case "waiting of key":
        return refuse("waitingOfKey");
      case "waiting of account":
        return refuse("waitingOfAccount");
      case "refused":
        return refuseForNow(reply, done);
      default:
        return withMarks(success(done), answerMarks(budget, id.text));
    }
  }

  /** The account is full, or the template cannot be used: people have to change something, and the device tries again. */
  function refuseForNow(reply: Reply, { error }: Provisioned & { kind: "refused" }): Answer {
    if (error.limit !== undefined) return reply.accountLimit({ message: error.message, ...error.limit });
    log.warn("a device could not be created from its template", { code: error.code, reason: error.message });
    return reply.unavailable();
  }
}

/** Nothing on the way may keep an answer with a token. */
const json = { "Content-Type": "application/json", "Cache-Control": "no-store" };

const headersFor: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "WWW-Authenticate": "Bearer" },
  503: { "Retry-After": String(provisionRetryS) },
};

function refusal(name: ProvisionErrorName): Answer {
  const { status, code, message } = provisionErrors[name];
  return {
    status,
    headers: { ...json, ...headersFor[status] },
    body: JSON.stringify({ message, error: code }),
  };
}

type Success = Extract<Provisioned, { kind: "created" | "again" | "repeated" | "existing" | "waiting" }>;

function success(done: Success): Answer {
  if (done.kind === "waiting") {
    const headers = { ...json, "Retry-After": String(provisionRetryS) };
    return { status: 202, headers, body: JSON.stringify({ message: provisionMessages.waiting }) };
  }
  const message = provisionMessages[done.kind];
  const token = done.kind === "existing" ? {} : { token: done.token };
  return {
    status: done.kind === "created" ? 201 : 200,
    headers: json,
    body: JSON.stringify({ message, device_uuid: done.uuid, ...token }),
  };
}
