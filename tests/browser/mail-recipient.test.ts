import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { SmtpSink, shownText } from "../../packages/server/src/deliver/mail/test-smtp-sink.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { accessibilityProblems } from "./harness/accessibility.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { untilLoaded, untilShown } from "./harness/every-page.ts";
import { type ServedDashboard, serveWithOwner, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";
import { solePerson } from "./world/account-on-server.ts";
import { ManageSession } from "./world/manage-session.ts";
import { sendReadings } from "./world/world-traffic.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);
const viewport = { width: 1600, height: 1000 };
const confirming = "ops@elsewhere.example";
const declining = "nobody@elsewhere.example";
const keen = "keen@elsewhere.example";
const mailsPerDay = 10;

function chainTelling(...to: readonly string[]): ChainDefinition {
  const common = { version: 1, position: { x: 0, y: 0 } };
  return {
    nodes: [
      { ...common, id: "input", type: "input", name: "Readings", config: {} },
      {
        ...common,
        id: "tell",
        type: "email",
        name: "Tell them",
        position: { x: 240, y: 0 },
        config: { to: to.join(", "), subject: "{{value}}", text: "{{value}}" },
      },
    ],
    wires: [{ from: "input", output: "out", to: "tell" }],
  };
}

describeUnless(problem, "recipients of mail outside the account", () => {
  let served: ServedDashboard;
  let mailServer: SmtpSink;
  let chain: string;
  beforeAll(async () => {
    mailServer = await SmtpSink.start();
    served = await serveWithOwner({
      WEIR_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      WEIR_SMTP_FROM: "weir@example.org",
      WEIR_MAILS_PER_ACCOUNT_PER_DAY: String(mailsPerDay),
    });
    const owner = await ManageSession.signIn(served.url, solePerson);
    const definition = chainTelling(confirming, declining, solePerson.email);
    chain = (await owner.do("POST", "./chains", { name: "Telling", definition })).uuid;
    await owner.do("POST", `./chains/${chain}/publish`, { note: "" }, { "if-match": "*" });
  }, setUpTimeoutMs);
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await mailServer[Symbol.asyncDispose]();
  });

  async function linkOf(email: string): Promise<string> {
    const links = () =>
      mailServer.mails
        .filter(({ to }) => to.includes(email))
        .flatMap((mail) => /http\S+\/mail-recipient#\S+/.exec(shownText(mail)) ?? []);
    await waitUntil(`${email} is asked`, () => links().length > 0);
    return links()[0]!;
  }

  test("confirm with a click, not by opening the link, and can stop the mails with the same link", async () => {
    const link = await linkOf(confirming);
    await visit({ ...served, viewport, person: solePerson }, async (page) => {
      await visit(served, async (theirs) => {
        await theirs.goto(link);
        await theirs.getByRole("button", { name: "Don’t send me email" }).waitFor();
        expect(await accessibilityProblems(theirs)).toEqual([]);
        await page.goto("/settings/mail");
        await untilShown(page);
        const row = page.getByRole("row", { name: confirming });
        await row.getByText("Waiting for an answer").waitFor();
        // The owner has not verified this address, so it is asked too, but not as a stranger's.
        await page.getByRole("row", { name: solePerson.email }).getByText("Member").waitFor();
        await page.goto(`/chains/${chain}`);
        await untilLoaded(page);
        await page.locator(".react-flow__node").filter({ hasText: "Tell them" }).click();
        await page
          .getByText(`${confirming} hasn’t confirmed yet. Emails to this address wait until then.`)
          .waitFor();

        await theirs.getByRole("button", { name: "Confirm" }).click();
        await theirs.getByRole("heading", { name: "You receive email from this account" }).waitFor();
        await page.goto("/settings/mail");
        await row.getByText("Confirmed").waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);

        await theirs.goto("about:blank");
        await theirs.goto(link);
        await theirs.getByRole("button", { name: "Unsubscribe" }).click();
        await theirs.getByRole("heading", { name: "You don’t receive email from this account" }).waitFor();
        await row.getByText("Declined").waitFor();
      });
    });
  });

  test("decline, and cannot be asked again", async () => {
    const link = await linkOf(declining);
    await visit(served, async (theirs) => {
      await theirs.goto(link);
      await theirs.getByRole("button", { name: "Don’t send me email" }).click();
      await theirs.getByRole("heading", { name: "You don’t receive email from this account" }).waitFor();
    });
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto("/settings/mail");
      const row = page.getByRole("row", { name: declining });
      await row.getByText("Declined").waitFor();
      expect(await row.getByRole("button").count()).toBe(0);
    });
  });

  test("get mails up to the account's daily limit, and Home shows when it is used up", async () => {
    await served.weir.publishDefaultChain(chainTelling(keen));
    const link = await linkOf(keen);
    await visit(served, async (theirs) => {
      await theirs.goto(link);
      await theirs.getByRole("button", { name: "Confirm" }).click();
      await theirs.getByRole("heading", { name: "You receive email from this account" }).waitFor();
    });
    const device = await served.weir.createDevice(["temperature"]);
    const data = Array.from({ length: mailsPerDay + 2 }, (_, value) => ({ value }));
    await sendReadings(served.url, device, "/sensors/temperature/readings/bulk", { data });
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto("/system/outbox");
      await page
        .getByText(/^The account’s|^The account has sent/)
        .first()
        .waitFor();
      await page.goto("/");
      await page.getByText(`Daily limit of ${mailsPerDay} emails reached`).waitFor();
    });
    const sent = mailServer.mails.filter((mail) => mail.to.includes(keen) && !shownText(mail).includes(link));
    expect(sent.length).toBe(mailsPerDay);
  });
});
