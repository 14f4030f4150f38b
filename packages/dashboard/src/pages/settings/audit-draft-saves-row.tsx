import { AuditEntryRow } from "./audit-entry-row.tsx";
import { AuditRow } from "./audit-row.tsx";
import { draftSavesText, type FoldedEntries } from "./fold-draft-saves.ts";

/** Saves of one draft that followed each other; opened, each of them. */
export function AuditDraftSavesRow({ saves }: { readonly saves: FoldedEntries }) {
  const text = draftSavesText(saves);
  return (
    <AuditRow entry={saves[0]} text={text}>
      {() => (
        <ul aria-label={text} className="pl-6 max-md:pl-3">
          {saves.map((entry) => (
            <AuditEntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </AuditRow>
  );
}
