import { expect, test } from "bun:test";
import { noticeMail, type PersonNotice } from "./notice-mails.ts";

const facts = {
  to: "ada@example.org",
  name: "Ada",
  happenedAt: Date.parse("2026-06-01T12:00:00Z") * 1000,
  by: { kind: "self", source: "192.0.2.1", userAgent: "Firefox" },
  publicUrl: "https://weir.example.org",
} as const;

const notices: readonly PersonNotice[] = [
  { kind: "password changed" },
  { kind: "reset link made" },
  { kind: "address change requested", newEmail: "new@example.org" },
  { kind: "address changed", newEmail: "new@example.org" },
  { kind: "second factor turned on" },
  { kind: "second factor turned off" },
  { kind: "second factor locked" },
  { kind: "recovery codes renewed" },
  { kind: "API key created", key: "Grafana", account: "Plant" },
  { kind: "API key revoked", key: "Grafana", account: "Plant" },
  { kind: "role changed", account: "Plant", role: "viewer" },
  { kind: "role changed", account: "Plant", role: null },
  { kind: "sign-in deleted" },
  { kind: "new sign-in" },
];

test.each(notices)("says what happened, when and from where: %j", (notice) => {
  const { to, subject, text } = noticeMail(notice, facts);
  expect([to, subject.includes("Weir")]).toEqual([facts.to, true]);
  expect(text).toStartWith("Hello Ada,\n\n");
  expect(text).toContain("When: 2026-06-01 12:00 UTC\nFrom: 192.0.2.1\nBrowser or program: Firefox\n");
  expect(text).toContain("If this was you, you don't need to do anything. If it wasn't, ");
  expect(text).not.toMatch(/undefined|\{link\}/);
});

test.each([
  [
    { kind: "member", email: "bob@example.org" },
    "This was done by bob@example.org. If you didn't expect it, ",
  ],
  [{ kind: "operator" }, "This was done on the server itself, by its operator. If you didn't expect it, "],
] as const)("what somebody else did is told with who it was, and not where they are: %j", (by, closing) => {
  for (const notice of notices) {
    const { text } = noticeMail(notice, { ...facts, by });
    expect(text).toContain(`When: 2026-06-01 12:00 UTC\n\n${closing}`);
    expect(text).not.toMatch(/If this was you|undefined/);
  }
});

test("keeps a chosen name short and on one line", () => {
  const key = `Urgent\r\n\r\nYour account is locked, go to https://evil.example ${"x".repeat(200)}`;
  const { text } = noticeMail({ kind: "API key created", key, account: "Plant" }, facts);
  expect(text).not.toContain("Urgent\r\n");
  expect(text).not.toContain("x".repeat(80));
});
