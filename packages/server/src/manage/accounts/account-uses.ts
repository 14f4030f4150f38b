import { nearOf } from "@weir/protocol/manage/near-limit";
import type { Bus } from "../../bus/bus.ts";
import { accountsUsing } from "../../control/account-use.ts";
import { tenantOf } from "../../control/accounts/tenants.ts";
import type { Clock } from "../../platform/clock.ts";
import { dayOf } from "../../platform/day-of.ts";
import type { ProcessorProgress } from "../../process/process-messages.ts";
import type { Unsettled } from "../../queue/unsettled.ts";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import type { Backlog } from "../../store/backlog/record.ts";
import type { OutboxQueries } from "../../store/outbox/queries.ts";
import type { LiveHub } from "../../web/live/live-hub.ts";
import type { ChainControl } from "../chains/work/chain-control.ts";
import type { AccountUsage } from "../core/account-usage.ts";
import type { ServerLimits } from "../core/server-limits.ts";
import { readKeptUsage } from "./kept-usage.ts";

/** A page of limits waits no longer for a busy process. */
const askTimeoutMs = 2000;
/** An operator who sees this many accounts near a limit will change the limit. */
const nearMax = 100;

interface UseSources {
  readonly bus: Pick<Bus, "ask">;
  readonly control: ChainControl;
  readonly activity: Pick<ActivityQueries, "quarantinedCount">;
  readonly outbox: Pick<OutboxQueries, "mailsOn" | "accountsMailing">;
  readonly clock: Clock;
  readonly live: Pick<LiveHub, "streamsOf" | "accountsAbove">;
  readonly limits: ServerLimits;
}

/** What accounts use of each limit, wherever it is counted. */
export class AccountUses {
  readonly #sources: UseSources;
  /** By partition, from the last report of its processor. */
  readonly #parked = new Map<number, readonly Backlog[]>();

  constructor(sources: UseSources) {
    this.#sources = sources;
  }

  async of(accountId: number): Promise<AccountUsage> {
    const { bus, control, live, clock } = this.#sources;
    const timeout = { timeoutMs: askTimeoutMs };
    const [kept, tenantId, unsettled, identities, processor] = await Promise.all([
      readKeptUsage(this.#sources, accountId, clock.nowMs()),
      tenantOf(control.db, accountId),
      this.#unsettled(accountId),
      bus.ask("ingest", { kind: "identities", accountId }, timeout).catch(() => null),
      bus.ask("process", { kind: "account use", accountId }, timeout).catch(() => null),
    ]);
    const { atOnce, spentS } = control.chainWork.useOf(tenantId);
    return {
      ...kept,
      queueBytes: unsettled === null ? null : (unsettled[0]?.bytes ?? 0),
      identities,
      traces: processor?.traces ?? null,
      storedReadings: processor?.storedReadings ?? null,
      processedPercent: processor?.processedPercent ?? null,
      streams: live.streamsOf(accountId),
      chainChecks: atOnce,
      chainCheckS: spentS,
    };
  }

  /** Accounts that have been near a limit for longer than a moment, as far as this is known. */
  async nearLimits(): Promise<number[]> {
    const { bus, control, outbox, live, limits, clock } = this.#sources;
    const { devices, sensors, controlBytes } = control.limits;
    const storedReadings = limits.storedReadingsPerAccount || Number.MAX_SAFE_INTEGER;
    const [ofControl, unsettled, mailing, ofProcessor] = await Promise.all([
      accountsUsing(
        control.db,
        { devices: nearOf(devices), sensors: nearOf(sensors), controlBytes: nearOf(controlBytes) },
        nearMax,
      ),
      this.unsettled(),
      outbox.accountsMailing(dayOf(clock.nowMs()), nearOf(limits.mailsPerAccountPerDay), nearMax),
      bus
        .ask(
          "process",
          {
            kind: "accounts using",
            processedPercent: nearOf(limits.processingShare),
            storedReadings: nearOf(storedReadings),
          },
          { timeoutMs: askTimeoutMs },
        )
        .catch(() => []),
    ]);
    const ofQueue = unsettled.filter(({ bytes }) => bytes >= nearOf(limits.queueBytesPerAccount));
    const all = new Set([
      ...ofControl,
      ...ofQueue.map(({ accountId }) => accountId),
      ...mailing,
      ...ofProcessor,
      ...live.accountsAbove(nearOf(limits.streamsPerAccount)),
    ]);
    return [...all].slice(0, nearMax);
  }

  /** The processor of a partition has reported. */
  reported({ position, parked }: Pick<ProcessorProgress, "position" | "parked">): void {
    this.#parked.set(position.partition, parked);
  }

  /** The readings that wait for their account's turn, by the last reports. */
  get parked(): readonly Unsettled[] {
    const byAccount = new Map<number, Unsettled>();
    for (const { accountId, readings, bytes } of [...this.#parked.values()].flat()) {
      const known = byAccount.get(accountId) ?? { accountId, readings: 0, bytes: 0 };
      byAccount.set(accountId, {
        accountId,
        readings: known.readings + readings,
        bytes: known.bytes + bytes,
      });
    }
    return [...byAccount.values()];
  }

  /** Of all accounts together. */
  get parkedBytes(): number {
    return this.parked.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Of all accounts that have any; empty if this is unknown. */
  async unsettled(): Promise<readonly Unsettled[]> {
    return (await this.#unsettled(null)) ?? [];
  }

  #unsettled(accountId: number | null): Promise<readonly Unsettled[] | null> {
    return this.#sources.bus
      .ask("ingest", { kind: "unsettled", accountId }, { timeoutMs: askTimeoutMs })
      .catch(() => null);
  }
}
