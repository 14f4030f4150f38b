/**
 * The mails that people get about changes, whoever made them and wherever: with a real server, commands and mail
 * server.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  bodyOf,
  headerOf,
  type ReceivedMail,
  SmtpSink,
} from "../../packages/server/src/deliver/mail/test-smtp-sink.ts";
import { stepAt, totpCode } from "../../packages/server/src/manage/people/totp.ts";
import { decodeBase32 } from "../../packages/server/src/web/testing/test-base32.ts";
import { type CommandResult, weir as runWeir, weirProcess } from "../cli/weir-command.ts";
import { type EmbeddedWeir, startEmbeddedWeir } from "../harness/embedded-weir.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { BrowserSession } from "./browser-session.ts";

// Commands are processes, and passwords take a while on a busy machine.
setDefaultTimeout(120_000);

const password = "correct horse battery staple";
const anotherPassword = "purple walrus sings loudly";
const minuteMs = 60_000;

let sink: SmtpSink;
let weir: EmbeddedWeir;
let ada: BrowserSession;
let bob: BrowserSession;
let adasPassword = password;
let adasSecret = "";
let adasKey = "";
let resetLink = "";

beforeAll(async () => {
  sink = await SmtpSink.start();
  weir = await startEmbeddedWeir(
    { smtp_from: "weir@example.org", owner_email: "ada@example.org", trusted_proxies: "127.0.0.1" },
    { WEIR_SMTP_URL: `smtp://127.0.0.1:${sink.port}`, WEIR_OWNER_PASSWORD: password },
  );
  await command(["user", "create", "bob@example.org", "--role", "owner", "--password-stdin"], password);
  ada = await signIn("ada@example.org", password);
  bob = await signIn("bob@example.org", password);
  const { json } = await ada.call("GET", "/session");
  ada.account = bob.account = json.accounts[0].uuid;
  await told(["ada@example.org: New sign-in to Weir", "bob@example.org: New sign-in to Weir"]);
});

afterAll(async () => {
  await weir[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
});

/** Runs `weir` on the server's data folder, with a password on its standard input. */
async function command(
  args: readonly string[],
  input = "",
  env: Record<string, string> = {},
  data = weir.dataDir,
): Promise<CommandResult> {
  const all = [...args, "--data", data];
  const result = await (input === "" ? runWeir(all, env) : weirProcess(all, { env, input }));
  expect([result.code, result.code === 0 ? "" : result.stderr]).toEqual([0, ""]);
  return result;
}

async function signIn(email: string, given: string, from = "192.0.2.1") {
  const session = new BrowserSession(weir.url, { "x-forwarded-for": from, "x-forwarded-proto": "https" });
  const { status, json } = await session.call("POST", "/session", { email, password: given });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return session;
}

const described = (mail: ReceivedMail) => `${mail.to.join()}: ${headerOf(mail, "Subject")}`;

/** Checks that exactly these mails have arrived since the last check, and returns their texts in this order. */
async function told(expected: readonly string[]): Promise<string[]> {
  await waitUntil("the mails are there", () => sink.mails.length >= expected.length);
  const mails = sink.mails.splice(0);
  expect(mails.map(described).sort()).toEqual([...expected].sort());
  return expected.map((line) => bodyOf(mails.find((mail) => described(mail) === line)!));
}

async function done(answer: Promise<{ status: number; json: unknown }>) {
  const { status, json } = await answer;
  expect([status, status < 300 ? null : json]).toEqual([status, null]);
  // biome-ignore lint/suspicious/noExplicitAny: answers of many forms.
  return json as any;
}

const codeAt = (ms: number) => totpCode(decodeBase32(adasSecret), stepAt(ms));
const code = () => codeAt(weir.clock.nowMs());

interface Event {
  readonly what: string;
  readonly act: () => Promise<unknown>;
  /** `address: subject` of each mail. */
  readonly told: readonly string[];
  /** The text of one of them. */
  readonly says?: string;
}

const byOperator = "This was done on the server itself, by its operator.";

