import { describe, expect, test } from "bun:test";
import type { RecipientStanding } from "@weir/protocol/closed-sets";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { mailTo, webhookTo } from "../test-delivery.ts";
import { quiet, TestOutbox } from "../test-outbox.ts";
import { MailGate } from "./mail-gate.ts";
import { MailSender } from "./mail-sender.ts";
import type { MailRecipients } from "./recipient-gate.ts";
import { RecipientGate } from "./recipient-gate.ts";
import { bodyOf, SmtpSink } from "./test-smtp-sink.ts";

const dayMs = 86_400_000;

/** Standings by account and address, as control data would have them. */
class Standings implements MailRecipients {
  readonly asked: string[] = [];
  readonly #known = new Map<string, RecipientStanding>();

  set(accountId: number, address: string, standing: RecipientStanding): void {
    this.#known.set(`${accountId} ${address}`, standing);
  }

  async standings(accountId: number, addresses: readonly string[]): Promise<RecipientStanding[]> {
    return addresses.map((address) => this.#known.get(`${accountId} ${address.toLowerCase()}`) ?? "unknown");
  }

  async accountName(): Promise<string> {
    return "Plant";
  }

  ask(accountId: number, address: string): void {
    this.asked.push(`${accountId} ${address}`);
  }
}

/** Delivers through a real mail server; webhooks are only recorded. */
function deliver(outbox: TestOutbox, sink: SmtpSink, recipients: Standings) {
  const { held, mailCounts: counts, log, sender } = outbox;
  sender.outcome = () => ({ kind: "delivered", note: null });
  const settings = { url: `smtp://127.0.0.1:${sink.port}`, from: "weir@example.org" };
  return outbox.deliver({
    gate: new MailGate({
      held,
      counts,
      log,
      perDayMax: 500,
      recipients: new RecipientGate(held, recipients),
    }),
    senders: {
      mail: new MailSender({ settings, clock: outbox.clock }),
      webhook: sender,
      mqtt: sender,
      notification: sender,
    },
    limits: { perSecondPerDestinationMax: 1000 },
  });
}

const heldBecause = async (outbox: TestOutbox, key: string) => (await outbox.record(key)).heldBecause;

describe("mail to people outside the account", () => {
  test("waits until they confirm, asks them when it is due, and then goes out with a footer", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    const recipients = new Standings();
    const key = outbox.add({ message: mailTo("Ops@x.org") });
    const deliverer = deliver(outbox, sink, recipients);
    await waitUntil("it is held", async () => (await heldBecause(outbox, key)) !== null);
    expect(await outbox.record(key)).toMatchObject({
      state: "waiting",
      tries: 0,
      dueMs: outbox.clock.nowMs() + 7 * dayMs,
      heldBecause: "Waiting for Ops@x.org to confirm. After 7 days, the email is given up.",
    });
    expect(recipients.asked).toContain("1 Ops@x.org");
    recipients.set(1, "ops@x.org", "waiting");
    deliverer.review();
    await quiet();
    expect(sink.mails).toEqual([]);
    recipients.set(1, "ops@x.org", "confirmed");
    deliverer.review();
    expect(await outbox.settles(key)).toMatchObject({ state: "delivered", tries: 1, heldBecause: null });
    expect(bodyOf(sink.mails[0]!)).toContain('Sent by the account "Plant" on Weir.');
  });

  test("is given up after seven days, and waits another seven when it is sent again", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    const recipients = new Standings();
    recipients.set(1, "ops@x.org", "waiting");
    const key = outbox.add({ message: mailTo("ops@x.org") });
    const deliverer = deliver(outbox, sink, recipients);
    await waitUntil("it is held", async () => (await heldBecause(outbox, key)) !== null);
    outbox.clock.advanceMs(7 * dayMs - 1);
    deliverer.review();
    await quiet();
    expect((await outbox.record(key)).state).toBe("waiting");
    outbox.clock.advanceMs(1);
    deliverer.wake();
    const given = { state: "dead", tries: 0, lastError: "ops@x.org did not confirm within 7 days." };
    expect(await outbox.settles(key)).toMatchObject(given);
    await outbox.store.retry((await outbox.record(key)).id, outbox.clock.nowMs());
    deliverer.wake();
    await waitUntil("it is held again", async () => (await heldBecause(outbox, key)) !== null);
    expect((await outbox.record(key)).dueMs).toBe(outbox.clock.nowMs() + 7 * dayMs);
  });

  test("is dead once they decline", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    const recipients = new Standings();
    const key = outbox.add({ message: mailTo("ops@x.org") });
    const deliverer = deliver(outbox, sink, recipients);
    await waitUntil("it is held", async () => (await heldBecause(outbox, key)) !== null);
    recipients.set(1, "ops@x.org", "declined");
    deliverer.review();
    const reason = "ops@x.org declined emails from this account.";
    expect(await outbox.settles(key)).toMatchObject({ state: "dead", tries: 0, lastError: reason });
    expect(sink.mails).toEqual([]);
  });

  test("does not delay members named beside them, or anything else", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    const recipients = new Standings();
    recipients.set(1, "ada@x.org", "member");
    recipients.set(1, "bob@x.org", "member");
    recipients.set(1, "no@x.org", "declined");
    outbox.addMany(600, () => ({ message: mailTo("ops@x.org") }));
    const to = ["ada@x.org", "ops@x.org", "no@x.org", "bob@x.org"];
    const mixed = outbox.add({ message: mailTo(to) });
    const webhook = outbox.add({
      message: webhookTo("https://a.example/"),
      destination: "https://a.example:443",
    });
    deliver(outbox, sink, recipients);
    for (const key of [mixed, webhook])
      expect(await outbox.settles(key)).toMatchObject({ state: "delivered" });
    expect(sink.mails.map((mail) => mail.to)).toEqual([["ada@x.org", "bob@x.org"]]);
    expect(bodyOf(sink.mails[0]!)).not.toContain("Sent by the account");
    await waitUntil("all others are put aside", async () => {
      const waiting = await outbox.queries.list({ state: "waiting", limit: 1000 });
      return waiting.length === 601 && waiting.every((row) => row.heldBecause !== null);
    });
    expect(await outbox.record(`${mixed} no@x.org`)).toMatchObject({ state: "dead", tries: 0 });
  });

  test("needs a confirmation for each account", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    const recipients = new Standings();
    const keys = [1, 2].map((accountId) => outbox.add({ accountId, message: mailTo("ops@x.org") }));
    const deliverer = deliver(outbox, sink, recipients);
    for (const key of keys) {
      await waitUntil("both are held", async () => (await heldBecause(outbox, key)) !== null);
    }
    recipients.set(2, "ops@x.org", "confirmed");
    deliverer.review();
    expect(await outbox.settles(keys[1]!)).toMatchObject({ state: "delivered" });
    await quiet();
    expect(await outbox.record(keys[0]!)).toMatchObject({ state: "waiting" });
    expect(sink.mails).toHaveLength(1);
  });
});
