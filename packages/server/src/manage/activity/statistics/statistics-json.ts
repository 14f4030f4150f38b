import { formatMicros } from "../../../platform/instant.ts";
import type { Statistics, StatisticsSeries, Tally } from "./statistics.ts";

/** Counts of readings, as the API shows them. */
export function statisticsToJson({ fromMs, toMs, total, perMinute, series }: Statistics) {
  return {
    from: formatMicros(fromMs * 1000),
    to: formatMicros(toMs * 1000),
    totals: totalToJson(total),
    readings_per_minute: perMinute,
    series: series === null ? null : seriesToJson(series),
  };
}

export function totalToJson({ accepted, duplicates, rejected, saved, alreadyStored, ended, dead }: Tally) {
  const gap = accepted - saved - alreadyStored;
  return { accepted, duplicates, rejected, saved, already_stored: alreadyStored, ended, dead, gap };
}

/** In columns, from which curves are drawn. */
function seriesToJson({ edgesMs, bucketS, buckets }: StatisticsSeries) {
  return {
    from: formatMicros(edgesMs[0]! * 1000),
    to: formatMicros(edgesMs.at(-1)! * 1000),
    bucket_s: bucketS,
    accepted: buckets.map(({ accepted }) => accepted),
    duplicates: buckets.map(({ duplicates }) => duplicates),
    rejected: buckets.map(({ rejected }) => Object.values(rejected).reduce((sum, count) => sum + count, 0)),
    saved: buckets.map(({ saved }) => saved),
    already_stored: buckets.map(({ alreadyStored }) => alreadyStored),
    ended: buckets.map(({ ended }) => ended),
    dead: buckets.map(({ dead }) => dead),
  };
}
