import type { Severity as AlarmSeverity } from "@weir/protocol/closed-sets";
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";

/** The severity of an alarm, as every page shows it. */
export const severities: Readonly<
  Record<AlarmSeverity, { readonly Icon: LucideIcon; readonly look: string; readonly word: string }>
> = {
  critical: { Icon: CircleAlert, look: "text-bad", word: "Critical" },
  warning: { Icon: TriangleAlert, look: "text-warn", word: "Warning" },
  info: { Icon: Info, look: "text-info", word: "Info" },
};

export function Severity({ severity }: { readonly severity: AlarmSeverity }) {
  const { Icon, look, word } = severities[severity];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${look}`}>
      <Icon size={15} aria-hidden />
      {word}
    </span>
  );
}
