import { waitUntil } from "../../harness/wait-until.ts";
import type { WeirInstallation } from "../../harness/weir-installation.ts";
import { solePerson } from "../world/account-on-server.ts";
import type { Moment } from "./every-moment.ts";
import { untilShown } from "./every-page.ts";

/** The server's answer while there is no owner. */
export async function printedSetUpLink(weir: Pick<WeirInstallation, "logText">): Promise<string> {
  await waitUntil("the set-up link is printed", () => weir.logText.includes("/setup#"));
  return /http\S+\/setup#\S+/.exec(weir.logText)![0];
}

/** Pages that are seen only once: the form that creates the first owner, and Home without any device. */
export async function firstMoments(weir: WeirInstallation): Promise<readonly Moment[]> {
  const path = await printedSetUpLink(weir);
  return [
    {
      name: "setup-form",
      path,
      act: (page) => page.getByRole("button", { name: "Create owner account" }).waitFor(),
    },
    {
      name: "home-first-run",
      path: "/",
      goesOn: true,
      act: async (page) => {
        await page.getByLabel("Your name").fill(solePerson.name);
        await page.getByLabel("Email").fill(solePerson.email);
        await page.getByLabel("Password", { exact: true }).fill(solePerson.password);
        await page.getByRole("button", { name: "Create owner account" }).click();
        await page.getByRole("link", { name: "Create a device" }).waitFor();
        await untilShown(page);
      },
    },
  ];
}
