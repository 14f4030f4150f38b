import { expect, test } from "bun:test";
import { freePort } from "../../../../../tests/harness/free-port.ts";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { bodyOf, headerOf, SmtpSink } from "../../deliver/mail/test-smtp-sink.ts";
import { createServerMailer } from "./server-mailer.ts";

const from = "Weir <weir@example.org>";
const mail = { to: "ada@example.org", subject: "Hello", text: "Good morning.\n" };

test("has no mailer if mail is not set up", () => {
  expect(createServerMailer({ url: null, from })).toBeNull();
  expect(createServerMailer({ url: "smtp://127.0.0.1", from: null })).toBeNull();
});

test("sends mails, each separately", async () => {
  await using sink = await SmtpSink.start();
  const clock = new ManualClock("2026-06-01T12:00:00Z");
  const mailer = createServerMailer({ url: `smtp://127.0.0.1:${sink.port}`, from }, clock)!;
  await mailer.send(mail);
  await mailer.send(mail);
  const [first, second] = sink.mails;
  expect(first).toMatchObject({ from: "weir@example.org", to: ["ada@example.org"] });
  expect(headerOf(first!, "Subject")).toBe("Hello");
  expect(headerOf(first!, "Date")).toBe("Mon, 01 Jun 2026 12:00:00 +0000");
  expect(bodyOf(first!).trim()).toBe("Good morning.");
  expect(headerOf(second!, "Message-ID")).not.toBe(headerOf(first!, "Message-ID")!);
});

test("keeps a link whole, however long it is", async () => {
  await using sink = await SmtpSink.start();
  const mailer = createServerMailer({ url: `smtp://127.0.0.1:${sink.port}`, from })!;
  const link = `https://weir.example.org/reset-password#${"x=".repeat(60)}`;
  await mailer.send({ ...mail, text: `Open this:\n\n${link}\n` });
  const [received] = sink.mails;
  const isQuoted = headerOf(received!, "Content-Transfer-Encoding") === "quoted-printable";
  const text = bodyOf(received!);
  expect(isQuoted ? text.replace(/=\r\n/g, "").replaceAll("=3D", "=") : text).toContain(link);
});

test("reports a missing or refusing mail server without the password", async () => {
  const gone = createServerMailer({ url: `smtp://weir:hunter2@127.0.0.1:${freePort()}`, from })!;
  await expect(gone.send(mail)).rejects.toThrow(/^The mail server could not be used \(\w+\)\.$/);
  await using sink = await SmtpSink.start({ authOptional: false, allowInsecureAuth: true });
  const refused = createServerMailer({ url: `smtp://weir:hunter2@127.0.0.1:${sink.port}`, from })!;
  await expect(refused.send(mail)).rejects.toThrow(
    "The mail server refused the operator's login (setting smtp_url).",
  );
  const nonsense = createServerMailer({ url: `smtp://127.0.0.1:${sink.port}`, from })!;
  await expect(nonsense.send({ ...mail, to: "a@b\r\nRCPT TO:<eve@example.org>" })).rejects.toThrow(
    "not an email address",
  );
});
