import { expect, test } from "bun:test";
import type { AuditEntry } from "./audit-words.ts";
import { draftSavesText, foldDraftSaves } from "./fold-draft-saves.ts";

let nextId = 100;

function entry(fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: nextId--,
    happened_at: "2026-06-01T12:00:00.000000Z",
    actor_kind: "user",
    actor: "ada@acme.io",
    action: "chain.save-draft",
    subject_kind: "chain",
    subject: "c1",
    subject_name: "Cold room",
    subject_device: null,
    subject_chain: "c1",
    source: "",
    request_id: "",
    before: null,
    after: null,
    confirmed: true,
    ...fields,
  };
}

const lengths = (entries: readonly AuditEntry[]) => foldDraftSaves(entries).map(({ length }) => length);

test("folds consecutive saves of one draft by one person into one row", () => {
  const saves = [entry(), entry(), entry()];
  expect(foldDraftSaves(saves)).toEqual([saves] as never);
});

test("keeps saves of another chain, by another person or after another action separate", () => {
  expect(lengths([entry(), entry({ subject: "c2" }), entry({ subject: "c2" })])).toEqual([1, 2]);
  expect(lengths([entry(), entry({ actor: "bob@acme.io" })])).toEqual([1, 1]);
  expect(lengths([entry(), entry({ actor_kind: "key" })])).toEqual([1, 1]);
  expect(lengths([entry(), entry({ action: "chain.publish" }), entry(), entry()])).toEqual([1, 1, 2]);
});

test("folds only saved drafts, and loses no entry", () => {
  const entries = [entry({ action: "token.show" }), entry({ action: "token.show" }), entry(), entry()];
  expect(lengths(entries)).toEqual([1, 1, 2]);
  expect(foldDraftSaves(entries).flat()).toEqual(entries);
});

test("shows how often a draft was saved, and between which times", () => {
  const at = (time: string) => entry({ happened_at: `2026-06-01T${time}.000000Z` });
  const text = (...times: string[]) => draftSavesText(foldDraftSaves(times.map(at))[0]!);
  expect(text("12:09:58", "12:05:00", "12:02:03")).toMatch(/^Saved the draft 3 times, \S+:02.*–\S+:09/);
  expect(text("12:02:50", "12:02:03")).toMatch(/^Saved the draft 2 times, [^–]+$/);
});
