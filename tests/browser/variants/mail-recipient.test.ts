import { expect, test } from "bun:test";
import { SmtpSink, shownText } from "../../../packages/server/src/deliver/mail/test-smtp-sink.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { accessibilityProblems } from "../harness/accessibility.ts";
import { describeWithServer } from "../harness/describe-with-owner.ts";
import { visit } from "../harness/visit.ts";

const stranger = "ops@elsewhere.example";
const mailServer = await SmtpSink.start();

await describeWithServer(
  "the question to a recipient of mail outside the account",
  (at) => {
    test("has no accessibility problems, and neither has the list of recipients with an answer", async () => {
      const definition = {
        nodes: [
          { id: "input", type: "input", position: { x: 0, y: 0 } },
          { id: "tell", type: "email", position: { x: 240, y: 0 }, config: { to: stranger } },
        ],
        wires: [{ from: "input", output: "out", to: "tell" }],
      };
      const chain = await at.owner.do("POST", "./chains", { name: "Telling", definition });
      await at.owner.do("POST", `./chains/${chain.uuid}/publish`, { note: "" }, { "if-match": "*" });
      const links = () =>
        mailServer.mails.flatMap((mail) => /http\S+\/mail-recipient#\S+/.exec(shownText(mail)) ?? []);
      await waitUntil("the stranger is asked", () => links().length > 0);
      await visit(at.served, async (page) => {
        await page.goto(links()[0]!);
        await page.getByRole("button", { name: "Don’t send me email" }).waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.getByRole("heading", { name: "You receive email from this account" }).waitFor();
      });
      await at.visit(async (page) => {
        await page.goto("/settings/mail");
        await page.getByRole("row", { name: stranger }).getByText("Confirmed").waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
      });
    });
  },
  { WEIR_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, WEIR_SMTP_FROM: "weir@example.org" },
);
