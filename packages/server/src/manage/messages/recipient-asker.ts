import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { updateRecipient } from "../../control/recipients/recipients.ts";
import {
  beginAsking,
  countTries,
  recipientsToAsk,
  type ToAsk,
} from "../../control/recipients/recipients-to-ask.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { Rounds } from "../../platform/rounds.ts";
import { commitChange } from "../core/commit-change.ts";
import type { Mailer } from "../core/mailer.ts";
import { succeed } from "../core/manage-error.ts";
import { generateSecret, hashSecret } from "../core/one-time-secret.ts";
import { recipientMail } from "../people/link-mails.ts";
import { askAgainUs } from "./recipients.ts";

/** How many addresses an account can ask in a day, and how often an address is asked in a day by all accounts. */
export const asksPerAccountMax = 50;
export const asksPerAddressMax = 5;
/** A failed mail may have arrived nevertheless, so the next attempt does not follow at once. */
const tryAgainUs = 3_600_000_000;
const lookEveryMs = 60_000;

interface RecipientAskerParts {
  readonly control: Control;
  readonly mailer: Mailer;
  /** The address that links start with. */
  readonly address: { readonly url: string };
  readonly log: Log;
}

/**
 * Mails the links with which addresses outside an account confirm that they want its mail. Addresses to ask are in
 * control.db, so none is forgotten when the server stops or the mail server is away.
 *
 * Promises that a stranger gets at most one such mail a day from an account, and a few from all accounts together,
 * whatever people do: an attempt counts before it is made.
 */
export class RecipientAsker {
  readonly #parts: RecipientAskerParts;
  readonly #rounds: Rounds;
  /** For a round that has not begun. */
  #due: Promise<void> | null = null;

  constructor(parts: RecipientAskerParts) {
    this.#parts = parts;
    const failed = "recipients of mail could not be asked";
    this.#rounds = new Rounds({ everyMs: lookEveryMs, work: () => this.#askAll(), log: parts.log, failed });
  }

  /** Asks all addresses that are due. Resolves when that is done; one round at a time. */
  ask(): Promise<void> {
    this.#due ??= this.#rounds.run();
    return this.#due;
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #askAll(): Promise<void> {
    this.#due = null;
    for (const recipient of await this.#toAsk()) {
      if (this.#rounds.isStopped) return;
      const ask = async () => (await this.#mayAsk(recipient)) && this.#askOne(recipient);
      await this.#rounds.part(ask, { recipient: recipient.id });
    }
  }

  /** At most as many of an account as it can ask in a day, so that one with many does not hide the others. */
  async #toAsk(): Promise<ToAsk[]> {
    const { control } = this.#parts;
    const nowUs = control.nowUs();
    return recipientsToAsk(control.db, {
      mailedUntilUs: nowUs - askAgainUs,
      triedUntilUs: nowUs - tryAgainUs,
      perAccountMax: asksPerAccountMax,
    });
  }

  async #mayAsk(recipient: ToAsk): Promise<boolean> {
    const { control } = this.#parts;
    const tried = await countTries(control.db, recipient, control.nowUs() - askAgainUs);
    return tried.byAccount < asksPerAccountMax && tried.ofAddress < asksPerAddressMax;
  }

  async #askOne({ id, accountName, email }: ToAsk): Promise<void> {
    const { control, mailer, address, log } = this.#parts;
    const token = generateSecret();
    const nowUs = control.nowUs();
    const begun = { tokenHash: hashSecret(token), nowUs, triedUntilUs: nowUs - tryAgainUs };
    const state = await this.#commit((tx) => beginAsking(tx, id, begun));
    // It was removed meanwhile, or answered with an earlier link, or another manage process asks.
    if (state !== "waiting") return;
    const link = `${address.url}/mail-recipient#${token}`;
    try {
      await mailer.send(recipientMail({ to: email, account: accountName, link }));
    } catch (error) {
      log.warn("a mail recipient could not be asked for consent, will be retried", {
        reason: reasonOf(error),
      });
      return;
    }
    const mailed = { is_asked: 1 as const, mailed_at: control.nowUs() };
    await this.#commit((tx) => updateRecipient(tx, id, mailed));
  }

  /** Returns its state. */
  async #commit(
    change: (tx: ControlTransaction) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const noted = await commitChange(this.#parts.control, async (tx) => {
      const state = await change(tx);
      const audit = nothingToAudit("a link that was not used has changed nothing");
      return succeed({ value: state, audit, changes: [] });
    });
    return noted.ok ? noted.value : undefined;
  }
}
