import { type Log, reasonOf } from "../../platform/log.ts";
import type { Mail, Mailer } from "../core/mailer.ts";

/** More mails than this are dropped with a line in the log, because mail must never fill the server's memory. */
export const queuedMailsMax = 200;
/** Connections to the mail server at a time. */
const sendingMax = 4;
const retryDelaysMs: readonly number[] = [10_000, 60_000, 300_000];
const closeWaitMs = 5_000;

interface MailQueueOptions {
  /** Null if the operator has not set up mail. Every mail is then dropped silently. */
  readonly mailer: Mailer | null;
  readonly log: Log;
  readonly retryDelaysMs?: readonly number[];
}

/**
 * Mails that nobody waits for: security notices, and links to confirm addresses and to reset passwords. `add` returns
 * at once, so the time of an answer depends neither on the mail server nor on whether there was anything to send.
 *
 * A mail is tried four times over six minutes. The queue is in memory: mails that were not sent when the server stops
 * are lost after a few seconds. So nothing else may depend on it.
 */
export class MailQueue {
  readonly #options: MailQueueOptions;
  readonly #waiting: QueuedMail[] = [];
  readonly #sending = new Set<Promise<void>>();
  readonly #timers = new Set<Timer>();
  #isClosed = false;

  constructor(options: MailQueueOptions) {
    this.#options = options;
  }

  /** Whether this server can send email. */
  get isSetUp(): boolean {
    return this.#options.mailer !== null;
  }

  /** `what` names the mail in the log, which never contains its text, because that may contain a link. */
  add(what: string, mail: Mail): void {
    if (this.#options.mailer === null || this.#isClosed) return;
    const held = this.#waiting.length + this.#sending.size + this.#timers.size;
    if (held >= queuedMailsMax) {
      this.#options.log.warn("a mail was dropped because too many are waiting", { what });
      return;
    }
    this.#waiting.push({ what, mail, tries: 0 });
    this.#sendNext();
  }

  /** Waits a little for mails that are being sent, and drops the others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const lost = this.#waiting.length + this.#timers.size;
    this.#timers.clear();
    this.#waiting.length = 0;
    if (lost > 0)
      this.#options.log.warn("mails were dropped because the server is stopping", { count: lost });
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, closeWaitMs);
    await Promise.race([Promise.all(this.#sending), isOver]);
    // A command ends when it is done, and must not wait for a timer.
    clearTimeout(timer);
  }

  #sendNext(): void {
    while (this.#sending.size < sendingMax) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      const sent = this.#send(next).finally(() => {
        this.#sending.delete(sent);
        this.#sendNext();
      });
      this.#sending.add(sent);
    }
  }

  async #send(queued: QueuedMail): Promise<void> {
    const { mailer, log, retryDelaysMs: delaysMs = retryDelaysMs } = this.#options;
    const { what, mail, tries } = queued;
    try {
      await mailer!.send(mail);
    } catch (error) {
      const delayMs = this.#isClosed ? undefined : delaysMs[tries];
      const isLast = delayMs === undefined;
      log.warn("a mail could not be sent", { what, reason: reasonOf(error), given_up: isLast });
      if (!isLast) this.#retry({ what, mail, tries: tries + 1 }, delayMs);
    }
  }

  #retry(queued: QueuedMail, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#waiting.push(queued);
      this.#sendNext();
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }
}

interface QueuedMail {
  readonly what: string;
  readonly mail: Mail;
  readonly tries: number;
}
