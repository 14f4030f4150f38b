import { useState } from "react";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { RateCurve } from "../../../ui/rate-curve.tsx";
import { ratePoints } from "../../../ui/rate-points.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { type Range, ranges, useLastHours } from "./use-last-hours.ts";

const rangeNames = Object.keys(ranges) as Range[];

/** How many readings arrived each minute. */
export function RateCard() {
  const [range, setRange] = useState<Range>("24h");
  const statistics = useLastHours(range);
  return (
    <Card
      title="Readings per minute"
      action={
        <Segmented
          label="Range"
          choices={rangeNames.map((name) => [name, name.replace("h", " h")] as const)}
          chosen={range}
          onChoose={setRange}
        />
      }
    >
      {/* Reserves the height of the curve with its legend, so that nothing below moves when it appears. */}
      <div className="min-h-47">
        <Loaded result={statistics} shape="curve">
          {(known) => <RateCurve points={ratePoints(known, Date.now())} />}
        </Loaded>
      </div>
    </Card>
  );
}
