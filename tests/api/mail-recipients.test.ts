/** Chains send mail to members and to people who agreed, through a real server, processor and mail server. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  headerOf,
  type ReceivedMail,
  SmtpSink,
  shownText,
} from "../../packages/server/src/deliver/mail/test-smtp-sink.ts";
import { type InstalledWeir, installWeir } from "../harness/install-weir.ts";
import type { InstalledDevice } from "../harness/installed-data.ts";
import { postReadings } from "../harness/post-readings.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { WeirProcess } from "../harness/weir-process.ts";
import { BrowserSession } from "./browser-session.ts";
import { startWithOwner } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const member = "ada@example.org";
const outsider = "ops@elsewhere.example";

/** A server that sends mail, and its owner, whose address is verified. */
class MailingServer implements AsyncDisposable {
  readonly weir: InstalledWeir;
  readonly sink: SmtpSink;
  owner!: BrowserSession;
  #life: WeirProcess | null = null;

  private constructor(sink: SmtpSink, settings: Record<string, string>) {
    this.sink = sink;
    this.weir = installWeir({
      WEIR_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      WEIR_SMTP_FROM: "weir@example.org",
      ...settings,
    });
  }

  static async start(settings: Record<string, string> = {}): Promise<MailingServer> {
    const server = new MailingServer(await SmtpSink.start(), settings);
    const started = await startWithOwner(server.weir);
    server.owner = started.owner;
    server.#life = started.server;
    await server.owner.call("POST", "/session/email/verification");
    const token = await server.mailTo(member, /\/verify-email#(\S+)/);
    expect((await server.owner.call("POST", "/session/email/confirm", { token })).status).toBe(200);
    return server;
  }

  /** Waits for a mail to the address and returns what the pattern finds in it. */
  async mailTo(address: string, pattern: RegExp): Promise<string> {
    const found = () => this.mailsTo(address).flatMap((mail) => pattern.exec(shownText(mail))?.[1] ?? []);
    await waitUntil(`${address} gets its link`, () => found().length > 0);
    return found().at(-1)!;
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.sink.mails.filter(({ to }) => to.includes(address));
  }

  async restart(): Promise<void> {
    await this.#life!.stop();
    this.#life = await this.weir.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.weir[Symbol.asyncDispose]();
    await this.sink[Symbol.asyncDispose]();
  }
}

/** An account whose chain mails every reading to some addresses. One of them may be outside the account. */
class Scene {
  readonly server: MailingServer;
  readonly owner: BrowserSession;
  readonly #outsider: string;
  device!: InstalledDevice;

  private constructor(server: MailingServer, owner: BrowserSession, outsider: string) {
    this.server = server;
    this.owner = owner;
    this.#outsider = outsider;
  }

  /** In the first account of the server. */
  static async open(server: MailingServer, to: string): Promise<Scene> {
    const scene = new Scene(server, server.owner, outsider);
    await scene.#mailTo(to);
    return scene;
  }

  /** In an account of its own on a server that other tests use. */
  static async openOnShared(outsider: string): Promise<Scene> {
    shared ??= MailingServer.start();
    const server = await shared;
    const { owner } = server;
    const { json } = await owner.call("POST", "/accounts", { name: `Mails to ${outsider}` });
    const scene = new Scene(server, owner.at(owner.url, json.uuid), outsider);
    await scene.#mailTo(outsider);
    return scene;
  }

  async #mailTo(to: string): Promise<void> {
    const definition = {
      nodes: [
        { id: "in", type: "input" },
        { id: "mail", type: "email", config: { to, subject: "Reading {{value}}" } },
      ],
      wires: [{ from: "in", output: "out", to: "mail" }],
    };
    const chain = { format: "weir-chain", version: 1, name: "Tell", definition };
    const { chain: imported } = await this.done("POST", "./chains/import", { chain, publish: {} });
    const device = { name: "Boiler", sensors: [{ slug: "a" }], chain: imported.uuid };
    this.device = await this.done("POST", "./devices", device);
  }

  async done(method: string, path: string, body?: unknown) {
    const { status, json } = await this.owner.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  }

  subjectsTo(address: string): string[] {
    return this.server.mailsTo(address).map((mail) => headerOf(mail, "Subject")!);
  }