const events: readonly Event[] = [
  { what: "a sign-in from a known place", act: () => signIn("ada@example.org", password), told: [] },
  {
    what: "a sign-in from a new place",
    act: () => signIn("ada@example.org", password, "198.51.100.7"),
    told: ["ada@example.org: New sign-in to Weir"],
    says: "From: 198.51.100.7",
  },
  {
    what: "one's own password, changed",
    async act() {
      adasPassword = anotherPassword;
      const body = { old_password: password, new_password: anotherPassword };
      await done(ada.call("PUT", "/session/password", body));
    },
    told: ["ada@example.org: Your Weir password was changed"],
  },
  {
    what: "two-step sign-in, turned on",
    async act() {
      adasSecret = (await done(ada.call("POST", "/session/totp", { password: adasPassword }))).secret;
      await done(ada.call("POST", "/session/totp/confirm", { code: code() }));
    },
    told: ["ada@example.org: Two-step sign-in was turned on for Weir"],
  },
  {
    what: "recovery codes, renewed",
    async act() {
      weir.clock.advanceMs(minuteMs);
      const both = { password: adasPassword, totp: code() };
      await done(ada.call("POST", "/session/totp/recovery-codes", both));
    },
    told: ["ada@example.org: Your Weir recovery codes were replaced"],
  },
  {
    what: "two-step sign-in, turned off",
    async act() {
      weir.clock.advanceMs(minuteMs);
      await done(ada.call("POST", "/session/totp/disable", { password: adasPassword, totp: code() }));
    },
    told: ["ada@example.org: Two-step sign-in was turned off for Weir"],
  },
  {
    what: "two-step sign-in, locked by wrong codes, once",
    async act() {
      adasSecret = (await done(ada.call("POST", "/session/totp", { password: adasPassword }))).secret;
      await done(ada.call("POST", "/session/totp/confirm", { code: code() }));
      for (let n = 0; n < 22; n++) {
        // Waits, so that the throttle never interferes.
        weir.clock.advanceMs(60 * minuteMs);
        const { status } = await ada.call("POST", "/session/proof", { totp: wrongCode() });
        expect(status).toBe(403);
      }
    },
    told: [
      "ada@example.org: Two-step sign-in was turned on for Weir",
      "ada@example.org: Too many wrong sign-in codes for Weir",
    ],
  },
  {
    what: "a reset link and a second factor that the operator turns off",
    async act() {
      const { stdout } = await command(["user", "reset-password", "ada@example.org", "--turn-off-totp"]);
      resetLink = /#(\S+)/.exec(stdout)![1]!;
    },
    told: [
      "ada@example.org: A link to reset your Weir password was created",
      "ada@example.org: Two-step sign-in was turned off for Weir",
    ],
    says: byOperator,
  },
  {
    what: "a password that is set by a link",
    async act() {
      const body = { token: resetLink, password };
      await done(new BrowserSession(weir.url).call("POST", "/password-resets/complete", body));
      adasPassword = password;
      const { account } = ada;
      ada = await signIn("ada@example.org", password);
      ada.account = account;
    },
    told: ["ada@example.org: Your Weir password was changed", "ada@example.org: New sign-in to Weir"],
  },
  {
    what: "an API key, created",
    async act() {
      const key = { name: "Grafana", scopes: ["devices:read"] };
      adasKey = (await done(ada.call("POST", "./api-keys", key))).uuid;
    },
    told: ["ada@example.org: An API key was created in Weir"],
  },
  {
    what: "an API key, revoked by another owner",
    act: () => done(bob.call("DELETE", `./api-keys/${adasKey}`)),
    told: [
      "ada@example.org: An API key was revoked in Weir",
      "bob@example.org: An API key was revoked in Weir",
    ],
    says: "This was done by bob@example.org.",
  },
  {
    what: "one's role, changed by another owner",
    async act() {
      await done(ada.call("POST", "/session/proof", { password: adasPassword }));
      await done(ada.call("PATCH", `./members/${await uuidOf("bob@example.org")}`, { role: "editor" }));
    },
    told: ["bob@example.org: Your role in Weir was changed"],
    says: "is now editor.",
  },
  {
    what: "the removal from an account",
    async act() {
      await done(ada.call("DELETE", `./members/${await uuidOf("bob@example.org")}`));
    },
    told: ["bob@example.org: You were removed from an account in Weir"],
    says: "This was done by ada@example.org.",
  },
  {
    what: "sessions that people end themselves",
    async act() {
      await done(bob.call("DELETE", "/session/sessions"));
      await done(bob.call("POST", "/session/sign-out-everywhere"));
    },
    told: [],
  },
  {
    what: "a role that the operator gives",
    act: () => command(["user", "create", "bob@example.org", "--role", "viewer", "--existing"]),
    told: ["bob@example.org: Your role in Weir was changed"],
    says: byOperator,
  },
  {
    what: "an account that the operator makes for somebody",
    act: () => command(["account", "create", "North", "--owner", "bob@example.org", "--existing"]),
    told: ["bob@example.org: Your role in Weir was changed"],
    says: 'Your role in the account "North" is now owner.',
  },
  {
    what: "a password that the operator sets",
    act: () => command(["user", "reset-password", "bob@example.org", "--password-stdin"], anotherPassword),
    told: ["bob@example.org: Your Weir password was changed"],
    says: byOperator,
  },
  {
    what: "an address that the operator changes",
    act: () => command(["user", "change-email", "bob@example.org", "rob@example.org"]),
    told: ["bob@example.org: Your email address for Weir was changed"],
    says: byOperator,
  },
  {
    what: "a sign-in that the operator deletes",
    act: () => command(["user", "delete", "rob@example.org", "--yes"]),
    told: ["rob@example.org: Your Weir sign-in was deleted"],
    says: byOperator,
  },
  {
    what: "a change of address, asked for",
    act: () => done(ada.call("PATCH", "/session/user", { password: adasPassword, email: "ada@new.example" })),
    told: [
      "ada@example.org: Your email address for Weir is about to change",
      "ada@new.example: Confirm your new email address for Weir",
    ],
  },
];

