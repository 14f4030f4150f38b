import { TriangleAlert } from "lucide-react";
import { plural } from "../../../format/number.ts";

/** Everything that is worth knowing before a chain is published, as one list. Nothing in it keeps it from being published. */
export function PublishWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <section aria-labelledby="publish-warnings" className="flex flex-col gap-1.5 text-sm">
      <h3 id="publish-warnings" className="flex items-center gap-2 font-medium text-warn">
        <TriangleAlert size={15} aria-hidden className="shrink-0" />
        {plural(warnings.length, "warning")}
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-10 marker:text-faint">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </section>
  );
}
