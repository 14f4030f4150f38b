/** The most records that one call changes. */
const atOnceMax = 100;

/** Splits a change of many records into several calls. */
export async function inParts<Answer>(
  ids: readonly number[],
  work: (part: number[]) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < ids.length; start += atOnceMax)
    answers.push(await work(ids.slice(start, start + atOnceMax)));
  return answers;
}
