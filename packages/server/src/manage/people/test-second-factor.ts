import { decodeBase32 } from "../../web/testing/test-base32.ts";
import { adaSignIn, type PeopleUnderTest, type TestBrowser } from "../testing/test-browser.ts";
import { stepAt, totpCode } from "./totp.ts";

/** A person with one-time passwords on. */
interface Enrolled {
  readonly browser: TestBrowser;
  readonly seed: Uint8Array;
  readonly codes: readonly string[];
}

/** Turns one-time passwords on for Ada, or for the person signed in at the browser. */
export async function enrol(
  people: PeopleUnderTest,
  who?: TestBrowser,
  password = adaSignIn.password,
): Promise<Enrolled> {
  const browser = who ?? (await people.ada());
  const started = await browser.call("startTotp", { password });
  const seed = decodeBase32(started.json.secret);
  const confirmed = await browser.call("confirmTotp", { code: codeNow(people, seed) });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  people.clock.advanceMs(60_000);
  return { browser, seed, codes: confirmed.json.recovery_codes };
}

export function codeNow({ clock }: PeopleUnderTest, seed: Uint8Array): string {
  return totpCode(seed, stepAt(clock.nowMs()));
}

/** A code of another step that no neighbouring step shares. */
export function wrongCode(people: PeopleUnderTest, seed: Uint8Array): string {
  const now = stepAt(people.clock.nowMs());
  const near = [now - 1, now, now + 1].map((step) => totpCode(seed, step));
  return ["000000", "000001", "000002", "000003"].find((code) => !near.includes(code))!;
}