  link(): Promise<string> {
    return this.server.mailTo(this.#outsider, /\/mail-recipient#(\S+)/);
  }

  async answer(token: string, answer: string): Promise<void> {
    await this.done("POST", "/mail-recipients/answer", { token, answer });
  }

  async send(value: number): Promise<void> {
    const { url } = this.server.weir;
    const response = await postReadings(url, this.device, { sensor: "a", data: { value } });
    expect(response.status).toBe(202);
  }

  /** The outsider's message. */
  async message(): Promise<{
    state: string;
    tries: number;
    held_because: string | null;
    last_error: string;
  }> {
    const { items } = await this.done("GET", "./outbox");
    const only = (to: readonly string[]) => to.length === 1 && to[0] === this.#outsider;
    return items.find((item: { message: { to: readonly string[] } }) => only(item.message.to));
  }

  async recipients(): Promise<{ uuid: string; email: string; state: string }[]> {
    return (await this.done("GET", "./mail-recipients")).items;
  }
}

let shared: Promise<MailingServer> | undefined;
afterAll(async () => (await shared)?.[Symbol.asyncDispose]());

unlessCluster("it restarts the server")(
  "an outsider is asked when the chain is published; members get mail meanwhile, also across a restart",
  async () => {
    await using server = await MailingServer.start();
    const scene = await Scene.open(server, `${member}, ${outsider}`);
    const token = await scene.link();
    expect(server.mailsTo(outsider)).toHaveLength(1);
    expect(shownText(server.mailsTo(outsider)[0]!)).toContain(
      'The account "Default" on Weir would like to email',
    );
    expect(await scene.recipients()).toMatchObject([{ email: outsider, state: "waiting" }]);

    await scene.send(1);
    await waitUntil("the member has it", () => scene.subjectsTo(member).includes("Reading 1"));
    await waitUntil("the other is held", async () => (await scene.message())?.held_because != null);
    expect(await scene.message()).toMatchObject({
      state: "waiting",
      tries: 0,
      last_error: null,
      held_because: `Waiting for ${outsider} to confirm. After 7 days, the email is given up.`,
    });
    expect(await scene.done("GET", "./mail-use")).toMatchObject({
      sent_today: 1,
      per_day: 500,
      sends_mail: true,
    });

    await server.restart();
    await scene.send(2);
    await waitUntil("the member has the second", () => scene.subjectsTo(member).includes("Reading 2"));
    expect(scene.subjectsTo(outsider)).toHaveLength(1);
    expect(server.weir.logText).not.toContain(token);

    const asked = { account: { name: "Default" }, email: outsider };
    expect(await scene.done("POST", "/mail-recipients/show", { token })).toEqual({
      ...asked,
      state: "waiting",
    });
    await scene.answer(token, "confirmed");
    await waitUntil("the outsider has both", () => scene.subjectsTo(outsider).length === 3);
    expect(scene.subjectsTo(outsider).slice(1).sort()).toEqual(["Reading 1", "Reading 2"]);
    expect(shownText(server.mailsTo(outsider)[1]!)).toContain('Sent by the account "Default" on Weir.');
    expect(shownText(server.mailsTo(member).at(-1)!)).not.toContain("Sent by the account");
    await waitUntil("both are counted", async () => (await scene.done("GET", "./mail-use")).sent_today === 4);
  },
);

test("sends nothing to an outsider who declines, does not ask again, and lets them change their mind", async () => {
  const outsider = "declining@elsewhere.example";
  const scene = await Scene.openOnShared(outsider);
  await scene.send(1);
  const token = await scene.link();
  await waitUntil("it is held", async () => (await scene.message())?.held_because != null);
  await scene.answer(token, "declined");
  await waitUntil("it is dead", async () => (await scene.message()).state === "dead");
  const declined = `${outsider} declined emails from this account.`;
  expect(await scene.message()).toMatchObject({ tries: 0, held_because: null, last_error: declined });

  const [recipient] = await scene.recipients();
  for (const [method, path] of [
    ["POST", `./mail-recipients/${recipient!.uuid}/ask-again`],
    ["DELETE", `./mail-recipients/${recipient!.uuid}`],
  ] as const) {
    expect(await scene.owner.call(method, path)).toMatchObject({
      status: 409,
      json: { code: "recipient_answered" },
    });
  }
  await scene.send(2);
  await waitUntil("the next is dead too", async () => {
    const { items } = await scene.done("GET", "./outbox?state=dead");
    return items.length === 2;
  });
  expect(scene.subjectsTo(outsider)).toHaveLength(1);

  await scene.answer(token, "confirmed");
  await scene.send(3);
  await waitUntil("they get it", () => scene.subjectsTo(outsider).includes("Reading 3"));
  const { items } = await scene.done("GET", "./audit");
  const actions = items.map(({ action }: { action: string }) => action);
  expect(actions).toContain("mail-recipient.decline");
  expect(actions).toContain("mail-recipient.confirm");
});

test("asks a removed address again, gives up its waiting emails, and disables its old link", async () => {
  const outsider = "removed@elsewhere.example";
  const scene = await Scene.openOnShared(outsider);
  const token = await scene.link();
  await scene.send(1);
  await waitUntil("it is held", async () => (await scene.message())?.held_because != null);
  const [recipient] = await scene.recipients();
  const again = await scene.owner.call("POST", `./mail-recipients/${recipient!.uuid}/ask-again`);
  expect(again).toMatchObject({ status: 409, json: { code: "asked_recently" } });
  await scene.done("DELETE", `./mail-recipients/${recipient!.uuid}`);
  expect(await scene.message()).toMatchObject({
    state: "dead",
    last_error: `${outsider} was removed from the mail recipients.`,
  });
  expect(await scene.recipients()).toEqual([]);
  const shown = await scene.owner.call("POST", "/mail-recipients/show", { token });
  expect(shown).toMatchObject({ status: 404, json: { code: "unknown_recipient" } });

  await scene.send(2);
  await waitUntil("it is to be asked", async () => (await scene.recipients()).length === 1);
  // Not before a day has passed.
  expect(scene.subjectsTo(outsider)).toHaveLength(1);
});

test("treats a member who leaves the account as an outsider again", async () => {
  const bob = "bob@example.org";
  const scene = await Scene.openOnShared(bob);
  await scene.done("POST", "./invitations", { email: bob, role: "viewer" });
  const token = await scene.server.mailTo(bob, /\/invitation#(\S+)/);
  const guest = new BrowserSession(scene.server.weir.url);
  const accepted = { token, name: "Bob", password: "purple staircase lantern" };
  expect((await guest.call("POST", "/invitations/accept", accepted)).status).toBe(200);
  await scene.send(1);
  await waitUntil("Bob has it", () => scene.subjectsTo(bob).includes("Reading 1"));
  const { items: members } = await scene.done("GET", "./members");
  const uuid = members.find(({ email }: { email: string }) => email === bob).uuid;
  await scene.done("DELETE", `./members/${uuid}`);
  await scene.send(2);
  await waitUntil("it is held", async () => {
    const { items } = await scene.done("GET", "./outbox?state=waiting");
    return items[0]?.held_because?.startsWith(`Waiting for ${bob} to confirm`);
  });
  expect(scene.subjectsTo(bob)).not.toContain("Reading 2");
});

unlessCluster("it restarts the server")("the daily limit holds across a restart", async () => {
  await using server = await MailingServer.start({ WEIR_MAILS_PER_ACCOUNT_PER_DAY: "10" });
  const scene = await Scene.open(server, member);
  const before = server.mailsTo(member).length;
  for (let value = 1; value <= 6; value++) await scene.send(value);
  await waitUntil("six are sent", () => server.mailsTo(member).length === before + 6);
  await server.restart();
  for (let value = 7; value <= 12; value++) await scene.send(value);
  const held = async () => {
    const { items } = await scene.done("GET", "./outbox?state=waiting");
    return items.filter(({ held_because }: { held_because: string | null }) => held_because !== null);
  };
  await waitUntil("two are held", async () => (await held()).length === 2);
  await waitUntil("ten are sent", () => server.mailsTo(member).length === before + 10);
  const [first] = await held();
  expect(first.held_because).toMatch(/^The account has sent (9|10) of 10 emails today/);
  expect(await scene.done("GET", "./mail-use")).toMatchObject({ sent_today: 10, per_day: 10 });
  expect(server.weir.logText.match(/reached its daily mail limit/g)).toHaveLength(1);
});
