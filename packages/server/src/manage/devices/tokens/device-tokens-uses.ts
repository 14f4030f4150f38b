import { nothingToAudit } from "../../../control/audit/audited-action.ts";
import type { Control } from "../../../control/control.ts";
import { endOverlap, noteTokenUses } from "../../../control/devices/device-tokens.ts";
import type { TokenUse } from "../../../ingest/authenticate/device-registry.ts";
import type { Clock } from "../../../platform/clock.ts";
import { errorCode } from "../../../platform/error-code.ts";
import { type Log, reasonOf } from "../../../platform/log.ts";
import { commitChange } from "../../core/commit-change.ts";
import { succeed } from "../../core/manage-error.ts";

interface TokenUsesParts {
  readonly control: Control;
  /** The uses of devices with two tokens, as ingest has observed them. */
  readonly uses: () => Promise<readonly TokenUse[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How soon the end of an overlap is stored, and how often uses during it. */
const lookEveryMs = 1000;
const usesEveryMs = 60_000;

/**
 * Stores what ingest observed of devices with two tokens: soon, that the previous one has ended, and rarely, when each
 * was last used. Devices with one token cost nothing here.
 */
export class TokenUses {
  readonly #parts: TokenUsesParts;
  readonly #timer: Timer;
  /** When uses were last stored, by device id. */
  readonly #written = new Map<number, number>();
  #saving: Promise<void> = Promise.resolve();

  constructor(parts: TokenUsesParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.save(usesEveryMs), lookEveryMs);
  }

  /** Stores observed ends, and uses that were last stored longer ago. One turn at a time. */
  save(usesOlderThanMs: number): Promise<void> {
    this.#saving = this.#saving.then(() => this.#save(usesOlderThanMs));
    return this.#saving;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.save(0);
  }

  async #save(usesOlderThanMs: number): Promise<void> {
    const { log } = this.#parts;
    try {
      await this.take(await this.#parts.uses(), usesOlderThanMs);
    } catch (error) {
      // Without an ingest process there are no new uses, and a busy one is asked again.
      if (isIngestAway(error)) return;
      log.error("the last use of device tokens could not be saved", { reason: reasonOf(error) });
    }
  }

  /** Stores these uses. */
  async take(uses: readonly TokenUse[], usesOlderThanMs = 0): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    const ids = new Set(uses.map(({ deviceId }) => deviceId));
    for (const id of this.#written.keys()) if (!ids.has(id)) this.#written.delete(id);
    for (const use of uses) {
      if (use.isOver) await this.#end(use, nowMs);
      else if (nowMs - (this.#written.get(use.deviceId) ?? 0) >= usesOlderThanMs) {
        await this.#writeUses(use, nowMs);
      }
    }
  }

  /** Only if it is still the same overlap, because a command may have started another. */
  async #end({ deviceId, previousHash, currentUsedMs }: TokenUse, nowMs: number): Promise<void> {
    await commitChange(this.#parts.control, async (tx) => {
      const currentUsedUs = usedUs(currentUsedMs);
      await endOverlap(tx, { deviceId, previousHash }, nowMs * 1000, { currentUsedUs });
      const audit = nothingToAudit(
        "the overlap ends at the time that was entered when the token was regenerated",
      );
      return succeed({ value: null, audit, changes: [{ kind: "device", deviceId }] });
    });
  }

  async #writeUses(use: TokenUse, nowMs: number): Promise<void> {
    const { deviceId, previousHash, currentUsedMs, previousUsedMs } = use;
    this.#written.set(deviceId, nowMs);
    if (currentUsedMs === 0 && previousUsedMs === 0) return;
    await this.#parts.control.transact((tx) =>
      noteTokenUses(
        tx,
        { deviceId, previousHash },
        { currentUsedUs: usedUs(currentUsedMs), previousUsedUs: usedUs(previousUsedMs) },
      ),
    );
  }
}

/** Ingest reports 0 for a token that was not used. */
function usedUs(usedMs: number): number | undefined {
  return usedMs === 0 ? undefined : usedMs * 1000;
}

function isIngestAway(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ingest_unavailable" || code === "ingest_timeout";
}
