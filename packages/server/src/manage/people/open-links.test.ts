import { afterAll, expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import type { Control } from "../../control/control.ts";
import { noPassword } from "../../control/people/users.ts";
import { closeTestControls, commitUnaudited, openTestControl } from "../test-control.ts";
import { confirmEmail, issueVerification } from "./email-links.ts";
import { issuePasswordReset, resetPassword } from "./password-reset.ts";
import { createUser } from "./users.ts";

const newPassword = "four wooden ducks in a row";

afterAll(closeTestControls);

function open() {
  let nowUs = 1_780_000_000_000_000;
  const control: Control = { ...openTestControl().control, nowUs: () => nowUs };
  const passSecond = () => {
    nowUs += 1_000_000;
  };
  return { control, passSecond };
}

async function addPerson(control: Control, email: string): Promise<number> {
  const made = unwrap(
    await commitUnaudited(control, (tx) =>
      createUser(tx, { email, name: "Somebody", passwordHash: noPassword }, control.nowUs()),
    ),
  );
  return made.id;
}

test("keeps a person's newest five links to verify an address, and those of others", async () => {
  const { control, passSecond } = open();
  const [ada, eve] = [
    await addPerson(control, "ada@example.org"),
    await addPerson(control, "eve@example.org"),
  ];
  const ofEve = (await issueVerification(control, eve))!.token;
  const tokens: string[] = [];
  for (let n = 0; n < 6; n++) {
    passSecond();
    tokens.push((await issueVerification(control, ada))!.token);
  }
  expect(await confirmEmail(control, ada, tokens[0]!)).toMatchObject({
    error: { code: "confirmation_gone" },
  });
  expect(await confirmEmail(control, ada, tokens[1]!)).toMatchObject({ ok: true });
  expect(await confirmEmail(control, eve, ofEve)).toMatchObject({ ok: true });
});

test("keeps a person's newest five links to reset the password, and those of others", async () => {
  const { control, passSecond } = open();
  for (const email of ["ada@example.org", "eve@example.org"]) await addPerson(control, email);
  const ofEve = (await issuePasswordReset(control, "eve@example.org"))!.token;
  const tokens: string[] = [];
  for (let n = 0; n < 6; n++) {
    passSecond();
    tokens.push((await issuePasswordReset(control, "ada@example.org"))!.token);
  }
  expect(await resetPassword(control, tokens[0]!, newPassword)).toMatchObject({
    error: { code: "reset_gone" },
  });
  expect(await resetPassword(control, tokens[1]!, newPassword)).toMatchObject({ ok: true });
  expect(await resetPassword(control, ofEve, newPassword)).toMatchObject({ ok: true });
});
