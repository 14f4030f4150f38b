import { z } from "zod";
import { oneLine } from "./plain-text.ts";
import { stateNameMax, valueStatesMax } from "./value-state-limits.ts";

const valueState = z.strictObject({
  value: z.number(),
  name: z.string().min(1).max(stateNameMax).regex(oneLine, "must not contain control characters"),
});

export type ValueState = z.output<typeof valueState>;

/** Names of values that are states, such as 0 for closed and 1 for open. Other values are shown as numbers. */
export const valueStates = z
  .array(valueState)
  .min(1)
  .max(valueStatesMax)
  .superRefine((states, context) => {
    states.forEach(({ value }, nth) => {
      if (states.findIndex((other) => other.value === value) < nth)
        context.addIssue({ code: "custom", path: [nth, "value"], message: "has a name already" });
    });
  });
