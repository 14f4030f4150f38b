/**
 * The message of an alarm as people read it, empty if there is none. Chains and rules write it for programs too, with a hyphen before negative numbers
 * as in JSON; everywhere else on the pages they have a minus.
 */
export function messageText(message: string | null): string {
  return (message ?? "").replaceAll(/(?<![\p{L}\p{N}_.-])-(?=\d)/gu, "−");
}
