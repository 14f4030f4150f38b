/** Formats a point in time. It lives in the rule engine, which writes the same form into messages and depends on nothing. */
export { formatMicros } from "@weir/rule-engine/format-micros";
