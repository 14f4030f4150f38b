import type { ProcessorAnswers, ProcessorRequest } from "../process/processor-request.ts";
import type { ControlReader } from "./control-store.ts";
import { findChain } from "./find-chain.ts";
import { findDevice } from "./find-device.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";
import type { AskProcessor } from "./record-access.ts";

/** What to watch: the readings of the sensors that a chain (UUID or name) applies to, or those of a device (UUID). */
export type TraceSubject = { readonly chain: string } | { readonly device: string };

export interface TraceAccess {
  readonly control: ControlReader;
  readonly ask: AskProcessor;
}

/** What a trace has caught: the last of the readings that came by since it began. */
export interface Trace {
  /** When it ends by itself, or has ended. */
  readonly untilMs: number;
  /** How many readings came by; those before the last are forgotten. */
  readonly seen: number;
  readonly runs: readonly TracedRun[];
}

type TraceReport = NonNullable<ProcessorAnswers["read trace"]>;
/** One reading's way through its chain. The chain's name is null where it was deleted since. */
export type TracedRun = TraceReport["runs"][number] & { readonly chainName: string | null };

export const traceMinutesDefault = 15;
/** Watching costs every reading of the processor a little, so it must not be forgotten. */
export const traceMinutesMax = 60;

/** Begins anew where the subject is watched already. */
export async function startTrace(
  access: TraceAccess,
  subject: TraceSubject,
  minutes = traceMinutesDefault,
): Promise<Result<Trace | null>> {
  if (!(minutes > 0 && minutes <= traceMinutesMax)) {
    throw new RangeError(`A trace takes up to ${traceMinutesMax} minutes, not ${minutes}.`);
  }
  const target = await findTarget(access.control, subject);
  if (!target.ok) return target;
  await access.ask({ kind: "start trace", target: target.value, minutes });
  return succeed(await report(access, target.value));
}

/** Stops watching and keeps what was caught. */
export async function stopTrace(access: TraceAccess, subject: TraceSubject): Promise<Result<Trace | null>> {
  const target = await findTarget(access.control, subject);
  if (!target.ok) return target;
  const before = await report(access, target.value);
  if (before !== null) await access.ask({ kind: "stop trace", target: target.value });
  return succeed(before);
}

/** Null where the subject was not watched since the processor started. */
export async function readTrace(access: TraceAccess, subject: TraceSubject): Promise<Result<Trace | null>> {
  const target = await findTarget(access.control, subject);
  return target.ok ? succeed(await report(access, target.value)) : target;
}

type TraceTarget = Extract<ProcessorRequest, { kind: "read trace" }>["target"];

async function findTarget(control: ControlReader, subject: TraceSubject): Promise<Result<TraceTarget>> {
  if ("chain" in subject) {
    const chain = await findChain(control, control.db, subject.chain);
    if (!chain.ok) return chain;
    const { id, name, publishedVersion } = chain.value;
    if (publishedVersion !== null) return succeed({ kind: "chain", chainId: id });
    return refuse("chain_unpublished", `The chain "${name}" was never published, so no reading passes it.`);
  }
  const device = await findDevice(control, control.db, subject.device);
  return device.ok ? succeed({ kind: "device", deviceId: device.value.id }) : device;
}

async function report({ control, ask }: TraceAccess, target: TraceTarget): Promise<Trace | null> {
  const found = await ask({ kind: "read trace", target });
  if (found === null) return null;
  const uuids = [...new Set(found.runs.map(({ chainUuid }) => chainUuid))];
  const chains = await control.db
    .selectFrom("chains")
    .select(["uuid", "name"])
    .where("uuid", "in", uuids)
    .execute();
  const names = new Map(chains.map(({ uuid, name }) => [uuid, name]));
  const { untilMs, seen, runs } = found;
  return {
    untilMs,
    seen,
    runs: runs.map((run) => ({ ...run, chainName: names.get(run.chainUuid) ?? null })),
  };
}