describe("a person is told of", () => {
  test.each(events.map((event) => [event.what, event] as const))(
    "%s",
    async (_, { act, told: lines, says }) => {
      await act();
      const texts = await told(lines);
      if (says !== undefined) expect(unfolded(texts.join("\n"))).toContain(says);
    },
  );
});

test("mails people from a command when no server runs, and reports when it cannot", async () => {
  using folder = tempFolder();
  const run = (args: string[], env = {}, input = "") => command(args, input, env, folder.path);
  await run(["user", "create", "eve@example.org", "--password-stdin"], {}, password);
  const mail = { WEIR_SMTP_URL: `smtp://127.0.0.1:${sink.port}`, WEIR_SMTP_FROM: "weir@example.org" };
  await run(["user", "reset-password", "eve@example.org"], mail);
  const [text] = await told(["eve@example.org: A link to reset your Weir password was created"]);
  expect(text).not.toContain("/reset-password#");
  expect((await run(["user", "reset-password", "eve@example.org"])).stderr).toBe("");
  const { stderr } = await run(["user", "delete", "eve@example.org", "--yes"], {
    ...mail,
    WEIR_SMTP_URL: "smtp://127.0.0.1:1",
  });
  expect(stderr).toStartWith("warning: a mail could not be sent (sign-in deleted: ");
});

async function uuidOf(email: string): Promise<string> {
  const { items } = await done(ada.call("GET", "./members"));
  return items.find((member: { email: string }) => member.email === email).uuid;
}

function wrongCode(): string {
  const steps = [-30_000, 0, 30_000];
  const right = steps.map((ms) => codeAt(weir.clock.nowMs() + ms));
  return ["000000", "000001", "000002", "000003"].find((guess) => !right.includes(guess))!;
}

/** Undoes the folding of long lines. */
function unfolded(text: string): string {
  return text.replace(/=\r\n/g, "").replace(/\r\n/g, "\n");
}
