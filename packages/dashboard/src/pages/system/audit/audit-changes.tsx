import { changedFields, valueWords } from "./audit-difference.ts";

/** The old and new value of each changed field. Unchanged fields are left out. */
export function AuditChanges({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  const fields = changedFields(before, after);
  if (fields.length === 0) return <p className="text-sm text-muted">No details were recorded.</p>;
  const hasBefore = before !== null && before !== undefined;
  const hasAfter = after !== null && after !== undefined;
  return (
    <div className="overflow-x-auto">
      <table aria-label="What changed" className="border-collapse text-sm">
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="pr-6 pb-1 font-medium">
              Field
            </th>
            {hasBefore && (
              <th scope="col" className="pr-6 pb-1 font-medium">
                {hasAfter ? "Before" : "Was"}
              </th>
            )}
            {hasAfter && (
              <th scope="col" className="pb-1 font-medium">
                {hasBefore ? "After" : "Value"}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, before: was, after: is }) => (
            <tr key={name} className="align-top">
              <th scope="row" className="py-0.5 pr-6 text-left font-normal text-muted">
                {name}
              </th>
              {hasBefore && (
                <td className="max-w-80 py-0.5 pr-6 break-words text-muted">{valueWords(was)}</td>
              )}
              {hasAfter && <td className="max-w-80 py-0.5 break-words">{valueWords(is)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
