import { expect, setDefaultTimeout, test } from "bun:test";
import { noPassword } from "../../control/people/users.ts";
import { fitsPassword, hashPassword, refusePassword } from "./password.ts";
import { waitingMax } from "./password-strength/password-strength.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

test("stores a password as salted argon2id with the named cost", async () => {
  const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(one).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(two).not.toBe(one);
  expect(await fitsPassword("correct horse", one)).toBeTrue();
  expect(await fitsPassword("correct horsf", one)).toBeFalse();
  expect(await fitsPassword("", one)).toBeFalse();
});

test("checks one password at a time, and that of somebody known after at most two of strangers", async () => {
  const order: string[] = [];
  const check = async (whose: "a stranger" | "somebody known") => {
    await fitsPassword("correct horse", undefined, whose);
    order.push(whose);
  };
  const strangers = Array.from({ length: 6 }, () => check("a stranger"));
  await Promise.all([...strangers, check("somebody known")]);
  expect(order.indexOf("somebody known")).toBeLessThanOrEqual(2);
});

test("accepts the same letters in any Unicode form", async () => {
  const hash = await hashPassword("pa\u00e9sswort");
  expect(await fitsPassword("pae\u0301sswort", hash)).toBeTrue();
});

test("matches no password for an unknown person or one without a password", async () => {
  for (const hash of [undefined, noPassword]) {
    for (const password of ["", "nothing", "correct horse"]) {
      expect(await fitsPassword(password, hash)).toBeFalse();
    }
  }
});

const grace = {
  email: "grace.hopper@example.org",
  name: "Grace Hopper",
  accountNames: ["Riverside Greenhouses"],
};

test.each([
  ["eleven char", "12 to 200 characters"],
  ["correct horse ".repeat(20).slice(0, 201), "12 to 200 characters"],
  ["half a pair of it \ud800", "12 to 200 characters"],
  ["Summer2026!", "12 to 200 characters"],
  ["Summer2026!!", "Add more words"],
  ["Password1234!", "commonly used password"],
  ["123456789012", "commonly used password"],
  ["aaaaaaaaaaaa", "Repeated characters"],
  ["qwertyuiopas", "easy to guess"],
  ["Grace Hopper", "easy to guess"],
  ["GraceHopper1", "easy to guess"],
  ["grace.hopper@example.org", "easy to guess"],
  ["Riverside Greenhouses", "easy to guess"],
])("refuses %p and says how to improve it", async (password, advice) => {
  const refused = await refusePassword(password, grace);
  expect(refused).toMatchObject({ error: { code: "bad_password" } });
  expect(refused!.error.message).toContain(advice);
});

test.each([
  "7 red pens & a kettle",
  "correct horse battery",
  "jK8$mq!2Lp9x",
  "zwölf Äpfel am Kai",
  "correct horse ".repeat(20).slice(0, 200),
])("accepts %p", async (password) => {
  expect(await refusePassword(password, grace)).toBeNull();
});

test("scores only the beginning, because the work grows faster than the length", async () => {
  const weak = "a".repeat(64);
  const strong = "jK8$mq!2Lp9x zwölf Äpfel am Kai";
  expect(await refusePassword(weak.slice(0, 32) + strong, grace)).toBeNull();
  expect(await refusePassword(weak + strong, grace)).toMatchObject({ error: { code: "bad_password" } });
});

test("does not block the listener while dictionaries are read and the costliest passwords are scored", async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  const costly = ["19191919", "p4$$w0rd", "11/11/2011", "4@8({[<3&6#9!1|7+$502%"];
  await Promise.all(costly.map((piece) => refusePassword(piece.repeat(25).slice(0, 200), grace)));
  clearInterval(turning);
  // In the listener's own thread, there would be at most one turn between two passwords.
  expect(turns).toBeGreaterThan(costly.length * 5);
});

test("answers at once that it is busy when too many passwords wait", async () => {
  const asked = Array.from({ length: waitingMax + 5 }, () => refusePassword("7 red pens & a kettle", grace));
  const codes = (await Promise.all(asked)).map((refused) => refused?.error.code ?? "accepted");
  expect(codes.filter((code) => code === "too_busy")).toHaveLength(5);
  expect(codes.filter((code) => code === "accepted")).toHaveLength(waitingMax);
});
