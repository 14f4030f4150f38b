import type { Page } from "playwright-core";
import { solePerson } from "../world/account-on-server.ts";
import { sendReadings } from "../world/world-traffic.ts";

/** Fills in the form behind the set-up link. */
export async function makeOwner(page: Page): Promise<void> {
  await page.getByLabel("Your name").fill(solePerson.name);
  await page.getByLabel("Email").fill(solePerson.email);
  await page.getByLabel("Password", { exact: true }).fill(solePerson.password);
  await page.getByRole("button", { name: "Create owner account" }).click();
}

/** The device that was created. */
export interface Bench {
  readonly uuid: string;
  readonly token: string;
  /** Sends one reading to this sensor, as the device does. */
  send(slug: string, data: object): Promise<unknown>;
}

/** Creates a device with the keyboard alone, without checking where the focus is. */
export async function createDevice(page: Page): Promise<Bench> {
  await page.getByRole("heading", { name: "New device" }).waitFor();
  const type = async (text: string, ...keys: string[]) => {
    await page.keyboard.type(text);
    for (const key of keys) await page.keyboard.press(key);
  };
  await type("Bench", "Enter");
  await type("Temperature", "Tab", "Tab", "Tab");
  await type("°C", "Enter");
  await type("Humidity", "Control+Enter");
  const token = (await page.getByText(/^wdt_[\w-]+$/).textContent())!;
  const command = await page.getByRole("region", { name: "curl snippet" }).locator("pre").textContent();
  const [, url, uuid] = /(http\S+?)\/api\/v1\/devices\/([\w-]+)/.exec(command!)!;
  return {
    uuid: uuid!,
    token,
    send: (slug, data) => sendReadings(url!, { uuid: uuid!, token }, `/sensors/${slug}/readings`, { data }),
  };
}
