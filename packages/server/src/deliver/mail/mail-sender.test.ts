import { describe, expect, test } from "bun:test";
import { freePort } from "../../../../../tests/harness/free-port.ts";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { tlsFixture } from "../../../../../tests/harness/tls-fixture.ts";
import type { SendOutcome } from "../sender.ts";
import { deliveryOf, mailTo, testPassword } from "../test-delivery.ts";
import { MailSender } from "./mail-sender.ts";
import type { MailSettings } from "./mail-server.ts";
import { bodyOf, headerOf, SmtpSink } from "./test-smtp-sink.ts";

const clock = new ManualClock("2026-06-01T12:00:00Z");
const from = "Weir <weir@example.org>";

function senderTo(url: string | null, settings: Partial<MailSettings> = {}, limitMs = 10_000): MailSender {
  return new MailSender({ settings: { url, from, ...settings }, clock, limitMs });
}

function urlOf(sink: SmtpSink): string {
  return `smtp://127.0.0.1:${sink.port}`;
}

function reasonOf(outcome: SendOutcome): string {
  return outcome.kind === "delivered" ? "" : outcome.reason;
}

describe("a mail", () => {
  test("reaches every recipient as plain text that is marked as automatic", async () => {
    await using sink = await SmtpSink.start();
    const message = mailTo(["anna@example.org", "bob@example.net"], {
      subject: "Zu heiß: 21.5 °C",
      text: "Der Kessel ist zu heiß.\n.\n..\nEnde ☂",
    });
    expect(await senderTo(urlOf(sink)).send(deliveryOf(message))).toEqual({ kind: "delivered", note: null });
    const [mail] = sink.mails;
    expect(mail).toMatchObject({ from: "weir@example.org", to: ["anna@example.org", "bob@example.net"] });
    expect(headerOf(mail!, "From")).toBe("Weir <weir@example.org>");
    expect(headerOf(mail!, "To")).toBe("anna@example.org, bob@example.net");
    expect(headerOf(mail!, "Auto-Submitted")).toBe("auto-generated");
    expect(headerOf(mail!, "Content-Type")).toBe("text/plain; charset=utf-8");
    expect(headerOf(mail!, "Date")).toBe("Mon, 01 Jun 2026 12:00:00 +0000");
    expect(headerOf(mail!, "Content-Transfer-Encoding")).toBe("quoted-printable");
    const decoded = bodyOf(mail!)
      .replace(/=\r\n/g, "")
      .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) =>
        Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"),
      );
    expect(decoded.trimEnd()).toBe("Der Kessel ist zu heiß.\r\n.\r\n..\r\nEnde ☂");
  });

  test("has the same Message-ID in every attempt, and another one for another key", async () => {
    await using sink = await SmtpSink.start();
    const sender = senderTo(urlOf(sink));
    for (const key of ["key-1", "key-1", "key-2"])
      await sender.send(deliveryOf(mailTo("a@example.org"), key));
    const [first, again, other] = sink.mails.map((mail) => headerOf(mail, "Message-ID"));
    expect(first).toMatch(/^<[0-9a-f]{40}@example\.org>$/);
    expect(again).toBe(first!);
    expect(other).not.toBe(first!);
  });

  test("takes no header or recipient from what a device has sent", async () => {
    await using sink = await SmtpSink.start();
    const subject = "Hot\r\nBcc: eve@example.com\r\n\r\nbody\u2028x\0";
    const text = "\r\nBcc: eve@example.com\r\n.\r\nMAIL FROM:<eve@example.com>\r\n";
    expect(
      (await senderTo(urlOf(sink)).send(deliveryOf(mailTo("a@example.org", { subject, text })))).kind,
    ).toBe("delivered");
    expect(sink.mails).toHaveLength(1);
    const [mail] = sink.mails;
    expect(mail!.to).toEqual(["a@example.org"]);
    expect(headerOf(mail!, "Bcc")).toBeUndefined();
    expect(headerOf(mail!, "Subject")).toBe("Hot Bcc: eve@example.com body x");
    expect(bodyOf(mail!)).toContain("MAIL FROM:<eve@example.com>");
  });

  test.each([
    [[], "no recipient"],
    [Array.from({ length: 11 }, (_, index) => `a${index}@example.org`), "more than 10 recipients"],
    [["a@example.org", "a@example.org\r\nRCPT TO:<eve@example.com>"], "is not an email address"],
    [["a@example.org, eve@example.com"], "is not an email address"],
    [["Eve <eve@example.com>"], "is not an email address"],
  ])("is undeliverable to %j", async (to, problem) => {
    await using sink = await SmtpSink.start();
    const outcome = await senderTo(urlOf(sink)).send(deliveryOf(mailTo(to)));
    expect(outcome.kind).toBe("hopeless");
    expect(reasonOf(outcome)).toContain(problem);
    expect(sink.mails).toEqual([]);
  });

  test("is undeliverable if it is too long", async () => {
    const outcome = await senderTo("smtp://127.0.0.1:1").send(
      deliveryOf(mailTo("a@example.org", { text: "x".repeat(65_537) })),
    );
    expect(outcome).toEqual({ kind: "hopeless", reason: "The text of the email exceeds 64 KiB." });
  });
});

