/** Returns the first `max` characters of a text. Counts code points, so that no character is cut in half. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
