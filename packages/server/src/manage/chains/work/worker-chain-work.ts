import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { nodeLabel } from "@weir/rule-engine/node-label";
import type { Clock } from "../../../platform/clock.ts";
import { waitOutsideTurn } from "../../../platform/give-way.ts";
import type { ReachedLimit } from "../../../platform/reached-limit.ts";
import { WorkTurns } from "../../../web/turns/work-turns.ts";
import { type Refusal, type Result, refuse } from "../../core/manage-error.ts";
import { accountOwner, type ChainWork, type ChainWorkUse, noPages, type WorkOwner } from "./chain-work.ts";
import { ChainWorker, type ChainWorkerTimes } from "./chain-worker.ts";
import type { ChainOrder } from "./do-chain-work.ts";
import type { NumberedNode } from "./node-numbers.ts";
import { OwnerShares } from "./owner-shares.ts";

const minuteMs = 60_000;

/**
 * What owners have spent within the current minute. All start again each minute, so that none has to be forgotten
 * individually.
 */
class SpentTime {
  readonly #clock: Clock;
  readonly #spentMs = new Map<string, number>();
  #minute = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(owner: string, ms: number): void {
    this.#spentMs.set(owner, this.msOf(owner) + ms);
  }

  msOf(owner: string): number {
    const minute = Math.floor(this.#clock.nowMs() / minuteMs);
    if (minute !== this.#minute) this.#spentMs.clear();
    this.#minute = minute;
    return this.#spentMs.get(owner) ?? 0;
  }
}

interface ChainWorkLimits {
  readonly deadlineS: number;
  /** Pieces of work that an account may have waiting or running. */
  readonly perAccount: number;
  readonly secondsPerMinute: number;
}

/** How many accounts are served at a time. With two, one with a lot of work delays nobody. */
const threadsMax = 2;
/** A thread takes about 20 MB, and chains are rarely edited. */
const defaultIdleMs = 10_000;
/** Longer than an owner that has just used the whole deadline has to wait with the usual share. */
const waitMaxMs = 10_000;
/** How long a refusal waits, because a refused loop must not be faster than one that is not. */
const defaultRefusalMs = 1000;
/** The time to receive, parse and look through a byte of a chain, which is not done on a chain thread. */
const readingMsPerByte = 40e-6;

interface ChainWorkPauses extends ChainWorkerTimes {
  /** How long an idle thread is kept. */
  readonly idleMs?: number;
  readonly refusalMs?: number;
}

/**
 * Chain work on its own threads. A thread does one piece of work at a time, so that ending it affects nobody else.
 * Waiting work waits here.
 */
export class WorkerChainWork implements ChainWork {
  readonly #limits: ChainWorkLimits;
  readonly #turns: WorkTurns;
  readonly #spent: SpentTime;
  readonly #shares: OwnerShares;
  readonly #idleMs: number;
  readonly #refusalMs: number;
  readonly #times: ChainWorkerTimes;
  readonly #idle: ChainWorker[] = [];
  readonly #busy = new Set<ChainWorker>();
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(limits: ChainWorkLimits, clock: Clock, pauses: ChainWorkPauses = {}) {
    this.#limits = limits;
    this.#idleMs = pauses.idleMs ?? defaultIdleMs;
    this.#refusalMs = pauses.refusalMs ?? defaultRefusalMs;
    this.#times = pauses;
    this.#spent = new SpentTime(clock);
    this.#shares = new OwnerShares(clock, limits.secondsPerMinute);
    this.#turns = new WorkTurns({ turnsMax: threadsMax, dueTimes: this.#shares });
  }

  async admit(owner: WorkOwner, chainBytes: number): Promise<Refusal | null> {
    const refused = this.#refusalOf(owner);
    if (refused !== null) return this.#refuseLater(owner, refused);
    const charge = async () => this.#charge(owner, chainBytes * readingMsPerByte);
    await waitOutsideTurn(() => this.#turns.take(owner, charge));
    return null;
  }

  facts: ChainWork["facts"] = (owner, definition) => this.#work(owner, { kind: "facts", definition });

  checkExpression: ChainWork["checkExpression"] = (owner, question) =>
    this.#work(owner, { kind: "expression", ...question });

  rehearse: ChainWork["rehearse"] = (owner, trial, readings) =>
    this.#work(owner, { kind: "rehearse", trial, readings });

  compare: ChainWork["compare"] = (owner, trial, { pages, readingsMax }) =>
    this.#work(owner, { kind: "compare", trial, readingsMax }, pages);

  tryAlertRule: ChainWork["tryAlertRule"] = (owner, order, pages) =>
    this.#work(owner, { kind: "alert rule", ...order }, pages);

  useOf(tenantId: number): ChainWorkUse {
    const { name } = accountOwner(tenantId);
    return { atOnce: this.#turns.countOf(name), spentS: this.#spent.msOf(name) / 1000 };
  }

  /** Cancels running work. */
  close(): void {
    this.#endIdle();
    for (const worker of this.#busy) worker.end();
  }

  async #work<T>(
    owner: WorkOwner,
    order: ChainOrder,
    pages: AsyncIterable<readonly ChainReading[]> | null = null,
  ): Promise<Result<T>> {
    const refused = this.#refusalOf(owner);
    if (refused !== null) return this.#refuseLater(owner, refused);
    const inTurn = () => this.#turns.take(owner, () => this.#run<T>(owner, order, pages ?? noPages()));
    // Pages are read by this thread, in the turn of the request.
    return pages === null ? waitOutsideTurn(inTurn) : inTurn();
  }

  async #run<T>(
    owner: WorkOwner,
    order: ChainOrder,
    pages: AsyncIterable<readonly ChainReading[]>,
  ): Promise<Result<T>> {
    clearTimeout(this.#ending);
    const worker = this.#idle.pop() ?? new ChainWorker(this.#times);
    this.#busy.add(worker);
    try {
      const end = await worker.run(order, pages, this.#limits.deadlineS * 1000);
      this.#charge(owner, end.spentMs);
      if (end.kind === "done") return end.result as Result<T>;
      return end.kind === "starved" ? refuseStarved(order) : this.#refuseSlow(order, end.node);
    } finally {
      this.#busy.delete(worker);
      if (worker.isUsable) this.#idle.push(worker);
      this.#endIdleLater();
    }
  }

  /**
   * A thread with waiting work is kept, because a new one compiles everything again, which takes longer than most of
   * the work.
   */
  #endIdleLater(): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => {
      if (this.#turns.isWaitedFor) this.#endIdleLater();
      else this.#endIdle();
    }, this.#idleMs);
    this.#ending.unref();
  }

  #charge(owner: WorkOwner, ms: number): void {
    if (!owner.isLimited) return;
    this.#spent.add(owner.name, ms);
    this.#shares.add(owner, ms);
  }

  #endIdle(): void {
    for (const worker of this.#idle.splice(0)) worker.end();
  }

  async #refuseLater(owner: WorkOwner, refused: Refusal): Promise<Refusal> {
    this.#shares.beginWait(owner);
    await Bun.sleep(this.#refusalMs);
    this.#shares.endWait(owner);
    return refused;
  }

  #refusalOf(owner: WorkOwner): Refusal | null {
    if (this.#turns.isFull) {
      const message = "The server has too many rule chains to check right now. Try again in a moment.";
      return refuseFor(1, refuse("too_busy", message));
    }
    const max = this.#limits.perAccount;
    if (owner.isLimited && this.#turns.countOf(owner.name) >= max) {
      const message = `The account can run at most ${max} checks and dry runs of rule chains at a time (chain_checks_per_account). Try again in a moment.`;
      return refuseFor(1, refuse("check_limit", message), { setting: "chain_checks_per_account", max });
    }
    return this.#refuseSpent(owner);
  }

  #refuseSpent(owner: WorkOwner): Refusal | null {
    const max = this.#limits.secondsPerMinute;
    if (this.#shares.dueInMs(owner) <= waitMaxMs) return null;
    const message = `Checks and dry runs of rule chains of this account can take at most ${max} s per minute (chain_check_s_per_minute). Try again in a minute.`;
    const setting = { setting: "chain_check_s_per_minute", max };
    const retryAfterS = Math.ceil(this.#shares.restMs(owner) / 1000);
    return refuseFor(retryAfterS, refuse("check_limit", message), setting);
  }

  #refuseSlow({ kind }: ChainOrder, at: NumberedNode | null): Refusal {
    const what = doings[kind];
    const { deadlineS } = this.#limits;
    const took = `${what} took longer than ${deadlineS} s (chain_check_deadline_s)`;
    const message = `${took}${at === null ? "" : `, at ${describeNode(at)}`}.`;
    const nodeId = at === null || at.chainName !== null ? null : at.node.id;
    const problem = { severity: "error", code: "invalid", nodeId, field: null, message } as const;
    return { ok: false, error: { code: "check_deadline", message, problems: [problem] } };
  }
}

const doings: Readonly<Record<ChainOrder["kind"], string>> = {
  facts: "Checking the chain",
  expression: "Checking the chain",
  rehearse: "Trying the chain",
  compare: "Trying the chain",
  "alert rule": "Trying the alert rule",
};

/** This says nothing about the chain. */
function refuseStarved({ kind }: ChainOrder): Refusal {
  const message = `${doings[kind]} could not be finished, because the server is overloaded. Try again in a moment.`;
  return refuseFor(1, refuse("too_busy", message));
}

function describeNode({ node, chainName }: NumberedNode): string {
  const named = `node "${nodeLabel(node)}"`;
  return chainName === null ? named : `${named} of chain "${chainName}"`;
}

function refuseFor(retryAfterS: number, { ok, error }: Refusal, limit?: ReachedLimit): Refusal {
  return { ok, error: { ...error, retryAfterS, ...(limit === undefined ? {} : { limit }) } };
}
