import { editDistance } from "../../platform/edit-distance.ts";

const suggestionsMax = 3;
/** With more edits than this, suggestions would be unrelated. */
const editsMax = 3;
/** From this many letters on, a prefix counts as an abbreviation. */
const abbreviationCharsMin = 3;

/**
 * The slugs that a name without a match may stand for, the likeliest first. Capitals and separators are ignored, so
 * `Air-Temp` is nearest to `air_temp`. Slugs a few letters away come next, then abbreviations.
 */
export function nearestSlugs(identifier: string, slugs: readonly string[]): string[] {
  const wanted = bare(identifier);
  if (wanted === "") return [];
  const most = Math.min(Math.floor(wanted.length / 3), editsMax);
  return slugs
    .map((slug) => ({ slug, distance: distanceOf(wanted, bare(slug), most) }))
    .filter(({ distance }) => distance !== Number.POSITIVE_INFINITY)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, suggestionsMax)
    .map(({ slug }) => slug);
}

function distanceOf(wanted: string, slug: string, most: number): number {
  const edits = editDistance(wanted, slug, most);
  if (edits !== Number.POSITIVE_INFINITY) return edits;
  const [short, long] = wanted.length < slug.length ? [wanted, slug] : [slug, wanted];
  const isAbbreviation = short.length >= abbreviationCharsMin && long.startsWith(short);
  return isAbbreviation ? editsMax + 1 : Number.POSITIVE_INFINITY;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
