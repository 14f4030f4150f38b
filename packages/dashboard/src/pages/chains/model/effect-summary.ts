import type { CallAnswer } from "../../../api/route-types.ts";

export type Effect = CallAnswer<"dryRunChain">["readings"][number]["effects"][number];

/** Something that a chain would do, and how often over all readings that were tried. */
export interface SummedEffect {
  readonly kind: "alarm_raised" | "alarm_cleared" | "message";
  /** `Raise alarm “Too warm” (critical)`. */
  readonly text: string;
  readonly count: number;
}

/** Which alarms and messages the runs would cause, each by its name, in the order in which they first occur. */
export function effectSummary(effects: readonly Effect[]): readonly SummedEffect[] {
  const severities = new Map(
    effects.flatMap((effect) => (effect.kind === "alarm_raised" ? [[effect.name, effect.severity]] : [])),
  );
  const sums = new Map<string, SummedEffect>();
  for (const effect of effects) {
    const text = summaryOf(effect, severities);
    if (text === null) continue;
    sums.set(text, {
      ...{ kind: effect.kind as SummedEffect["kind"], text },
      count: (sums.get(text)?.count ?? 0) + 1,
    });
  }
  return [...sums.values()];
}

/** Clearing says nothing of the severity. A run begins without alarms, so whatever is cleared was raised in it. */
function summaryOf(effect: Effect, severities: ReadonlyMap<string, string>): string | null {
  switch (effect.kind) {
    case "alarm_raised":
      return `Raise alarm “${effect.name}” (${effect.severity})`;
    case "alarm_cleared":
      return `Clear alarm “${effect.name}” (${severities.get(effect.name) ?? "unknown severity"})`;
    case "message":
      return messageSummary(effect.message);
    default:
      return null;
  }
}

type Message = Extract<Effect, { kind: "message" }>["message"];

function messageSummary(message: Message): string {
  switch (message.kind) {
    case "webhook":
      return `Call webhook at ${hostOf(message.url)}`;
    case "mail":
      return `Send email to ${message.to.join(", ")}`;
    case "mqtt":
      return `Publish to topic ${message.topic} at ${hostOf(message.url)}`;
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || url;
}
