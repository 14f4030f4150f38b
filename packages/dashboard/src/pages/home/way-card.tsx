import { countText } from "../../format/number.ts";
import { Card } from "../../ui/card.tsx";
import { FigureRow } from "./figure-row.tsx";
import type { Statistics } from "./use-last-hours.ts";

/** What became of a day's accepted readings. */
export function WayCard({ day }: { readonly day: Statistics }) {
  const { accepted, saved, already_stored: alreadyStored, ended, dead } = day.totals;
  return (
    <Card title="Where readings went, last 24 h">
      <dl className="flex flex-col gap-1.5 text-sm">
        <FigureRow name="Accepted" to="/activity">
          {countText(accepted)}
        </FigureRow>
        <FigureRow name="Saved">{countText(saved)}</FigureRow>
        {alreadyStored > 0 && <FigureRow name="Already stored">{countText(alreadyStored)}</FigureRow>}
        <FigureRow name="Ended by a chain" to="/chains">
          {countText(ended)}
        </FigureRow>
        <FigureRow name="Failed in a chain" to="/alarms/dead-letters">
          {countText(dead)}
        </FigureRow>
      </dl>
    </Card>
  );
}
