import { describe, expect, test } from "bun:test";
import type { Handling } from "@weir/protocol/contracts";
import fc from "fast-check";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import type { Submission } from "../harness/device-client.ts";
import { propertyRuns, propertyTimeoutMs } from "../harness/property-runs.ts";
import { type ContractServer, useServer, uuidOf } from "./contract-server.ts";
import { expectAnswer } from "./contract-table.ts";
import { Moment, type RandomRequest, randomRequests } from "./random-requests.ts";
import { type ModelRequest, ReferenceModel } from "./reference-model.ts";

/** Longer than every window, so that no run knows what another has sent. */
const betweenRunsMs = 3 * 24 * 3600 * 1000;

const traits = {
  queued: { contract: "queued", handling: "strict" },
  lenient: { contract: "queued", handling: "lenient" },
  stored: { contract: "stored", handling: "strict" },
} as const;

describe("random requests", () => {
  const server = useServer();

  test(
    "get the same answers as from the reference model, and every reading is counted once",
    async () => {
      const devices = {
        queued: await server().createDevice(traits.queued),
        lenient: await server().createDevice(traits.lenient),
        stored: await server().createDevice(traits.stored),
      };
      const property = fc.asyncProperty(randomRequests, async (requests) => {
        const { clock } = server().weir;
        clock.advanceMs(betweenRunsMs - (clock.nowMs() % 1000));
        const startMs = clock.nowMs();
        const model = new ReferenceModel();
        for (const random of requests) {
          clock.advanceMs(random.advanceMs);
          await expectAsModelled(server(), { random, device: devices[random.device], model, startMs });
        }
      });
      await fc.assert(property, { numRuns: propertyRuns(120) });
    },
    propertyTimeoutMs,
  );
});

interface Round {
  readonly random: RandomRequest;
  readonly device: CreatedDevice;
  readonly model: ReferenceModel;
  readonly startMs: number;
}

async function expectAsModelled({ weir, client }: ContractServer, round: Round): Promise<void> {
  const { random, device, model, startMs } = round;
  const nowMs = weir.clock.nowMs();
  const request = modelRequest(random, device, startMs, nowMs);
  const expected = model.answer({ ...traits[random.device], sensors: device.sensors }, request, nowMs);
  const answer = await client.send(device, submission(request, random));
  expectAnswer(answer, expected);
  expectAllCounted(answer.json, request.body.data);
}

/** accepted + duplicates + rejected = n, wherever counts are given. */
function expectAllCounted(json: unknown, data: unknown): void {
  const { accepted = 0, duplicates = 0, rejected } = json as Record<string, number> & { rejected?: object };
  if (rejected === undefined) return;
  const dropped = Object.values(rejected as Record<string, number>).reduce((sum, count) => sum + count, 0);
  expect(accepted + duplicates + dropped).toBe(Array.isArray(data) ? data.length : 1);
}

/** Fills in what is only known now: UUIDs and times. */
function modelRequest(
  random: RandomRequest,
  device: CreatedDevice,
  startMs: number,
  nowMs: number,
): ModelRequest {
  const { endpoint, token, prefer, clockOffsetS } = random;
  const deviceNowMs = Math.floor(nowMs / 1000) * 1000 + (clockOffsetS || 0) * 1000;
  const fill = (value: unknown): unknown => {
    if (value instanceof Moment) return format(value, value.from === "start" ? startMs : deviceNowMs);
    if (typeof value === "string")
      return value.replace(/^\{(\w+)\}$/, (_, slug: string) => uuidOf(device, slug));
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member)]));
  };
  return {
    endpoint,
    token,
    sensor: fill(random.sensor) as string,
    preferred: prefer?.startsWith("handling=") ? (prefer.slice("handling=".length) as Handling) : null,
    date: clockOffsetS === null ? null : dateHeader(deviceNowMs, clockOffsetS),
    body: fill(random.body) as Record<string, unknown>,
  };
}

function dateHeader(deviceNowMs: number, clockOffsetS: number): string {
  return Number.isNaN(clockOffsetS) ? "yesterday" : new Date(deviceNowMs).toUTCString();
}

function submission(request: ModelRequest, { prefer }: RandomRequest): Submission {
  const authorization = {
    own: {},
    wrong: { authorization: "Bearer wdt_wrong" },
    none: { authorization: null },
  };
  return {
    endpoint: request.endpoint,
    sensor: request.sensor,
    body: toJson(request.body),
    headers: { prefer, date: request.date, ...authorization[request.token] },
  };
}

/** Unlike JSON, JSON.stringify writes neither -0 nor numbers that are too large to be finite. */
function toJson(body: unknown): string {
  const text = JSON.stringify(body, (_key, value: unknown) => {
    if (Object.is(value, -0)) return "<-0>";
    return value === Infinity ? "<1e400>" : value;
  });
  return text.replaceAll('"<-0>"', "-0").replaceAll('"<1e400>"', "1e400");
}

function format({ offsetUs }: Moment, originMs: number): string {
  const us = BigInt(originMs) * 1000n + BigInt(offsetUs);
  const seconds = new Date(Number(us / 1000n)).toISOString().slice(0, "yyyy-mm-ddThh:mm:ss".length);
  return `${seconds}.${String(us % 1_000_000n).padStart(6, "0")}Z`;
}
