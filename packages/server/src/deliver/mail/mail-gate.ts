import type { MailMessage } from "@weir/rule-engine/message";
import { dayMs, dayOf } from "../../platform/day-of.ts";
import type { Log } from "../../platform/log.ts";
import type { HeldMessages } from "../../store/outbox/held-messages.ts";
import type { MailCounts } from "../../store/outbox/mail-counts.ts";
import type { OutboxRow } from "../../store/outbox/outbox-store.ts";
import type { Admission, DeliveryGate } from "../delivery-gate.ts";
import type { RecipientGate } from "./recipient-gate.ts";

/** Rows of a lane that are held at once. */
const heldAtOnceMax = 1000;

interface MailGateParts {
  readonly held: HeldMessages;
  readonly counts: MailCounts;
  /** Null allows mail to every address. */
  readonly recipients: RecipientGate | null;
  /** Mails that an account may send on a day in UTC. A mail to three addresses counts as three. */
  readonly perDayMax: number;
  readonly log: Log;
}

/**
 * Allows mail of chains: to people who have agreed to it (see recipient-gate.ts), and up to a daily limit per account. Past the
 * limit an account's mails are held until the next day.
 *
 * Mails are counted when they are begun and taken back when they fail. So a crash may count a few too many, but an account
 * never sends more than its limit.
 */
export class MailGate implements DeliveryGate {
  readonly #parts: MailGateParts;
  /** How the mails under way were counted, by row. */
  readonly #underWay = new Map<number, { readonly day: number; readonly mails: number }>();
  #hasBegun = false;

  constructor(parts: MailGateParts) {
    this.#parts = parts;
  }

  async admit(row: OutboxRow, nowMs: number): Promise<Admission> {
    const { message } = row;
    if (message.kind !== "mail") return { kind: "send", message };
    const { recipients } = this.#parts;
    const admission = (await recipients?.admit(row, message, nowMs)) ?? { kind: "send", message };
    if (admission.kind !== "send") return admission;
    return (await this.#take(row, message, nowMs)) ? admission : { kind: "put off" };
  }

  async ended({ id, accountId }: OutboxRow, isDelivered: boolean): Promise<void> {
    const counted = this.#underWay.get(id);
    if (counted === undefined) return;
    if (!isDelivered) await this.#parts.counts.giveBack(accountId, counted.day, counted.mails);
    this.#underWay.delete(id);
  }

  async review(nowMs: number): Promise<boolean> {
    const { held, counts, recipients } = this.#parts;
    if (!this.#hasBegun) await held.releaseLanes(nowMs);
    this.#hasBegun = true;
    // Mails of yesterday that are under way may still be taken back.
    await counts.forgetBefore(dayOf(nowMs) - 1);
    return (await recipients?.review(nowMs)) ?? false;
  }

  async #take(row: OutboxRow, { to }: MailMessage, nowMs: number): Promise<boolean> {
    const { held, counts, perDayMax, log } = this.#parts;
    const { accountId, destination } = row;
    const day = dayOf(nowMs);
    // A mail with more addresses than a day allows is sent on a day of its own.
    const mails = Math.min(to.length, perDayMax);
    if (await counts.take(accountId, day, mails, perDayMax)) {
      this.#underWay.set(row.id, { day, mails });
      return true;
    }
    const sent = await counts.sent(accountId, day);
    await held.holdLane(
      { accountId, destination, nowMs, claimed: row, max: heldAtOnceMax },
      { because: limitReached(sent, perDayMax), untilMs: (day + 1) * dayMs, address: null },
    );
    if (await counts.noteLimit(accountId, day)) {
      log.warn("an account has reached its daily mail limit; its other mails wait until 00:00 UTC", {
        accountId,
        sent,
        mails_per_account_per_day: perDayMax,
      });
    }
    return false;
  }
}

function limitReached(sent: number, perDayMax: number): string {
  return `The account has sent ${sent} of ${perDayMax} emails today (UTC). This email waits until 00:00 UTC.`;
}
