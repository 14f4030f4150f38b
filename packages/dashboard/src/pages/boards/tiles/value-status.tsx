import type { ThresholdStatus } from "@weir/protocol/threshold-statuses";
import { CircleCheck } from "lucide-react";
import { severities } from "../../../ui/severity.tsx";

/** How a status looks and what it is called. */
export const statusLooks = {
  ok: { Icon: CircleCheck, look: "text-ok", word: "OK", colour: "--ok" },
  info: { ...severities.info, colour: "--info" },
  warning: { ...severities.warning, colour: "--warn" },
  critical: { ...severities.critical, colour: "--bad" },
} as const satisfies Readonly<Record<ThresholdStatus, unknown>>;

/** The status of a value, as a shape, a colour and a word. */
export function ValueStatus({ status }: { readonly status: ThresholdStatus }) {
  const { Icon, look, word } = statusLooks[status];
  return (
    <span className={`inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap ${look}`}>
      <Icon size={13} aria-hidden />
      {word}
    </span>
  );
}
