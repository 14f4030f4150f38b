import { exactTime, parseTime } from "../../../format/time.ts";
import { Facts } from "../../../ui/card.tsx";
import { AuditChanges } from "./audit-changes.tsx";
import { AuditRow } from "./audit-row.tsx";
import { type AuditEntry, actorText, changeText } from "./audit-words.ts";

/** What was done, to what, by whom and when. Opening the row shows the old and the new values. */
export function AuditEntryRow({ entry }: { readonly entry: AuditEntry }) {
  return (
    <AuditRow entry={entry} text={changeText(entry)}>
      {() => <AuditDetails entry={entry} />}
    </AuditRow>
  );
}

function AuditDetails({ entry }: { readonly entry: AuditEntry }) {
  return (
    <div className="flex flex-col gap-4 px-4 py-4 pl-10 max-md:pl-4">
      {!entry.confirmed && (
        <p className="text-sm">
          The server asked for this but got no answer, so it may or may not have been done.
        </p>
      )}
      <AuditChanges before={entry.before} after={entry.after} />
      <Facts
        items={[
          ["When", exactTime(parseTime(entry.happened_at))],
          ["Who", actorText(entry)],
          ["From", entry.source === "" ? "The server itself" : entry.source],
          ["Action", <Code key="action">{entry.action}</Code>],
          [
            "Object",
            <span key="subject" className="[overflow-wrap:anywhere]">
              {entry.subject_kind.replaceAll("_", " ")} <Code>{entry.subject}</Code>
            </span>,
          ],
          ...(entry.request_id === ""
            ? []
            : [["Request", <Code key="id">{entry.request_id}</Code>] as const]),
        ]}
      />
    </div>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono">{children}</code>;
}
