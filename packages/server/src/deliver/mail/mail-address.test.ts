import { expect, test } from "bun:test";
import { isMailAddress, parseMailbox } from "./mail-address.ts";

test.each(["a@b", "anna.b+c@example.org", "o'neil@sub.example.co", "x_-y@xn--mnchen-3ya.example", "1@2.3"])(
  "accepts %s as an address",
  (text) => expect(isMailAddress(text)).toBeTrue(),
);

test.each([
  "",
  "anna",
  "@example.org",
  "anna@",
  "anna@-example.org",
  "anna@example..org",
  "anna@example.org.",
  "anna@[127.0.0.1]",
  "anna b@example.org",
  '"anna b"@example.org',
  "anna@example.org, eve@example.org",
  "anna@example.org\r\nBcc: eve@example.org",
  "anna@example.org\n",
  "<anna@example.org>",
  "anna@example.org>",
  "anna@eve@example.org",
  "größe@example.org",
  "anna@größe.example",
  `${"a".repeat(65)}@example.org`,
  `a@${"b".repeat(64)}.org`,
  `a@${"b.".repeat(130)}org`,
  "anna@example.org\0",
])("rejects %p as an address", (text) => {
  expect(isMailAddress(text)).toBeFalse();
});

test.each([
  ["weir@example.org", "", "weir@example.org"],
  ["<weir@example.org>", "", "weir@example.org"],
  ["Weir <weir@example.org>", "Weir", "weir@example.org"],
  ["Weir of Größe <weir@example.org>", "Weir of Größe", "weir@example.org"],
  ['"Weir, Inc." <weir@example.org>', "Weir, Inc.", "weir@example.org"],
])("accepts %s as a mailbox", (text, name, address) => {
  expect(parseMailbox(text)).toEqual({ name, address });
});

test.each(["", "Weir", "Weir weir@example.org", "Weir <weir>", "A <a@b> B <c@d>", "A\r\nB <a@b>", "<<a@b>>"])(
  "rejects %p as a mailbox",
  (text) => expect(parseMailbox(text)).toBeNull(),
);
