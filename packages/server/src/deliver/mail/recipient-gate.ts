import type { RecipientStanding } from "@weir/protocol/closed-sets";
import type { MailMessage } from "@weir/rule-engine/message";
import type { HeldAddress, HeldMessages } from "../../store/outbox/held-messages.ts";
import type { OutboxRow } from "../../store/outbox/outbox-store.ts";
import type { Admission } from "../delivery-gate.ts";

/** What delivery asks about the addresses that chains send mail to. */
export interface MailRecipients {
  /** In the order of the addresses. */
  standings(accountId: number, addresses: readonly string[]): Promise<RecipientStanding[]>;
  /** Resolves to an empty text if the account no longer exists. */
  accountName(accountId: number): Promise<string>;
  /** Has the address asked to confirm, sooner or later. May be called repeatedly. */
  ask(accountId: number, address: string): void;
}

/** How long a mail waits for its recipient to confirm. */
const confirmationDays = 7;
const confirmationMs = confirmationDays * 86_400_000;
/** Rows that are released at once. */
const releasedAtOnceMax = 1000;

/**
 * Allows mail to members whose address is verified and to others who have confirmed that they want the account's mail. For
 * anybody else a mail is held, and given up after seven days or when they decline.
 *
 * A mail to several recipients is split first, so that nobody waits for somebody else's answer: those who may get it share one
 * row, everybody else has a row of their own.
 */
export class RecipientGate {
  readonly #held: HeldMessages;
  readonly #recipients: MailRecipients;

  constructor(held: HeldMessages, recipients: MailRecipients) {
    this.#held = held;
    this.#recipients = recipients;
  }

  async admit(row: OutboxRow, message: MailMessage, nowMs: number): Promise<Admission> {
    const { accountId } = row;
    const standings = await this.#recipients.standings(accountId, message.to);
    const isAllowedAt = (index: number): boolean => isAllowed(standings[index]!);
    const allowed = message.to.filter((_, index) => isAllowedAt(index));
    const others = message.to.filter((_, index) => !isAllowedAt(index));
    const [address] = others;
    if (address === undefined) {
      const isForMembers = standings.every((standing) => standing === "member");
      return { kind: "send", message: isForMembers ? message : await this.#withFooter(accountId, message) };
    }
    if (message.to.length === 1) return this.#putAside(row, address, standings[0]!, nowMs);
    const alone = others.map((other) => [other]);
    await this.#held.split(row, allowed.length === 0 ? alone : [allowed, ...alone]);
    return { kind: "put off" };
  }

  /** An account whose addresses cannot be looked up does not keep those of others from being released. */
  async review(nowMs: number): Promise<boolean> {
    const held = Map.groupBy(await this.#held.heldFor(), ({ accountId }) => accountId);
    let hasMore = false;
    const faults: unknown[] = [];
    for (const [accountId, ofAccount] of held) {
      try {
        hasMore = (await this.#reviewAccount(accountId, ofAccount, nowMs)) || hasMore;
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) throw faults[0];
    return hasMore;
  }

  async #reviewAccount(accountId: number, held: readonly HeldAddress[], nowMs: number): Promise<boolean> {
    const addresses = held.map(({ address }) => address);
    const standings = await this.#recipients.standings(accountId, addresses);
    for (const [index, standing] of standings.entries()) {
      const { address } = held[index]!;
      if (standing === "unknown") this.#recipients.ask(accountId, address);
      if (standing === "unknown" || standing === "waiting") continue;
      const released = await this.#held.release({ accountId, address }, nowMs, releasedAtOnceMax);
      if (released === releasedAtOnceMax) return true;
    }
    return false;
  }

  async #putAside(
    row: OutboxRow,
    address: string,
    standing: RecipientStanding,
    nowMs: number,
  ): Promise<Admission> {
    if (standing === "declined") {
      return { kind: "refused", reason: `${address} declined emails from this account.` };
    }
    // A held row becomes due by itself only when its time is up.
    if (row.heldFor !== null) {
      return { kind: "refused", reason: `${address} did not confirm within ${confirmationDays} days.` };
    }
    await this.#held.hold(row, {
      because: `Waiting for ${address} to confirm. After ${confirmationDays} days, the email is given up.`,
      untilMs: nowMs + confirmationMs,
      address: address.toLowerCase(),
    });
    if (standing === "unknown") this.#recipients.ask(row.accountId, address);
    return { kind: "put off" };
  }

  async #withFooter(accountId: number, message: MailMessage): Promise<MailMessage> {
    const account = await this.#recipients.accountName(accountId);
    const footer =
      `-- \nSent by the account "${account}" on Weir. To stop these emails, open the link in the email that ` +
      "asked you to confirm.\n";
    return { ...message, text: `${withoutLastBreaks(message.text)}\n\n${footer}` };
  }
}

function isAllowed(standing: RecipientStanding): boolean {
  return standing === "member" || standing === "confirmed";
}

/** Not a pattern, because searching for line breaks up to the end takes quadratic time if there are many elsewhere. */
export function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return text.slice(0, end);
}
