import { number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

export const split = defineNode({
  type: "split",
  version: 1,
  category: "route",
  title: "Split",
  help: "Picks one in n readings of each sensor, starting with the first. Picked readings go to `share`, all others to `rest`. Readings count in the order they arrive.",
  outputs: ["share", "rest"],
  fields: {
    n: number({ label: "One in", min: 1, max: 1_000_000, integer: true, unit: "readings" }),
  },
  compile({ n }, { output, states }) {
    const all = states(1);
    const share = output("share");
    const rest = output("rest");
    return (reading) => {
      const state = all.of(reading.source.sensorId);
      const since = state[0]!;
      // A count from a version with a larger n may be past the end of the round; then it starts again.
      const place = Number.isInteger(since) && since > 0 && since < n ? since : 0;
      state[0] = place + 1 === n ? 0 : place + 1;
      if (place === 0) share(reading);
      else rest(reading);
    };
  },
});
