/**
 * Files of the server that still build statements on control data themselves. Repositories below control/ take their place one
 * subject after the other; nothing is added here. See docs/decisions/0026-control-data.md.
 */
export const sqlOutsideControl: readonly string[] = [
  "manage/chain-assignment.ts",
  "manage/chain-assignments.ts",
  "manage/chain-drafts.ts",
  "manage/chain-list.ts",
  "manage/chain-publishing.ts",
  "manage/chain-trial-subject.ts",
  "manage/chain-use.ts",
  "manage/chain-validation.ts",
  "manage/chain-versions.ts",
  "manage/chains.ts",
  "manage/exports/export-source.ts",
  "manage/find-chain.ts",
  "manage/imports/append-part.ts",
  "manage/imports/import-record.ts",
  "manage/imports/imports.ts",
  "manage/live-chains.ts",
  "manage/recipients/recipient-answers.ts",
  "manage/recipients/recipients.ts",
  "manage/record-filter.ts",
  "manage/rotate-key.ts",
  "manage/traces.ts",
];
