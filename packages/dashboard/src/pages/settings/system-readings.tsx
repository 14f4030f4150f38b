import { reasonText } from "../../format/drop-reason.ts";
import { countText } from "../../format/number.ts";
import { Card, Facts } from "../../ui/card.tsx";
import type { SystemStatus } from "./system-section.tsx";

/** What became of all readings since the installation began. */
export function SystemReadings({ totals }: { readonly totals: SystemStatus["totals"] }) {
  const { accepted, duplicates, rejected, saved, already_stored, ended, dead, gap } = totals;
  const reasons = Object.entries(rejected).filter(([, count]) => count !== undefined && count > 0);
  return (
    <Card title="Readings since the beginning">
      <Facts
        items={[
          ["Accepted", countText(accepted)],
          ["Saved", countText(saved)],
          ["Already stored", countText(already_stored)],
          ["Ended by a chain", countText(ended)],
          ["Dead letters", countText(dead)],
          ["Gap", countText(gap)],
          ["Duplicates", countText(duplicates)],
          [
            "Rejected",
            reasons.length === 0
              ? "none"
              : reasons
                  .map(([reason, count]) => `${countText(count ?? 0)} ${reasonText(reason)}`)
                  .join(" · "),
          ],
        ]}
      />
    </Card>
  );
}
