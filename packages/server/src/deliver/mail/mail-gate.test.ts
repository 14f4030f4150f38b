import { describe, expect, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { dayMs, dayOf } from "../../platform/day-of.ts";
import { failed, type Sender } from "../sender.ts";
import { mailTo, webhookTo } from "../test-delivery.ts";
import { quiet, TestOutbox } from "../test-outbox.ts";
import { MailGate } from "./mail-gate.ts";
import { MailSender } from "./mail-sender.ts";
import { SmtpSink } from "./test-smtp-sink.ts";

function gateOf({ held, mailCounts: counts, log }: TestOutbox, perDayMax: number): MailGate {
  return new MailGate({ held, counts, recipients: null, perDayMax, log });
}

/** Delivers through a real mail server. */
function deliverMails(outbox: TestOutbox, sink: SmtpSink, perDayMax: number) {
  const settings = { url: `smtp://127.0.0.1:${sink.port}`, from: "weir@example.org" };
  const mail = new MailSender({ settings, clock: outbox.clock });
  const webhook = outbox.sender as Sender<never>;
  return outbox.deliver({
    gate: gateOf(outbox, perDayMax),
    senders: { mail, webhook, mqtt: webhook, notification: webhook },
    limits: { perSecondPerDestinationMax: 1000 },
  });
}

const waitingKeys = async (outbox: TestOutbox): Promise<string[]> =>
  (await outbox.queries.list({ state: "waiting", limit: 1000 })).map(({ key }) => key);

describe("the daily limit of mails", () => {
  test("holds mails beyond it until 00:00 UTC with a reason, and without using up an attempt", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    outbox.addMany(12, () => ({}));
    const deliverer = deliverMails(outbox, sink, 10);
    await waitUntil("ten are sent", async () => (await waitingKeys(outbox)).length === 2);
    await quiet();
    expect(sink.mails).toHaveLength(10);
    expect(await outbox.record("key-12")).toMatchObject({
      state: "waiting",
      tries: 0,
      lastError: null,
      dueMs: Date.parse("2026-06-02T00:00:00Z"),
      heldBecause: "The account has sent 10 of 10 emails today (UTC). This email waits until 00:00 UTC.",
    });
    outbox.clock.advanceMs(12 * 3_600_000);
    deliverer.wake();
    await waitUntil("the others are sent", async () => (await waitingKeys(outbox)).length === 0);
    expect(sink.mails).toHaveLength(12);
    expect(await outbox.record("key-12")).toMatchObject({ state: "delivered", tries: 1, heldBecause: null });
  });

  test("applies to each account, and delays neither other accounts nor webhooks", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => ({ kind: "delivered", note: null });
    outbox.addMany(300, () => ({ accountId: 1 }));
    const others = [
      ...outbox.addMany(3, () => ({ accountId: 2 })),
      outbox.add({
        accountId: 1,
        message: webhookTo("https://a.example/"),
        destination: "https://a.example:443",
      }),
    ];
    deliverMails(outbox, sink, 10);
    for (const key of others) await outbox.settles(key);
    await waitUntil(
      "ten of the first account are sent",
      async () => (await waitingKeys(outbox)).length === 290,
    );
    const day = dayOf(outbox.clock.nowMs());
    expect([await outbox.mailCounts.sent(1, day), await outbox.mailCounts.sent(2, day)]).toEqual([10, 3]);
  });

  test("survives a restart, and warns once a day", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    outbox.addMany(11, () => ({}));
    const deliverer = deliverMails(outbox, sink, 10);
    await waitUntil("ten are sent", async () => (await waitingKeys(outbox)).length === 1);
    await deliverer.stop();
    outbox.add();
    deliverMails(outbox, sink, 10);
    await waitUntil("the new one is held", async () => (await outbox.record("key-12")).heldBecause !== null);
    expect(sink.mails).toHaveLength(10);
    const warnings = outbox.logged.filter(({ facts }) => "mails_per_account_per_day" in facts);
    expect(warnings).toMatchObject([{ facts: { accountId: 1, sent: 10, mails_per_account_per_day: 10 } }]);
  });

  test("releases held mails at the next start after it was raised", async () => {
    await using sink = await SmtpSink.start();
    await using outbox = new TestOutbox();
    outbox.addMany(12, () => ({}));
    const deliverer = deliverMails(outbox, sink, 10);
    await waitUntil("two are held", async () => (await outbox.record("key-12")).heldBecause !== null);
    await waitUntil("ten are sent", async () => (await waitingKeys(outbox)).length === 2);
    await deliverer.stop();
    deliverMails(outbox, sink, 20);
    await waitUntil("all are sent", async () => (await waitingKeys(outbox)).length === 0);
    expect(sink.mails).toHaveLength(12);
  });

  test("counts every recipient, and nothing that failed", async () => {
    await using outbox = new TestOutbox();
    const day = dayOf(outbox.clock.nowMs());
    const refusing = outbox.add({ message: mailTo(["a@x.org", "b@x.org"]) });
    outbox.sender.outcome = () => failed("The mail server could not be used.");
    const deliverer = outbox.deliver({ gate: gateOf(outbox, 10) });
    await waitUntil("one has failed", async () => (await outbox.record(refusing)).tries === 1);
    expect(await outbox.mailCounts.sent(1, day)).toBe(0);
    outbox.sender.outcome = () => ({ kind: "delivered", note: null });
    outbox.add({ message: mailTo(["a@x.org", "b@x.org", "c@x.org"]) });
    outbox.clock.advanceMs(60_000);
    deliverer.wake();
    await outbox.settles(refusing);
    await waitUntil("both are sent", async () => (await waitingKeys(outbox)).length === 0);
    expect(await outbox.mailCounts.sent(1, day)).toBe(5);
  });

  test("gives a failed attempt back to the day it was counted on, even after midnight", async () => {
    await using outbox = new TestOutbox();
    const day = dayOf(outbox.clock.nowMs());
    outbox.add();
    const deliverer = outbox.deliver({ gate: gateOf(outbox, 10) });
    await waitUntil("it is under way", () => outbox.sender.begun.length === 1);
    expect(await outbox.mailCounts.sent(1, day)).toBe(1);
    outbox.clock.advanceMs(dayMs);
    outbox.sender.begun[0]!.end(failed("no"));
    deliverer.wake();
    await waitUntil("it has failed", async () => (await outbox.record("key-1")).tries === 1);
    expect([await outbox.mailCounts.sent(1, day), await outbox.mailCounts.sent(1, day + 1)]).toEqual([0, 0]);
  });
});
