import { traceMinutesDefault, traceMinutesMax } from "@weir/protocol/manage/trace-minutes";
import type { AuditedAction } from "../../../control/audit/audited-action.ts";
import { chainNames } from "../../../control/chains/chain-records.ts";
import type { Control, ControlReader } from "../../../control/control.ts";
import type { ProcessorAnswers, ProcessorRequest } from "../../../process/processor-request.ts";
import { askAudited } from "../../core/ask-audited.ts";
import { findChain } from "../../core/find-chain.ts";
import { findDevice } from "../../core/find-device.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import type { AskProcessor } from "../../core/records/record-access.ts";

/** What to trace: the readings of the sensors that use a chain (UUID or name), or those of a device (UUID). */
export type TraceSubject = { readonly chain: string } | { readonly device: string };

interface TraceAccess {
  readonly control: ControlReader;
  readonly ask: AskProcessor;
}

/** Starts and stops traces. Both are recorded in the audit log, because a trace shows what devices send. */
interface TraceWriter extends TraceAccess {
  readonly control: Control;
}

/** The last readings that arrived since the trace began. */
export interface Trace {
  /** When it ends or has ended. */
  readonly untilMs: number;
  /** How many readings arrived. Only the last are kept. */
  readonly seen: number;
  readonly runs: readonly TracedRun[];
}

type TraceReport = NonNullable<ProcessorAnswers["read trace"]>;
/** The path of one reading through its chain. The chain's name is null if it was deleted since. */
export type TracedRun = TraceReport["runs"][number] & { readonly chainName: string | null };

/** Restarts a running trace of the subject. */
export async function startTrace(
  access: TraceWriter,
  subject: TraceSubject,
  minutes = traceMinutesDefault,
): Promise<Result<Trace | null>> {
  if (!(minutes > 0 && minutes <= traceMinutesMax)) {
    throw new RangeError(`A trace can take at most ${traceMinutesMax} minutes, not ${minutes}.`);
  }
  const found = await findTarget(access.control, subject);
  if (!found.ok) return found;
  const { target, audited } = found.value;
  await askAudited(
    access.control,
    { ...audited, action: "trace.start", after: { minutes } },
    () => access.ask({ kind: "start trace", target, minutes }),
    () => ({}),
  );
  return succeed(await report(access, target));
}

/** Stops the trace and keeps what was recorded. */
export async function stopTrace(access: TraceWriter, subject: TraceSubject): Promise<Result<Trace | null>> {
  const found = await findTarget(access.control, subject);
  if (!found.ok) return found;
  const { target, audited } = found.value;
  const stop = async (): Promise<Trace | null> => {
    const before = await report(access, target);
    if (before !== null) await access.ask({ kind: "stop trace", target });
    return before;
  };
  const action = { ...audited, action: "trace.stop" };
  return succeed(await askAudited(access.control, action, stop, (before) => (before === null ? null : {})));
}

/** Null if the subject was not traced since the processor started. */
export async function readTrace(access: TraceAccess, subject: TraceSubject): Promise<Result<Trace | null>> {
  const target = await findTarget(access.control, subject);
  return target.ok ? succeed(await report(access, target.value.target)) : target;
}

type TraceTarget = Extract<ProcessorRequest, { kind: "read trace" }>["target"];

interface FoundTarget {
  readonly target: TraceTarget;
  /** The name in the audit log. */
  readonly audited: Omit<AuditedAction, "action">;
}

async function findTarget(control: ControlReader, subject: TraceSubject): Promise<Result<FoundTarget>> {
  if ("chain" in subject) {
    const chain = await findChain(control, control.db, subject.chain);
    if (!chain.ok) return chain;
    const { id, uuid, accountId, name, publishedVersion } = chain.value;
    if (publishedVersion === null) {
      return refuse(
        "chain_unpublished",
        `The chain "${name}" was never published, so no readings go through it.`,
      );
    }
    const audited = { accountId, subjectKind: "chain", subject: uuid };
    return succeed({ target: { kind: "chain", chainId: id }, audited });
  }
  const device = await findDevice(control, control.db, subject.device);
  if (!device.ok) return device;
  const { id, uuid, accountId } = device.value;
  const audited = { accountId, subjectKind: "device", subject: uuid };
  return succeed({ target: { kind: "device", deviceId: id }, audited });
}

async function report({ control, ask }: TraceAccess, target: TraceTarget): Promise<Trace | null> {
  const found = await ask({ kind: "read trace", target });
  if (found === null) return null;
  const uuids = [...new Set(found.runs.map(({ chainUuid }) => chainUuid))];
  const names = await chainNames(control, uuids);
  const { untilMs, seen, runs } = found;
  return {
    untilMs,
    seen,
    runs: runs.map((run) => ({ ...run, chainName: names.get(run.chainUuid) ?? null })),
  };
}
