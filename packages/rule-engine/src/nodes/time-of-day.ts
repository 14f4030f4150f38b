import { flag, text } from "../config-fields.ts";
import { type ConfigProblem, defineNode } from "../node-type.ts";
import { findTimeZone } from "../time-zone.ts";
import { daySeconds, secondOfDay, weeklySpan } from "../weekly-span.ts";

export const timeOfDay = defineNode({
  type: "time-of-day",
  version: 1,
  category: "filter",
  title: "Time of day",
  help: "Checks the local time of the reading's timestamp in a time zone. Readings from one time up to, but not including, another on the chosen weekdays go to `inside`, all others to `outside`. If the end is earlier than the start, the span continues past midnight and belongs to the day it started on.",
  outputs: ["inside", "outside"],
  fields: {
    from: text({
      label: "From",
      help: "hh:mm, for example 08:00.",
      maxLength: 5,
      default: "00:00",
      check: (given) => (secondOfDay(given) < daySeconds ? null : "must be a time from 00:00 to 23:59"),
    }),
    to: text({
      label: "To",
      help: "hh:mm, up to 24:00. A time before *From* is on the next day.",
      maxLength: 5,
      default: "24:00",
      check: (given) => (secondOfDay(given) <= daySeconds ? null : "must be a time from 00:00 to 24:00"),
    }),
    timeZone: text({
      label: "Time zone",
      help: "A name from the IANA database, for example Europe/Berlin.",
      maxLength: 64,
      default: "UTC",
      // A fixed offset would silently miss the change to summer time.
      check: (given) =>
        /^[+-]/.test(given) || findTimeZone(given) === null
          ? `"${given}" is not a known time zone; use a name from the IANA database, such as Europe/Berlin, America/New_York or UTC`
          : null,
    }),
    monday: flag({ label: "Monday", default: true }),
    tuesday: flag({ label: "Tuesday", default: true }),
    wednesday: flag({ label: "Wednesday", default: true }),
    thursday: flag({ label: "Thursday", default: true }),
    friday: flag({ label: "Friday", default: true }),
    saturday: flag({ label: "Saturday", default: true }),
    sunday: flag({ label: "Sunday", default: true }),
  },
  check(config): readonly ConfigProblem[] {
    const problems: ConfigProblem[] = [];
    if (config.from === config.to) {
      problems.push({
        field: "to",
        message: "must not be the same as from; 00:00 to 24:00 is the whole day",
      });
    }
    if (!chosenDays(config).includes(true)) {
      problems.push({ field: "monday", message: "at least one day of the week must be chosen" });
    }
    return problems;
  },
  compile(config, { output }) {
    const { from, to, timeZone } = config;
    const isInSpan = weeklySpan({ from, to, timeZone, days: chosenDays(config) });
    const inside = output("inside");
    const outside = output("outside");
    return (reading) => {
      if (isInSpan(reading.atUs)) inside(reading);
      else outside(reading);
    };
  },
});

interface ChosenDays {
  readonly monday: boolean;
  readonly tuesday: boolean;
  readonly wednesday: boolean;
  readonly thursday: boolean;
  readonly friday: boolean;
  readonly saturday: boolean;
  readonly sunday: boolean;
}

function chosenDays(config: ChosenDays): readonly boolean[] {
  const { monday, tuesday, wednesday, thursday, friday, saturday, sunday } = config;
  return [monday, tuesday, wednesday, thursday, friday, saturday, sunday];
}
