/** How Weir writes a point in time. The rule engine writes the same into messages and depends on nothing, so it has it. */
export { formatMicros } from "@weir/rule-engine/format-micros";
