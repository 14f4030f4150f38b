import { afterAll, expect, test } from "bun:test";
import type { ControlStore } from "../../control/control-store.ts";
import { noPassword } from "../../control/people/users.ts";
import { closeTestStores, commitUnaudited, openTestStore } from "../test-store.ts";
import { confirmEmail, issueVerification } from "./email-links.ts";
import { issuePasswordReset, resetPassword } from "./password-reset.ts";
import { createUser } from "./users.ts";

const newPassword = "four wooden ducks in a row";

afterAll(closeTestStores);

function open() {
  let nowUs = 1_780_000_000_000_000;
  const store: ControlStore = { ...openTestStore().store, nowUs: () => nowUs };
  const passSecond = () => {
    nowUs += 1_000_000;
  };
  return { store, passSecond };
}

async function addPerson(store: ControlStore, email: string): Promise<number> {
  const made = await commitUnaudited(store, (tx) =>
    createUser(tx, { email, name: "Somebody", passwordHash: noPassword }, store.nowUs()),
  );
  if (!made.ok) throw new Error(made.error.message);
  return made.value.id;
}

test("a person has the newest five links to verify an address; those of others stay", async () => {
  const { store, passSecond } = open();
  const [ada, eve] = [await addPerson(store, "ada@example.org"), await addPerson(store, "eve@example.org")];
  const ofEve = (await issueVerification(store, eve))!.token;
  const tokens: string[] = [];
  for (let n = 0; n < 6; n++) {
    passSecond();
    tokens.push((await issueVerification(store, ada))!.token);
  }
  expect(await confirmEmail(store, ada, tokens[0]!)).toMatchObject({ error: { code: "confirmation_gone" } });
  expect(await confirmEmail(store, ada, tokens[1]!)).toMatchObject({ ok: true });
  expect(await confirmEmail(store, eve, ofEve)).toMatchObject({ ok: true });
});

test("a person has the newest five links to reset the password; those of others stay", async () => {
  const { store, passSecond } = open();
  for (const email of ["ada@example.org", "eve@example.org"]) await addPerson(store, email);
  const ofEve = (await issuePasswordReset(store, "eve@example.org"))!.token;
  const tokens: string[] = [];
  for (let n = 0; n < 6; n++) {
    passSecond();
    tokens.push((await issuePasswordReset(store, "ada@example.org"))!.token);
  }
  expect(await resetPassword(store, tokens[0]!, newPassword)).toMatchObject({
    error: { code: "reset_gone" },
  });
  expect(await resetPassword(store, tokens[1]!, newPassword)).toMatchObject({ ok: true });
  expect(await resetPassword(store, ofEve, newPassword)).toMatchObject({ ok: true });
});
