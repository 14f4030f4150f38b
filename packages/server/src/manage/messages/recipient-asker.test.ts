import { afterAll, expect, test } from "bun:test";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import type { Control } from "../../control/control.ts";
import { listRecipients } from "../../control/recipients/recipients.ts";
import { isTestDataInFile } from "../../control/test-open-control.ts";
import { bodyOf, headerOf, SmtpSink } from "../../deliver/mail/test-smtp-sink.ts";
import type { LogFacts } from "../../platform/log.ts";
import { createServerMailer } from "../../roles/manage/server-mailer.ts";
import { closeTestControls, makeAccount, openTestControl } from "../test-control.ts";
import { asksPerAccountMax, asksPerAddressMax, RecipientAsker } from "./recipient-asker.ts";
import { noteRecipient, noteRecipients, removeRecipient } from "./recipients.ts";

afterAll(closeTestControls);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Asks through a real mail server, with a clock that the test moves. */
class Scene implements AsyncDisposable {
  readonly clock = new ManualClock("2026-06-01T12:00:00Z");
  readonly control: Control;
  readonly sink: SmtpSink;
  readonly logged: { readonly message: string; readonly facts: LogFacts }[] = [];

  private constructor(sink: SmtpSink) {
    this.sink = sink;
    this.control = { ...openTestControl().control, nowUs: () => this.clock.nowMs() * 1000 };
  }

  static async open(options: Parameters<typeof SmtpSink.start>[0] = {}): Promise<Scene> {
    return new Scene(await SmtpSink.start(options));
  }

  /** With a new asker, as after a restart. */
  async ask(port = this.sink.port): Promise<void> {
    const settings = { url: `smtp://127.0.0.1:${port}`, from: "weir@example.org" };
    const note = (message: string, facts: LogFacts = {}): void => void this.logged.push({ message, facts });
    const asker = new RecipientAsker({
      control: this.control,
      mailer: createServerMailer(settings, this.clock)!,
      address: { url: "https://weir.example" },
      log: { debug: note, info: note, warn: note, error: note },
    });
    await asker.ask();
    await asker.stop();
  }

  get askedAddresses(): string[] {
    return this.sink.mails.flatMap(({ to }) => [...to]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.sink[Symbol.asyncDispose]();
  }
}

test("asks an address once even if two manage processes ask at the same moment", async () => {
  await using scene = await Scene.open();
  const { id } = await makeAccount(scene.control, "Plant");
  await noteRecipient(scene.control, id, "ops@x.org");
  await Promise.all([scene.ask(), scene.ask()]);
  expect(scene.askedAddresses).toEqual(["ops@x.org"]);
});

test("asks an address once, and mentions only the account's name, without a link in it", async () => {
  await using scene = await Scene.open();
  const { id } = await makeAccount(
    scene.control,
    "Win now: http://evil.example/x\u2028Click @ www.evil.example",
  );
  await noteRecipient(scene.control, id, "ops@x.org");
  await scene.ask();
  await scene.ask();
  scene.clock.advanceMs(30 * dayMs);
  await scene.ask();
  expect(scene.askedAddresses).toEqual(["ops@x.org"]);
  const [mail] = scene.sink.mails;
  const text = `${headerOf(mail!, "Subject")} ${bodyOf(mail!)}`.replaceAll("=\r\n", "");
  expect(text).not.toContain("evil.example");
  expect(text).toContain("https://weir.example/mail-recipient#");
  expect(text.match(/https?:/g)).toHaveLength(1);
});

test("does not ask an address twice within a day if it is removed and used again", async () => {
  await using scene = await Scene.open();
  const { id } = await makeAccount(scene.control);
  for (let round = 0; round < 3; round++) {
    await noteRecipient(scene.control, id, "ops@x.org");
    await scene.ask();
    const [recipient] = await listRecipients(scene.control, id, { limit: 1 });
    await removeRecipient(scene.control, id, recipient!.uuid);
    scene.clock.advanceMs(2 * hourMs);
  }
  expect(scene.askedAddresses).toEqual(["ops@x.org"]);
  await noteRecipient(scene.control, id, "ops@x.org");
  scene.clock.advanceMs(dayMs);
  await scene.ask();
  expect(scene.askedAddresses).toEqual(["ops@x.org", "ops@x.org"]);
});

test.if(isTestDataInFile)(
  "asks a limited number of addresses of an account a day, and the others the next day",
  async () => {
    await using scene = await Scene.open();
    const { id } = await makeAccount(scene.control);
    const office = await makeAccount(scene.control, "Office");
    const emails = Array.from({ length: asksPerAccountMax + 80 }, (_, index) => `a${index}@x.org`);
    await scene.control.transact((tx) =>
      noteRecipients(tx, { accountId: id, emails, nowUs: scene.control.nowUs() }),
    );
    await noteRecipient(scene.control, office.id, "office@x.org");
    await scene.ask();
    expect(scene.askedAddresses).toHaveLength(asksPerAccountMax + 1);
    expect(scene.askedAddresses).toContain("office@x.org");
    scene.clock.advanceMs(dayMs + 1);
    await scene.ask();
    expect(scene.askedAddresses).toHaveLength(2 * asksPerAccountMax + 1);
  },
);

test("asks an address for a few accounts a day at most", async () => {
  await using scene = await Scene.open();
  for (let index = 0; index < asksPerAddressMax + 2; index++) {
    const account = await makeAccount(scene.control, `Account ${index}`);
    await noteRecipient(scene.control, account.id, "victim@x.org");
  }
  await scene.ask();
  expect(scene.askedAddresses).toHaveLength(asksPerAddressMax);
});

test("retries a failed mail an hour later, even by the next server", async () => {
  let isRefusing = true;
  await using scene = await Scene.open({
    onMailFrom: (_address, _session, done) => done(isRefusing ? new Error("Not now.") : null),
  });
  const { id } = await makeAccount(scene.control);
  await noteRecipient(scene.control, id, "ops@x.org");
  await scene.ask();
  expect(scene.logged).toMatchObject([{ message: expect.stringContaining("could not be asked") }]);
  isRefusing = false;
  await scene.ask();
  expect(scene.askedAddresses).toEqual([]);
  scene.clock.advanceMs(hourMs);
  await scene.ask();
  expect(scene.askedAddresses).toEqual(["ops@x.org"]);
  expect(await listRecipients(scene.control, id, { limit: 1 })).toMatchObject([
    { isAsked: 1, mailedAt: scene.clock.nowMs() * 1000 },
  ]);
});
