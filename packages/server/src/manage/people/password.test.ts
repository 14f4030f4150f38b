import { expect, setDefaultTimeout, test } from "bun:test";
import { fitsPassword, hashPassword, noPassword, refusePassword } from "./password.ts";

// Passwords take their time on a busy machine.
setDefaultTimeout(60_000);

test("a password is kept as argon2id with the cost that is named, salted", async () => {
  const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(one).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(two).not.toBe(one);
  expect(await fitsPassword("correct horse", one)).toBeTrue();
  expect(await fitsPassword("correct horsf", one)).toBeFalse();
  expect(await fitsPassword("", one)).toBeFalse();
});

test("the same letters fit however the keyboard wrote them", async () => {
  const hash = await hashPassword("pa\u00e9sswort");
  expect(await fitsPassword("pae\u0301sswort", hash)).toBeTrue();
});

test("nothing fits where there is nobody, or nobody with a password", async () => {
  for (const hash of [undefined, noPassword]) {
    for (const password of ["", "nothing", "correct horse"]) {
      expect(await fitsPassword(password, hash)).toBeFalse();
    }
  }
});

const grace = { email: "grace.hopper@example.org", name: "Grace Hopper" };

test.each([
  ["123456789", "bad_password"],
  ["7 red pens", undefined],
  ["correct horse ".repeat(20).slice(0, 200), undefined],
  ["correct horse ".repeat(20).slice(0, 201), "bad_password"],
  ["1234567890", "bad_password"],
  ["aaaaaaaaaaaa", "bad_password"],
  ["Grace Hopper", "bad_password"],
  ["grace.hopper@example.org", "bad_password"],
  ["half a pair \ud800", "bad_password"],
])("of %p it says %p", (password, code) => {
  expect(refusePassword(password, grace)?.error.code).toBe(code as never);
});
