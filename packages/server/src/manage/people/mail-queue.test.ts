import { expect, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { createLog } from "../../platform/log.ts";
import type { Mail, Mailer } from "../core/mailer.ts";
import { MailQueue, queuedMailsMax } from "./mail-queue.ts";

const mail = (subject: string): Mail => ({ to: "ada@example.org", subject, text: "secret link\n" });

function scene(send: Mailer["send"]) {
  const lines: string[] = [];
  const log = createLog("info", "test", (line) => lines.push(line));
  return { lines, queue: new MailQueue({ mailer: { send }, log, retryDelaysMs: [0, 0] }) };
}

test("retries a failed mail, then gives up, and logs no text of it", async () => {
  let tries = 0;
  const { queue, lines } = scene(() => {
    tries++;
    return Promise.reject(new Error("no connection"));
  });
  queue.add("new sign-in", mail("Hello"));
  await waitUntil("it is given up", () => lines.join().includes('"given_up":true'));
  expect(tries).toBe(3);
  expect(lines.join()).not.toContain("secret link");
});

test("drops mails beyond its limit and logs it, and sends the accepted ones", async () => {
  const gate = Promise.withResolvers<void>();
  const sent: string[] = [];
  const { queue, lines } = scene(async ({ subject }) => {
    await gate.promise;
    sent.push(subject);
  });
  for (let n = 0; n < queuedMailsMax + 5; n++) queue.add("notice", mail(String(n)));
  expect(lines.filter((line) => line.includes("too many are waiting"))).toHaveLength(5);
  gate.resolve();
  await waitUntil("all are sent", () => sent.length === queuedMailsMax);
});

test("takes nothing without a mail server", () => {
  const queue = new MailQueue({ mailer: null, log: createLog("info", "test", () => undefined) });
  expect(queue.isSetUp).toBe(false);
  queue.add("notice", mail("Hello"));
});

test("waits on closing for a mail that is being sent, and drops those that wait", async () => {
  const gate = Promise.withResolvers<void>();
  const sent: string[] = [];
  const { queue, lines } = scene(async ({ subject }) => {
    await gate.promise;
    sent.push(subject);
  });
  for (let n = 0; n < 6; n++) queue.add("notice", mail(String(n)));
  const closed = queue.close();
  gate.resolve();
  await closed;
  expect(sent).toEqual(["0", "1", "2", "3"]);
  expect(lines.join()).toContain('"count":2');
});