describe("the operator's settings", () => {
  test.each([
    [{ url: null }, "smtp_url"],
    [{ from: null }, "smtp_from"],
    [{ from: "Weir" }, "smtp_from"],
    [{ from: "Weir <weir@example.org>\r\nBcc: eve@example.com" }, "smtp_from"],
    [{ url: "127.0.0.1:25" }, "smtp_url"],
    [{ url: "http://user:hunter2@127.0.0.1" }, "smtp_url"],
    [{ url: "smtp://" }, "smtp_url"],
    [{ url: "smtp://user:hunter2@127.0.0.1:port" }, "smtp_url"],
  ])("%j fail with the name of the setting to fix, and are retried", async (settings, name) => {
    const outcome = await senderTo("smtp://127.0.0.1:25", settings).send(deliveryOf(mailTo("a@example.org")));
    expect(outcome.kind).toBe("failed");
    expect(reasonOf(outcome)).toContain(name);
    expect(reasonOf(outcome)).not.toContain("hunter2");
  });

  test("accept a user name and a password in URL encoding", async () => {
    await using sink = await SmtpSink.start({ authOptional: false, allowInsecureAuth: true });
    const url = `smtp://weir:${encodeURIComponent(testPassword)}@127.0.0.1:${sink.port}`;
    expect((await senderTo(url).send(deliveryOf(mailTo("a@example.org")))).kind).toBe("delivered");
    expect(sink.mails[0]!.user).toBe("weir");
  });

  test("can require TLS with a checked certificate", async () => {
    const { cert, key } = tlsFixture("first");
    await using sink = await SmtpSink.start({ secure: true, cert, key });
    const url = `smtps://localhost:${sink.port}`;
    const checked = await senderTo(url).send(deliveryOf(mailTo("a@example.org")));
    expect(reasonOf(checked)).toBe("The mail server could not be used (ESOCKET).");
    const unchecked = await senderTo(`${url}?tls.rejectUnauthorized=false`).send(
      deliveryOf(mailTo("a@example.org")),
    );
    expect(unchecked.kind).toBe("delivered");
    expect(sink.mails.map(({ isSecure }) => isSecure)).toEqual([true]);
  });
});

describe("a mail server", () => {
  test("fails a refused login without mentioning the password", async () => {
    await using sink = await SmtpSink.start({ authOptional: false, allowInsecureAuth: true });
    const url = `smtp://weir:hunter2@127.0.0.1:${sink.port}`;
    const outcome = await senderTo(url).send(deliveryOf(mailTo("a@example.org")));
    expect(outcome.kind).toBe("failed");
    expect(reasonOf(outcome)).toBe("The mail server refused the operator's login (setting smtp_url).");
  });

  test("fails with its own words if it refuses every recipient, and delivers if it accepts some", async () => {
    await using sink = await SmtpSink.start({
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith("nobody"))
          done(Object.assign(new Error("No such user"), { responseCode: 550 }));
        else done();
      },
    });
    const sender = senderTo(urlOf(sink));
    const none = await sender.send(deliveryOf(mailTo("nobody@example.org")));
    expect(none).toMatchObject({ kind: "failed", reason: expect.stringContaining("550 No such user") });
    const some = await sender.send(deliveryOf(mailTo(["nobody@example.org", "anna@example.org"])));
    expect(some).toEqual({
      kind: "delivered",
      note: "The mail server refused some recipients: nobody@example.org.",
    });
    expect(sink.mails.map(({ to }) => to)).toEqual([["anna@example.org"]]);
  });

  test("fails with its own words if it refuses the text", async () => {
    await using sink = await SmtpSink.start({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on("end", () => done(Object.assign(new Error("Looks like spam"), { responseCode: 554 })));
      },
    });
    const outcome = await senderTo(urlOf(sink)).send(deliveryOf(mailTo("a@example.org")));
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringContaining("554 Looks like spam") });
  });

  test("fails with a code if it cannot be reached", async () => {
    const outcome = await senderTo(`smtp://127.0.0.1:${freePort()}`).send(
      deliveryOf(mailTo("a@example.org")),
    );
    expect(reasonOf(outcome)).toMatch(/^The mail server could not be used \(\w+\)\.$/);
  });

  test.each([
    ["says nothing", ""],
    ["says nonsense", "HTTP/1.1 400 Bad Request\r\n\r\n"],
    ["stops in the middle", "220 hello\r\n"],
  ])("fails at the time limit at the latest if it %s", async (_what, greeting) => {
    using listener = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { open: (socket) => void socket.write(greeting), data: () => undefined },
    });
    const sender = senderTo(`smtp://127.0.0.1:${listener.port}`, {}, 200);
    expect((await sender.send(deliveryOf(mailTo("a@example.org")))).kind).toBe("failed");
  });
});

describe("a mail server without STARTTLS", () => {
  // An address of this machine in an unusual spelling, so that it counts as another machine.
  const elsewhere = (sink: SmtpSink, query = ""): string => `smtp://weir:hunter2@127.1:${sink.port}${query}`;

  test("gets neither the password nor the mail on another machine", async () => {
    let heard = "";
    await using sink = await SmtpSink.start({
      onAuth: (auth, _session, done) => {
        heard += auth.password;
        done(null, { user: "weir" });
      },
    });
    const outcome = await senderTo(elsewhere(sink)).send(deliveryOf(mailTo("a@example.org")));
    expect(outcome.kind).toBe("failed");
    expect(reasonOf(outcome)).toContain("?starttls=optional");
    expect(sink.mails).toEqual([]);
    expect(heard).toBe("");
  });

  test("is allowed if the operator sets it, and on this machine", async () => {
    await using sink = await SmtpSink.start({
      onAuth: (_auth, _session, done) => done(null, { user: "weir" }),
    });
    for (const url of [elsewhere(sink, "?starttls=optional"), urlOf(sink)])
      expect((await senderTo(url).send(deliveryOf(mailTo("a@example.org")))).kind).toBe("delivered");
  });
});
