import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { SmtpSink, shownText } from "../../../packages/server/src/deliver/mail/test-smtp-sink.ts";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describePagesWithServer } from "../harness/describe-served-pages.ts";
import type { Page } from "../harness/page.ts";

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

let mailServer: SmtpSink;

async function startMailServer() {
  mailServer = await SmtpSink.start();
  return {
    WEIR_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    WEIR_SMTP_FROM: "weir@example.org",
    WEIR_MAILS_PER_ACCOUNT_PER_DAY: String(mailsPerDay),
  };
}

describePagesWithServer(
  "recipients of mail outside the account",
  (at) => {
    let chain: string;
    beforeAll(async () => {
      const definition = chainTelling(confirming, declining, at.person.email);
      chain = (await at.owner.do("POST", "./chains", { name: "Telling", definition })).uuid;
      await at.owner.do("POST", `./chains/${chain}/publish`, { note: "" }, { "if-match": "*" });
    });
    afterAll(() => mailServer[Symbol.asyncDispose]());

    /** The part of the mailed link that names the page. */
    async function linkOf(email: string): Promise<string> {
      const links = () =>
        mailServer.mails
          .filter(({ to }) => to.includes(email))
          .flatMap((mail) => /http\S+(\/mail-recipient#\S+)/.exec(shownText(mail))?.[1] ?? []);
      await waitUntil(`${email} is asked`, () => links().length > 0);
      return links()[0]!;
    }

    const asStranger = (act: (page: Page) => Promise<void>) => at.visit(act, { session: null });

    test("confirm with a click, not by opening the link, and can stop the mails with the same link", async () => {
      const link = await linkOf(confirming);
      await asStranger(async (page) => {
        await page.goto(link);
        await page.getByRole("button", { name: "Don’t send me email" }).waitFor();
      });
      await at.visit(async (page) => {
        await page.goto("/settings/mail");
        const row = page.getByRole("row", { name: confirming });
        await row.getByText("Waiting for an answer").waitFor();
        // The owner has not verified this address, so it is asked too, but not as a stranger's.
        await page.getByRole("row", { name: at.person.email }).getByText("Member").waitFor();
        await page.goto(`/chains/${chain}`);
        await page.locator(".react-flow__node").filter({ hasText: "Tell them" }).click();
        await page
          .getByText(`${confirming} hasn’t confirmed yet. Emails to this address wait until then.`)
          .waitFor();
      });
      await asStranger(async (page) => {
        await page.goto(link);
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.getByRole("heading", { name: "You receive email from this account" }).waitFor();
      });
      await at.visit(async (page) => {
        await page.goto("/settings/mail");
        await page.getByRole("row", { name: confirming }).getByText("Confirmed").waitFor();
      });
      await asStranger(async (page) => {
        await page.goto(link);
        await page.getByRole("button", { name: "Unsubscribe" }).click();
        await page.getByRole("heading", { name: "You don’t receive email from this account" }).waitFor();
      });
      await at.visit(async (page) => {
        await page.goto("/settings/mail");
        await page.getByRole("row", { name: confirming }).getByText("Declined").waitFor();
      });
    });

    test("decline, and cannot be asked again", async () => {
      const link = await linkOf(declining);
      await asStranger(async (page) => {
        await page.goto(link);
        await page.getByRole("button", { name: "Don’t send me email" }).click();
        await page.getByRole("heading", { name: "You don’t receive email from this account" }).waitFor();
      });
      await at.visit(async (page) => {
        await page.goto("/settings/mail");
        const row = page.getByRole("row", { name: declining });
        await row.getByText("Declined").waitFor();
        expect(await row.getByRole("button").count()).toBe(0);
      });
    });

    test("get mails up to the account's daily limit, and Home shows when it is used up", async () => {
      await at.publishDefaultChain(chainTelling(keen));
      const link = await linkOf(keen);
      await asStranger(async (page) => {
        await page.goto(link);
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.getByRole("heading", { name: "You receive email from this account" }).waitFor();
      });
      const device = await at.createDevice(["temperature"]);
      const data = Array.from({ length: mailsPerDay + 2 }, (_, value) => ({ value }));
      await sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data });
      await at.visit(async (page) => {
        await page.goto("/system/outbox");
        await page
          .getByText(/^The account’s|^The account has sent/)
          .first()
          .waitFor();
        await page.goto("/");
        await page.getByText(`Daily limit of ${mailsPerDay} emails reached`).waitFor();
      });
      const sent = mailServer.mails.filter(
        (mail) => mail.to.includes(keen) && !shownText(mail).includes(link),
      );
      expect(sent.length).toBe(mailsPerDay);
    });
  },
  startMailServer,
);
