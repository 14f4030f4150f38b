export const dayNames = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** Days of the week as people write them: `Mon–Fri`, `Mon, Wed, Sat–Sun`; "" for all seven. Begins with Monday. */
export function daySpans(isChosen: readonly boolean[]): string {
  if (isChosen.every((chosen) => chosen)) return "";
  const spans: string[] = [];
  for (let day = 0; day < dayNames.length; day++) {
    if (!isChosen[day]) continue;
    const first = day;
    while (isChosen[day + 1]) day++;
    spans.push(first === day ? short(day) : `${short(first)}–${short(day)}`);
  }
  return spans.length === 0 ? "no day" : spans.join(", ");
}

function short(day: number): string {
  const name = dayNames[day]!;
  return name.slice(0, 1).toUpperCase() + name.slice(1, 3);
}
