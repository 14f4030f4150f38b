/** Passwords on a running server: which ones are refused, and that choosing one delays nobody. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { BrowserSession } from "./browser-session.ts";

setDefaultTimeout(60_000);

test("refuses Summer2026! for a new owner, and says how to improve it", async () => {
  await using weir = new WeirInstallation();
  await weir.start();
  await waitUntil("the set-up link is printed", () => weir.logText.includes("/setup#"));
  const secret = /\/setup#(\S+)/.exec(weir.logText)![1]!;
  const browser = new BrowserSession(weir.url);
  const owner = { secret, email: "ada@example.org", name: "Ada" };
  for (const password of ["Summer2026!", "Summer2026!!", "ada@example.org"]) {
    const { status, json } = await browser.call("POST", "/setup", { ...owner, password });
    expect([status, json.code]).toEqual([422, "bad_password"]);
    expect(json.errors[0]).toEqual({ field: "password", message: json.detail });
  }
  const made = await browser.call("POST", "/setup", { ...owner, password: "seven tall poplars" });
  expect(made.status).toBe(201);
});

test("does not start with a weak owner password, and says why", async () => {
  const env = { WEIR_OWNER_EMAIL: "grace@example.org", WEIR_OWNER_PASSWORD: "Summer2026!" };
  await using weir = new WeirInstallation({ env });
  await expect(weir.start()).rejects.toThrow();
  expect(weir.logText).toContain("The owner could not be made: A password must have 12 to 200 characters.");
});
