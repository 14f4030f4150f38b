/** As many records as one call changes. */
const atOnceMax = 100;

/** Does with all what one call does with so many at most. */
export async function inParts<Answer>(
  ids: readonly number[],
  work: (part: number[]) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < ids.length; start += atOnceMax)
    answers.push(await work(ids.slice(start, start + atOnceMax)));
  return answers;
}
